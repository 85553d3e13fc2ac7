//go:build !linux

package store

import "os"

// flush waits until the file is on the disk.
func flush(f *os.File) error { return f.Sync() }
