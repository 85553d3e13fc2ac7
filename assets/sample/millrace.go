// Package millrace runs jobs in the background: it takes them in, keeps them, works them off by priority and tries
// failed ones again.
//
// A [Service] ties the parts together. Each part stands behind an interface of its own, so that a program can bring
// another store, another clock or another retry policy.
package millrace

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"example.com/millrace/internal/clock"
	"example.com/millrace/job"
	"example.com/millrace/queue"
	"example.com/millrace/store"
	"example.com/millrace/worker"
)

// ErrNoKind is returned for a request that doesn't say what to do.
var ErrNoKind = errors.New("millrace: the job has no kind")

// Request is what a client asks for.
type Request struct {
	Kind     string          `json:"kind"`
	Payload  json.RawMessage `json:"payload,omitempty"`
	Priority int             `json:"priority,omitempty"`
}

// Validate reports what is missing.
func (r Request) Validate() error {
	if r.Kind == "" {
		return ErrNoKind
	}
	return nil
}

// Service takes jobs in and works them off.
type Service struct {
	store   store.Store
	queue   *queue.Queue
	pool    *worker.Pool
	clock   clock.Clock
	backoff queue.Backoff
	workers int
	newID   func() job.ID
	onDone  func(job.Job)
}

// New returns a service that performs jobs with the handler. Without options it keeps its jobs in memory; with a
// store that has unfinished jobs it takes them up again.
func New(handler job.Handler, options ...Option) *Service {
	s := &Service{
		store:   store.NewMemory(),
		clock:   clock.System{},
		backoff: queue.DefaultBackoff,
		workers: 4,
		newID:   randomID,
	}
	for _, option := range options {
		option(s)
	}
	s.queue = queue.New(s.clock)
	s.pool = &worker.Pool{
		Source:  s.queue,
		Store:   s.store,
		Handler: handler,
		Backoff: s.backoff,
		Clock:   s.clock,
		Size:    s.workers,
		OnDone:  s.onDone,
	}
	s.resume()
	return s
}

// Submit takes a job in and returns it as it was stored.
func (s *Service) Submit(_ context.Context, r Request) (job.Job, error) {
	if err := r.Validate(); err != nil {
		return job.Job{}, err
	}
	j := job.New(s.newID(), r.Kind, r.Payload, s.clock.Now())
	j.Priority = r.Priority
	if err := s.store.Put(*j); err != nil {
		return job.Job{}, fmt.Errorf("millrace: keep job %s: %w", j.ID, err)
	}
	accepted := *j
	s.queue.Push(j)
	return accepted, nil
}

// Job returns one job by its id.
func (s *Service) Job(id job.ID) (job.Job, error) { return s.store.Get(id) }

// Jobs returns the jobs that the filter lets through, oldest first.
func (s *Service) Jobs(f store.Filter) []job.Job { return s.store.List(f) }

// Waiting returns the number of jobs that no worker has taken yet.
func (s *Service) Waiting() int { return s.queue.Len() }

// Run works jobs off until the context ends, then closes the store.
func (s *Service) Run(ctx context.Context) error {
	s.pool.Run(ctx)
	s.queue.Close()
	return s.store.Close()
}

// resume puts the jobs in the queue that an earlier run left unfinished.
func (s *Service) resume() {
	for _, j := range s.store.List(store.Filter{}) {
		if !j.State.Terminal() {
			j.Requeue()
			s.queue.Push(&j)
		}
	}
}

func randomID() job.ID {
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // The system's source of randomness never fails on supported platforms.
	}
	return job.ID(hex.EncodeToString(b[:]))
}
