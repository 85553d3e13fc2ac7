package worker

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/millrace/internal/clock"
	"example.com/millrace/job"
	"example.com/millrace/queue"
	"example.com/millrace/store"
)

// runOne performs a single job with the handler and returns what became of it.
func runOne(t *testing.T, h job.Handler, b queue.Backoff) job.Job {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var ended job.Job
	q := queue.New(clock.System{})
	pool := &Pool{
		Source:  q,
		Store:   store.NewMemory(),
		Handler: h,
		Backoff: b,
		Clock:   clock.System{},
		Size:    1,
		OnDone: func(j job.Job) {
			ended = j
			cancel()
		},
	}
	q.Push(job.New("a", "test", nil, time.Now()))
	pool.Run(ctx)
	return ended
}

func TestRetriesUntilItWorks(t *testing.T) {
	h := job.HandlerFunc(func(_ context.Context, j *job.Job) error {
		if j.Attempts < 3 {
			return errors.New("not yet")
		}
		return nil
	})
	j := runOne(t, h, queue.Constant{Max: 5})
	if j.State != job.Done || j.Attempts != 3 {
		t.Errorf("ended as %+v", j)
	}
}

func TestAPanicFailsTheJob(t *testing.T) {
	h := job.HandlerFunc(func(context.Context, *job.Job) error { panic("oops") })
	j := runOne(t, h, queue.Never{})
	if j.State != job.Failed || !strings.Contains(j.Error, "oops") {
		t.Errorf("ended as %+v", j)
	}
}

func TestLimited(t *testing.T) {
	slow := job.HandlerFunc(func(ctx context.Context, _ *job.Job) error {
		<-ctx.Done()
		return ctx.Err()
	})
	err := Limited(time.Millisecond)(slow).Handle(context.Background(), &job.Job{})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}
