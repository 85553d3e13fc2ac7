// Package store keeps jobs.
package store

import (
	"errors"
	"io"

	"example.com/millrace/job"
)

// ErrNotFound is returned for an id that the store doesn't know.
var ErrNotFound = errors.New("store: no such job")

// Reader looks jobs up.
type Reader interface {
	Get(id job.ID) (job.Job, error)
	// List returns the jobs that the filter lets through, oldest first.
	List(f Filter) []job.Job
}

// Writer keeps jobs.
type Writer interface {
	// Put adds the job or replaces the one of the same id.
	Put(j job.Job) error
}

// Store is both, until it is closed.
type Store interface {
	Reader
	Writer
	io.Closer
}

// Filter chooses jobs. Its zero value lets everything through.
type Filter struct {
	Kind  string
	State *job.State
	// Limit is the largest number of jobs; 0 is no limit.
	Limit int
}

func (f Filter) matches(j job.Job) bool {
	return (f.Kind == "" || f.Kind == j.Kind) && (f.State == nil || *f.State == j.State)
}
