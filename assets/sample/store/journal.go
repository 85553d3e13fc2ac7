package store

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"example.com/millrace/job"
)

// Journal keeps jobs in memory and writes every change to a file, one JSON line each, before it counts.
type Journal struct {
	*Memory

	writing sync.Mutex
	file    *os.File
	out     *json.Encoder
}

// Open reads the journal at path, which need not exist yet.
func Open(path string) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	j := &Journal{Memory: NewMemory(), file: file, out: json.NewEncoder(file)}
	if err := j.replay(file); err != nil {
		return nil, errors.Join(fmt.Errorf("store: %s: %w", path, err), file.Close())
	}
	return j, nil
}

// replay puts every line into memory. A last line without its end is what a crash leaves behind; it doesn't count.
func (j *Journal) replay(r io.Reader) error {
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var kept job.Job
		if err := json.Unmarshal(line, &kept); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := j.Memory.Put(kept); err != nil {
			return err
		}
	}
}

// Put writes the job to the file and then keeps it.
func (j *Journal) Put(changed job.Job) error {
	j.writing.Lock()
	defer j.writing.Unlock()
	if err := j.out.Encode(changed); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if changed.State.Terminal() {
		if err := flush(j.file); err != nil {
			return fmt.Errorf("store: %w", err)
		}
	}
	return j.Memory.Put(changed)
}

// Close closes the file.
func (j *Journal) Close() error {
	return errors.Join(flush(j.file), j.file.Close())
}
