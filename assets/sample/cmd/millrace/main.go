// Command millrace serves a job queue over HTTP.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"time"

	"example.com/millrace"
	"example.com/millrace/httpapi"
	"example.com/millrace/job"
	"example.com/millrace/store"
	"example.com/millrace/worker"
)

// config is what the command line says.
type config struct {
	addr    string
	journal string
	workers int
	limit   time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "millrace:", err)
		os.Exit(1)
	}
}

func parse(args []string) (config, error) {
	var c config
	flags := flag.NewFlagSet("millrace", flag.ContinueOnError)
	flags.StringVar(&c.addr, "addr", "localhost:8080", "address to listen on")
	flags.StringVar(&c.journal, "journal", "", "file that keeps the jobs; none keeps them in memory")
	flags.IntVar(&c.workers, "workers", 4, "jobs that run at the same time")
	flags.DurationVar(&c.limit, "limit", time.Minute, "longest time that a job may take")
	return c, flags.Parse(args)
}

func run(ctx context.Context, args []string) error {
	c, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	options := []millrace.Option{millrace.WithWorkers(c.workers)}
	if c.journal != "" {
		journal, err := store.Open(c.journal)
		if err != nil {
			return err
		}
		options = append(options, millrace.WithStore(journal))
	}
	service := millrace.New(job.Chain(handlers(), worker.Limited(c.limit)), options...)
	return serve(ctx, c.addr, service)
}

// serve answers requests and performs jobs until the context ends.
func serve(ctx context.Context, addr string, service *millrace.Service) error {
	server := &http.Server{Addr: addr, Handler: httpapi.New(service), ReadHeaderTimeout: 5 * time.Second}
	stopped := context.AfterFunc(ctx, func() {
		patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := server.Shutdown(patience); err != nil {
			slog.Warn("requests were cut off", "error", err)
		}
	})
	defer stopped()

	worked := make(chan error, 1)
	go func() { worked <- service.Run(ctx) }()
	slog.Info("listening", "addr", addr)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-worked
}
