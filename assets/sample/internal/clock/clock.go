// Package clock is time that tests can set.
package clock

import (
	"sync"
	"time"
)

// Clock tells the time and waits.
type Clock interface {
	Now() time.Time
	// After returns a channel that receives once, when d has passed.
	After(d time.Duration) <-chan time.Time
}

// System is the machine's clock.
type System struct{}

// Now returns the current time.
func (System) Now() time.Time { return time.Now() }

// After waits in real time.
func (System) After(d time.Duration) <-chan time.Time { return time.After(d) }

// Fake stands still until it is told to move on.
type Fake struct {
	mu     sync.Mutex
	now    time.Time
	alarms []alarm
}

type alarm struct {
	at time.Time
	c  chan time.Time
}

// NewFake returns a clock that stands at now.
func NewFake(now time.Time) *Fake { return &Fake{now: now} }

// Now returns the time at which the clock stands.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// After returns a channel that receives when the clock has been moved on by d.
func (f *Fake) After(d time.Duration) <-chan time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := make(chan time.Time, 1)
	if d <= 0 {
		c <- f.now
		return c
	}
	f.alarms = append(f.alarms, alarm{at: f.now.Add(d), c: c})
	return c
}

// Advance moves the clock on and sets off the alarms that it passes.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
	pending := f.alarms[:0]
	for _, a := range f.alarms {
		if a.at.After(f.now) {
			pending = append(pending, a)
			continue
		}
		a.c <- f.now
	}
	f.alarms = pending
}

var (
	_ Clock = System{}
	_ Clock = (*Fake)(nil)
)
