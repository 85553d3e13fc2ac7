package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/millrace"
	"example.com/millrace/httpapi"
	"example.com/millrace/job"
)

func TestAPI(t *testing.T) {
	api := httpapi.New(millrace.New(job.NewMux()))
	steps := []struct {
		method, target, body string
		code                 int
		contains             string
	}{
		{"POST", "/jobs", `{"kind":"echo","priority":2}`, http.StatusAccepted, `"state":"Queued"`},
		{"POST", "/jobs", `{}`, http.StatusBadRequest, "no kind"},
		{"POST", "/jobs", `{"colour":"red"}`, http.StatusBadRequest, "unknown field"},
		{"GET", "/jobs", "", http.StatusOK, `"kind":"echo"`},
		{"GET", "/jobs?state=Done", "", http.StatusOK, "null"},
		{"GET", "/jobs?state=Lost", "", http.StatusBadRequest, "no state"},
		{"GET", "/jobs?limit=x", "", http.StatusBadRequest, "not a count"},
		{"GET", "/jobs/none", "", http.StatusNotFound, "no such job"},
		{"GET", "/stats", "", http.StatusOK, `"waiting":1`},
		{"DELETE", "/jobs", "", http.StatusMethodNotAllowed, ""},
	}
	for _, step := range steps {
		t.Run(step.method+" "+step.target, func(t *testing.T) {
			answer := httptest.NewRecorder()
			api.ServeHTTP(answer, httptest.NewRequest(step.method, step.target, strings.NewReader(step.body)))
			if answer.Code != step.code || !strings.Contains(answer.Body.String(), step.contains) {
				t.Errorf("got %d %s", answer.Code, answer.Body)
			}
		})
	}
}
