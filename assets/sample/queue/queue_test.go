package queue

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"example.com/millrace/internal/clock"
	"example.com/millrace/job"
)

func newJob(id job.ID, priority int) *job.Job {
	return &job.Job{ID: id, Priority: priority}
}

func TestOrder(t *testing.T) {
	c := clock.NewFake(time.Unix(0, 0))
	q := New(c)
	q.PushAfter(newJob("late", 9), time.Minute)
	q.Push(newJob("low", 1))
	q.Push(newJob("high", 5))
	q.Push(newJob("low too", 1))
	c.Advance(time.Minute)
	var order []job.ID
	for q.Len() > 0 {
		j, err := q.Pop(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		order = append(order, j.ID)
	}
	if want := []job.ID{"late", "high", "low", "low too"}; !slices.Equal(order, want) {
		t.Errorf("got %v, want %v", order, want)
	}
}

func TestPopEnds(t *testing.T) {
	q := New(clock.System{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := q.Pop(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	q.Close()
	if _, err := q.Pop(context.Background()); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

func TestBackoff(t *testing.T) {
	exponential := Exponential{Constant: Constant{Wait: time.Second, Max: 5}, Limit: 5 * time.Second}
	half := exponential
	half.Jitter = func() float64 { return 0.5 }
	cases := []struct {
		name     string
		backoff  Backoff
		attempts int
		want     time.Duration
		again    bool
	}{
		{"never", Never{}, 1, 0, false},
		{"constant", Constant{Wait: time.Second, Max: 2}, 1, time.Second, true},
		{"first", exponential, 1, time.Second, true},
		{"third", exponential, 3, 4 * time.Second, true},
		{"limit", exponential, 4, 5 * time.Second, true},
		{"last", exponential, 5, 0, false},
		{"jitter", half, 2, time.Second, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, again := c.backoff.Delay(c.attempts)
			if again != c.again || again && got != c.want {
				t.Errorf("got %v, %v", got, again)
			}
		})
	}
}

func TestHeapSorts(t *testing.T) {
	h := newHeap(func(a, b int) bool { return a < b })
	for _, n := range []int{5, 3, 8, 1, 9, 2} {
		h.push(n)
	}
	var got []int
	for h.len() > 0 {
		got = append(got, h.pop())
	}
	if !slices.IsSorted(got) {
		t.Errorf("got %v", got)
	}
}
