package millrace

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"example.com/millrace/internal/clock"
	"example.com/millrace/job"
	"example.com/millrace/store"
)

func counter() func() job.ID {
	n := 0
	return func() job.ID {
		n++
		return job.ID(strconv.Itoa(n))
	}
}

func TestSubmitKeepsTheJob(t *testing.T) {
	start := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	s := New(job.NewMux(), withClock(clock.NewFake(start)), withIDs(counter()))
	accepted, err := s.Submit(context.Background(), Request{Kind: "echo", Priority: 3})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := s.Job(accepted.ID)
	if err != nil {
		t.Fatal(err)
	}
	if kept.State != job.Queued || !kept.Created.Equal(start) || s.Waiting() != 1 {
		t.Errorf("kept %+v, %d waiting", kept, s.Waiting())
	}
}

func TestSubmitWithoutKind(t *testing.T) {
	s := New(job.NewMux())
	if _, err := s.Submit(context.Background(), Request{}); !errors.Is(err, ErrNoKind) {
		t.Errorf("got %v", err)
	}
}

func TestUnfinishedJobsAreTakenUpAgain(t *testing.T) {
	kept := store.NewMemory()
	left := job.New("left", "echo", nil, time.Now())
	left.State = job.Running
	if err := kept.Put(*left); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	mux := job.NewMux()
	mux.HandleFunc("echo", func(context.Context, *job.Job) error { return nil })
	s := New(mux, WithStore(kept), WithWorkers(1), WithOnDone(func(job.Job) { cancel() }))
	if err := s.Run(ctx); err != nil {
		t.Fatal(err)
	}
	if j, _ := s.Job("left"); j.State != job.Done {
		t.Errorf("state %v", j.State)
	}
}
