package queue

import (
	"math/rand/v2"
	"time"
)

// Backoff decides when a failed job is tried again.
type Backoff interface {
	// Delay returns the wait after the given number of attempts, or false when there is to be no other.
	Delay(attempts int) (time.Duration, bool)
}

// Never gives up after the first attempt.
type Never struct{}

// Delay refuses.
func (Never) Delay(int) (time.Duration, bool) { return 0, false }

// Constant waits the same time after every attempt.
type Constant struct {
	Wait time.Duration
	Max  int
}

// Delay returns c.Wait up to c.Max attempts.
func (c Constant) Delay(attempts int) (time.Duration, bool) { return c.Wait, attempts < c.Max }

// Exponential doubles the wait after every attempt.
type Exponential struct {
	Constant
	// Limit is the longest wait.
	Limit time.Duration
	// Jitter returns the share of the wait, in [0, 1), that is taken off it. Nil means none.
	Jitter func() float64
}

// Delay returns the doubled wait less its jitter.
func (e Exponential) Delay(attempts int) (time.Duration, bool) {
	wait, ok := e.Constant.Delay(attempts)
	if !ok {
		return 0, false
	}
	for range attempts - 1 {
		if wait *= 2; wait >= e.Limit {
			wait = e.Limit
			break
		}
	}
	if e.Jitter != nil {
		wait -= time.Duration(e.Jitter() * float64(wait))
	}
	return wait, true
}

// DefaultBackoff tries five times within about a minute.
var DefaultBackoff Backoff = Exponential{
	Constant: Constant{Wait: time.Second, Max: 5},
	Limit:    30 * time.Second,
	Jitter:   func() float64 { return rand.Float64() / 4 },
}
