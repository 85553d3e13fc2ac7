package millrace

import (
	"example.com/millrace/internal/clock"
	"example.com/millrace/job"
	"example.com/millrace/queue"
	"example.com/millrace/store"
)

// Option changes how a [Service] is built.
type Option func(*Service)

// WithStore keeps jobs in s.
func WithStore(s store.Store) Option {
	return func(service *Service) { service.store = s }
}

// WithWorkers sets how many jobs run at the same time.
func WithWorkers(n int) Option {
	return func(service *Service) { service.workers = max(n, 1) }
}

// WithBackoff sets when failed jobs are tried again.
func WithBackoff(b queue.Backoff) Option {
	return func(service *Service) { service.backoff = b }
}

// WithOnDone calls f after every job that reached its end.
func WithOnDone(f func(job.Job)) Option {
	return func(service *Service) { service.onDone = f }
}

// withClock and withIDs make a service predictable in tests.
func withClock(c clock.Clock) Option {
	return func(service *Service) { service.clock = c }
}

func withIDs(next func() job.ID) Option {
	return func(service *Service) { service.newID = next }
}
