package job

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// ErrUnknownKind is returned for a job that no handler was registered for.
var ErrUnknownKind = errors.New("job: unknown kind")

// Handler performs jobs. An error makes the job fail; it may be tried again.
type Handler interface {
	Handle(ctx context.Context, j *Job) error
}

// HandlerFunc lets a function be a [Handler].
type HandlerFunc func(ctx context.Context, j *Job) error

// Handle calls f.
func (f HandlerFunc) Handle(ctx context.Context, j *Job) error { return f(ctx, j) }

// Middleware wraps a handler in another.
type Middleware func(Handler) Handler

// Chain wraps h so that the first middleware is the outermost.
func Chain(h Handler, around ...Middleware) Handler {
	for i := len(around) - 1; i >= 0; i-- {
		h = around[i](h)
	}
	return h
}

// Mux hands each job to the handler of its kind. It is a [Handler] itself.
type Mux struct {
	mu       sync.RWMutex
	handlers map[string]Handler
}

// NewMux returns a mux without handlers.
func NewMux() *Mux { return &Mux{handlers: make(map[string]Handler)} }

// Register adds the handler of a kind and replaces an earlier one.
func (m *Mux) Register(kind string, h Handler) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.handlers[kind] = h
}

// HandleFunc registers a function.
func (m *Mux) HandleFunc(kind string, f func(context.Context, *Job) error) {
	m.Register(kind, HandlerFunc(f))
}

// Handle finds the job's handler and calls it.
func (m *Mux) Handle(ctx context.Context, j *Job) error {
	m.mu.RLock()
	h, ok := m.handlers[j.Kind]
	m.mu.RUnlock()
	if !ok {
		return fmt.Errorf("%w %q", ErrUnknownKind, j.Kind)
	}
	return h.Handle(ctx, j)
}

// Typed makes a handler of a function that takes its payload decoded.
func Typed[P any](f func(ctx context.Context, payload P) error) Handler {
	return HandlerFunc(func(ctx context.Context, j *Job) error {
		var payload P
		if err := j.Decode(&payload); err != nil {
			return err
		}
		return f(ctx, payload)
	})
}
