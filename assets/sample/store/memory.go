package store

import (
	"cmp"
	"slices"
	"sync"

	"example.com/millrace/job"
)

// Memory keeps jobs until the program ends.
type Memory struct {
	mu   sync.RWMutex
	jobs map[job.ID]job.Job
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{jobs: make(map[job.ID]job.Job)} }

// Put keeps a copy of the job.
func (m *Memory) Put(j job.Job) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.jobs[j.ID] = j
	return nil
}

// Get returns the job of that id.
func (m *Memory) Get(id job.ID) (job.Job, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	j, ok := m.jobs[id]
	if !ok {
		return job.Job{}, ErrNotFound
	}
	return j, nil
}

// List sorts the jobs by age, and by id where they are of the same age.
func (m *Memory) List(f Filter) []job.Job {
	m.mu.RLock()
	var found []job.Job
	for _, j := range m.jobs {
		if f.matches(j) {
			found = append(found, j)
		}
	}
	m.mu.RUnlock()
	slices.SortFunc(found, func(a, b job.Job) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	if f.Limit > 0 && len(found) > f.Limit {
		found = found[:f.Limit]
	}
	return found
}

// Close does nothing.
func (m *Memory) Close() error { return nil }
