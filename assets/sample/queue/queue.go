// Package queue orders jobs: by priority, then by arrival, and not before their time.
package queue

import (
	"context"
	"errors"
	"sync"
	"time"

	"example.com/millrace/internal/clock"
	"example.com/millrace/job"
)

// ErrClosed is returned by [Queue.Pop] after [Queue.Close].
var ErrClosed = errors.New("queue: closed")

// entry is a job and its place.
type entry struct {
	*job.Job
	arrival uint64
	due     time.Time
}

func byPriority(a, b entry) bool {
	if a.Priority != b.Priority {
		return a.Priority > b.Priority
	}
	return a.arrival < b.arrival
}

func byDue(a, b entry) bool { return a.due.Before(b.due) }

// Queue holds jobs until a worker takes them. It is safe for concurrent use.
type Queue struct {
	clock clock.Clock

	mu       sync.Mutex
	ready    *heap[entry]
	delayed  *heap[entry]
	arrivals uint64
	closed   bool
	// changed is closed and replaced whenever a waiting worker should look again.
	changed chan struct{}
}

// New returns an empty queue.
func New(c clock.Clock) *Queue {
	return &Queue{
		clock:   c,
		ready:   newHeap(byPriority),
		delayed: newHeap(byDue),
		changed: make(chan struct{}),
	}
}

// Push adds a job that can be taken at once.
func (q *Queue) Push(j *job.Job) { q.PushAfter(j, 0) }

// PushAfter adds a job that can be taken when the delay has passed.
func (q *Queue) PushAfter(j *job.Job, delay time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	e := entry{Job: j, arrival: q.arrivals, due: q.clock.Now().Add(delay)}
	q.arrivals++
	if delay > 0 {
		q.delayed.push(e)
	} else {
		q.ready.push(e)
	}
	q.wake()
}

// Pop takes the first job and waits until there is one.
func (q *Queue) Pop(ctx context.Context) (*job.Job, error) {
	for {
		j, changed, alarm, err := q.take()
		if j != nil || err != nil {
			return j, err
		}
		select {
		case <-changed:
		case <-alarm:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// take returns a job, or the channels that say when to look again.
func (q *Queue) take() (j *job.Job, changed <-chan struct{}, alarm <-chan time.Time, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil, nil, nil, ErrClosed
	}
	now := q.clock.Now()
	for q.delayed.len() > 0 && !q.delayed.peek().due.After(now) {
		q.ready.push(q.delayed.pop())
	}
	if q.ready.len() > 0 {
		return q.ready.pop().Job, nil, nil, nil
	}
	if q.delayed.len() > 0 {
		alarm = q.clock.After(q.delayed.peek().due.Sub(now))
	}
	return nil, q.changed, alarm, nil
}

// Len returns the number of jobs in the queue, delayed ones included.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.ready.len() + q.delayed.len()
}

// Close lets every waiting [Queue.Pop] return.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake()
}

func (q *Queue) wake() {
	close(q.changed)
	q.changed = make(chan struct{})
}
