package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// maxBody is the largest request that is read, in bytes.
const maxBody = 1 << 20

// statusError is an error with the status that it is answered with.
type statusError struct {
	error
	code int
}

// Unwrap returns the cause.
func (e *statusError) Unwrap() error { return e.error }

func badRequest(format string, args ...any) error {
	return &statusError{code: http.StatusBadRequest, error: fmt.Errorf(format, args...)}
}

// decode reads a request's body.
func decode[T any](r *http.Request) (T, error) {
	var v T
	in := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxBody))
	in.DisallowUnknownFields()
	if err := in.Decode(&v); err != nil {
		return v, badRequest("the body is not what was expected: %w", err)
	}
	return v, nil
}

func write[T any](w http.ResponseWriter, code int, v T) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	return json.NewEncoder(w).Encode(v)
}

func writeError(w http.ResponseWriter, err error) {
	code := http.StatusInternalServerError
	var status *statusError
	if errors.As(err, &status) {
		code = status.code
	}
	_ = write(w, code, map[string]string{"error": err.Error()})
}
