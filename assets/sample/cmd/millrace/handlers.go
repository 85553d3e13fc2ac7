package main

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"example.com/millrace/job"
)

// handlers returns what this program can do.
func handlers() *job.Mux {
	mux := job.NewMux()
	mux.Register("wordcount", job.Typed(countWords))
	mux.Register("sleep", job.Typed(sleep))
	mux.HandleFunc("echo", func(_ context.Context, j *job.Job) error {
		slog.Info("echo", "payload", string(j.Payload))
		return nil
	})
	return mux
}

// textPayload is the payload of jobs about a text.
type textPayload struct {
	Text string `json:"text"`
}

func countWords(_ context.Context, p textPayload) error {
	counts := make(map[string]int)
	for _, word := range strings.Fields(p.Text) {
		counts[strings.ToLower(word)]++
	}
	slog.Info("counted", "words", counts)
	return nil
}

// sleepPayload says for how long, such as "1.5s".
type sleepPayload struct {
	For string `json:"for"`
}

func sleep(ctx context.Context, p sleepPayload) error {
	d, err := time.ParseDuration(p.For)
	if err != nil {
		return err
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
