package worker

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"example.com/millrace/job"
)

// PanicError is what a job fails with whose handler panicked.
type PanicError struct{ Value any }

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Recovered turns a panic of the handler into an error, so that one bad job doesn't end the others.
func Recovered(next job.Handler) job.Handler {
	return job.HandlerFunc(func(ctx context.Context, j *job.Job) (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = &PanicError{Value: v}
			}
		}()
		return next.Handle(ctx, j)
	})
}

// Logged writes a line for every attempt.
func Logged(log *slog.Logger) job.Middleware {
	return func(next job.Handler) job.Handler {
		return job.HandlerFunc(func(ctx context.Context, j *job.Job) error {
			start := time.Now()
			err := next.Handle(ctx, j)
			log.Info("job", "id", j.ID, "kind", j.Kind, "attempt", j.Attempts, "took", time.Since(start), "error", err)
			return err
		})
	}
}

// Limited ends an attempt that takes longer than d.
func Limited(d time.Duration) job.Middleware {
	return func(next job.Handler) job.Handler {
		return job.HandlerFunc(func(ctx context.Context, j *job.Job) error {
			ctx, cancel := context.WithTimeout(ctx, d)
			defer cancel()
			return next.Handle(ctx, j)
		})
	}
}
