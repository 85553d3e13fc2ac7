package job

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"
)

func TestStateText(t *testing.T) {
	for state := Queued; state <= Failed; state++ {
		text, err := json.Marshal(state)
		if err != nil {
			t.Fatal(err)
		}
		var back State
		if err := json.Unmarshal(text, &back); err != nil || back != state {
			t.Errorf("%s came back as %v, %v", text, back, err)
		}
	}
	if err := json.Unmarshal([]byte(`"Lost"`), new(State)); err == nil {
		t.Error("an unknown state was read")
	}
}

func TestLifeOfAJob(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	j := New("a", "echo", nil, at(10))
	j.Start(at(12))
	j.Finish(at(15), errors.New("no luck"))
	if j.State != Failed || j.Error != "no luck" || !j.State.Terminal() {
		t.Errorf("after the first attempt: %+v", j)
	}
	j.Requeue()
	j.Start(at(20))
	j.Finish(at(21), nil)
	if j.State != Done || j.Attempts != 2 || j.Waited() != 10*time.Second || j.Took() != time.Second {
		t.Errorf("after the second attempt: %+v", j)
	}
}

func TestMux(t *testing.T) {
	type greeting struct{ Name string }
	var greeted string
	mux := NewMux()
	mux.Register("greet", Typed(func(_ context.Context, g greeting) error {
		greeted = g.Name
		return nil
	}))
	ctx := context.Background()
	if err := mux.Handle(ctx, &Job{Kind: "greet", Payload: []byte(`{"Name":"Ada"}`)}); err != nil || greeted != "Ada" {
		t.Errorf("greeted %q, %v", greeted, err)
	}
	if err := mux.Handle(ctx, &Job{Kind: "other"}); !errors.Is(err, ErrUnknownKind) {
		t.Errorf("got %v", err)
	}
}

func TestChainOrder(t *testing.T) {
	var calls string
	mark := func(name string) Middleware {
		return func(next Handler) Handler {
			return HandlerFunc(func(ctx context.Context, j *Job) error {
				calls += name
				return next.Handle(ctx, j)
			})
		}
	}
	end := HandlerFunc(func(context.Context, *Job) error { calls += "."; return nil })
	if err := Chain(end, mark("a"), mark("b")).Handle(context.Background(), &Job{}); err != nil || calls != "ab." {
		t.Errorf("called %q, %v", calls, err)
	}
}
