// Package worker takes jobs from a queue and performs them.
package worker

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"example.com/millrace/internal/clock"
	"example.com/millrace/job"
	"example.com/millrace/queue"
	"example.com/millrace/store"
)

// Source is where jobs come from, and where failed ones go back to.
type Source interface {
	Pop(ctx context.Context) (*job.Job, error)
	PushAfter(j *job.Job, delay time.Duration)
}

// Pool performs jobs, several at a time.
type Pool struct {
	Source  Source
	Store   store.Writer
	Handler job.Handler
	Backoff queue.Backoff
	Clock   clock.Clock
	// Size is the number of jobs that run at the same time.
	Size int
	// OnDone, if not nil, is called with every job that reached its end.
	OnDone func(job.Job)
}

// Run performs jobs until the context ends, and returns when the last one has finished.
func (p *Pool) Run(ctx context.Context) {
	handler := job.Chain(p.Handler, Recovered, Logged(slog.Default()))
	var running sync.WaitGroup
	for range p.Size {
		running.Add(1)
		go func() {
			defer running.Done()
			p.work(ctx, handler)
		}()
	}
	running.Wait()
}

func (p *Pool) work(ctx context.Context, handler job.Handler) {
	for {
		j, err := p.Source.Pop(ctx)
		if err != nil {
			return
		}
		p.attempt(ctx, handler, j)
	}
}

// attempt performs a job once and decides what becomes of it.
func (p *Pool) attempt(ctx context.Context, handler job.Handler, j *job.Job) {
	j.Start(p.Clock.Now())
	p.keep(j)
	err := handler.Handle(ctx, j)
	j.Finish(p.Clock.Now(), err)
	if j.State == job.Failed && p.retry(j) {
		return
	}
	p.keep(j)
	if p.OnDone != nil {
		p.OnDone(*j)
	}
}

// retry puts a failed job back, if it is to have another attempt.
func (p *Pool) retry(j *job.Job) bool {
	delay, again := p.Backoff.Delay(j.Attempts)
	if !again {
		return false
	}
	j.Requeue()
	p.keep(j)
	p.Source.PushAfter(j, delay)
	return true
}

func (p *Pool) keep(j *job.Job) {
	if err := p.Store.Put(*j); err != nil {
		slog.Error("job not kept", "id", j.ID, "error", err)
	}
}
