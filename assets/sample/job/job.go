// Package job defines the unit of work and what performs it.
package job

import (
	"encoding/json"
	"fmt"
	"time"
)

//go:generate go run golang.org/x/tools/cmd/stringer -type State

// ID names a job.
type ID string

// State is where a job stands.
type State int

// The states in the order in which a job passes through them; a failed job that is tried again is queued once more.
const (
	Queued State = iota
	Running
	Done
	Failed
)

// Terminal reports whether nothing more will happen to the job.
func (s State) Terminal() bool { return s == Done || s == Failed }

// MarshalText writes the state by name.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a state by name.
func (s *State) UnmarshalText(text []byte) error {
	for state := Queued; state <= Failed; state++ {
		if state.String() == string(text) {
			*s = state
			return nil
		}
	}
	return fmt.Errorf("job: no state %q", text)
}

// Times says when a job changed its state.
type Times struct {
	Created  time.Time `json:"created"`
	Started  time.Time `json:"started,omitempty"`
	Finished time.Time `json:"finished,omitempty"`
}

// Waited returns how long the job was in the queue before its last start.
func (t Times) Waited() time.Duration { return span(t.Created, t.Started) }

// Took returns how long the last attempt ran.
func (t Times) Took() time.Duration { return span(t.Started, t.Finished) }

func span(from, to time.Time) time.Duration {
	if from.IsZero() || to.IsZero() {
		return 0
	}
	return to.Sub(from)
}

// Job is one unit of work.
type Job struct {
	ID       ID              `json:"id"`
	Kind     string          `json:"kind"`
	Payload  json.RawMessage `json:"payload,omitempty"`
	Priority int             `json:"priority"`
	State    State           `json:"state"`
	Attempts int             `json:"attempts"`
	Error    string          `json:"error,omitempty"`
	Times
}

// New returns a queued job.
func New(id ID, kind string, payload json.RawMessage, now time.Time) *Job {
	return &Job{ID: id, Kind: kind, Payload: payload, Times: Times{Created: now}}
}

// Start marks the beginning of an attempt.
func (j *Job) Start(now time.Time) {
	j.State = Running
	j.Attempts++
	j.Started = now
	j.Error = ""
}

// Finish marks the end of an attempt; err is what the handler said.
func (j *Job) Finish(now time.Time, err error) {
	j.Finished = now
	j.State = Done
	if err != nil {
		j.State = Failed
		j.Error = err.Error()
	}
}

// Requeue marks a job for another attempt.
func (j *Job) Requeue() { j.State = Queued }

// Decode reads the payload into v.
func (j *Job) Decode(v any) error {
	if err := json.Unmarshal(j.Payload, v); err != nil {
		return fmt.Errorf("job %s: payload: %w", j.ID, err)
	}
	return nil
}
