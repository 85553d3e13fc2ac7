// Package httpapi offers a job service over HTTP.
package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"example.com/millrace"
	"example.com/millrace/job"
	"example.com/millrace/store"
)

// Service is what the API needs of [millrace.Service].
type Service interface {
	Submit(ctx context.Context, r millrace.Request) (job.Job, error)
	Job(id job.ID) (job.Job, error)
	Jobs(f store.Filter) []job.Job
	Waiting() int
}

var _ Service = (*millrace.Service)(nil)

// server answers requests.
type server struct {
	service Service
}

// endpoint is a handler that leaves errors to its caller.
type endpoint func(w http.ResponseWriter, r *http.Request) error

// New returns the API of a service.
func New(s Service) http.Handler {
	srv := &server{service: s}
	routes := map[string]endpoint{
		"POST /jobs":     srv.submit,
		"GET /jobs":      srv.list,
		"GET /jobs/{id}": srv.get,
		"GET /stats":     srv.stats,
	}
	mux := http.NewServeMux()
	for pattern, e := range routes {
		mux.Handle(pattern, e)
	}
	return mux
}

// ServeHTTP calls e and writes its error, if any.
func (e endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := e(w, r); err != nil {
		writeError(w, err)
	}
}

func (s *server) submit(w http.ResponseWriter, r *http.Request) error {
	request, err := decode[millrace.Request](r)
	if err != nil {
		return err
	}
	accepted, err := s.service.Submit(r.Context(), request)
	if errors.Is(err, millrace.ErrNoKind) {
		return &statusError{code: http.StatusBadRequest, error: err}
	}
	if err != nil {
		return err
	}
	return write(w, http.StatusAccepted, accepted)
}

func (s *server) get(w http.ResponseWriter, r *http.Request) error {
	found, err := s.service.Job(job.ID(r.PathValue("id")))
	if errors.Is(err, store.ErrNotFound) {
		return &statusError{code: http.StatusNotFound, error: err}
	}
	if err != nil {
		return err
	}
	return write(w, http.StatusOK, found)
}

func (s *server) list(w http.ResponseWriter, r *http.Request) error {
	f, err := parseFilter(r)
	if err != nil {
		return err
	}
	return write(w, http.StatusOK, s.service.Jobs(f))
}

func (s *server) stats(w http.ResponseWriter, _ *http.Request) error {
	all := s.service.Jobs(store.Filter{})
	return write(w, http.StatusOK, map[string]any{
		"waiting": s.service.Waiting(),
		"states":  countBy(all, func(j job.Job) job.State { return j.State }),
		"kinds":   countBy(all, func(j job.Job) string { return j.Kind }),
	})
}

func parseFilter(r *http.Request) (store.Filter, error) {
	values := r.URL.Query()
	f := store.Filter{Kind: values.Get("kind")}
	if text := values.Get("state"); text != "" {
		f.State = new(job.State)
		if err := f.State.UnmarshalText([]byte(text)); err != nil {
			return f, &statusError{code: http.StatusBadRequest, error: err}
		}
	}
	if text := values.Get("limit"); text != "" {
		limit, err := strconv.Atoi(text)
		if err != nil || limit < 0 {
			return f, badRequest("limit %q is not a count", text)
		}
		f.Limit = limit
	}
	return f, nil
}

func countBy[T any, K comparable](items []T, key func(T) K) map[K]int {
	counts := make(map[K]int)
	for _, item := range items {
		counts[key(item)]++
	}
	return counts
}
