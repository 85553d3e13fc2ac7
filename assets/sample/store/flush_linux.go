package store

import (
	"os"
	"syscall"
)

// flush waits until the file's data is on the disk; its times may follow later.
func flush(f *os.File) error {
	return os.NewSyscallError("fdatasync", syscall.Fdatasync(int(f.Fd())))
}
