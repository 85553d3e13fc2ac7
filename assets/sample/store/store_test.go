package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/millrace/job"
	"example.com/millrace/store"
)

var (
	_ store.Store = (*store.Memory)(nil)
	_ store.Store = (*store.Journal)(nil)
)

func put(t *testing.T, s store.Writer, id job.ID, state job.State, second int64) {
	t.Helper()
	j := job.New(id, "echo", nil, time.Unix(second, 0).UTC())
	j.State = state
	if err := s.Put(*j); err != nil {
		t.Fatal(err)
	}
}

func ids(jobs []job.Job) string {
	var text string
	for _, j := range jobs {
		text += string(j.ID)
	}
	return text
}

func TestList(t *testing.T) {
	s := store.NewMemory()
	put(t, s, "c", job.Done, 3)
	put(t, s, "a", job.Queued, 1)
	put(t, s, "b", job.Done, 2)
	done := job.Done
	for want, f := range map[string]store.Filter{
		"abc": {},
		"bc":  {State: &done},
		"ab":  {Limit: 2},
		"":    {Kind: "other"},
	} {
		if got := ids(s.List(f)); got != want {
			t.Errorf("%+v: got %q, want %q", f, got, want)
		}
	}
	if _, err := s.Get("z"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestJournalSurvivesACrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jobs")
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, "a", job.Running, 1)
	put(t, s, "a", job.Done, 1)
	put(t, s, "b", job.Queued, 2)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"id":"c","ki`); err != nil {
		t.Fatal(err)
	}
	file.Close()

	again, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := ids(again.List(store.Filter{})); got != "ab" {
		t.Errorf("got %q", got)
	}
	if a, _ := again.Get("a"); a.State != job.Done {
		t.Errorf("a is %v", a.State)
	}
}
