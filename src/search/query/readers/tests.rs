//! Each kind of question is read by its own reader, on a tree that its examples name.

use std::fs;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::index::{BuildSettings, Repository, Snapshot, Store, Task, refresh};
use crate::relations::Reach;
use crate::search::query::asking::Asking;
use crate::search::query::lookups::Lookups;
use crate::search::query::narrowing::ScopedQuestion;
use crate::search::query::parse::Parse;
use crate::search::query::qualifiers::Qualifiers;
use crate::search::query::reading::ReadOptions;

const FILES: [(&str, &str); 4] = [
    ("go.mod", "module example.com/m\n"),
    (
        "internal/queue/queue.go",
        r#"// Package queue holds jobs until somebody takes them.
package queue

import (
	"errors"
	"fmt"
)

func Open(name string, limit int) (*Queue, error) {
	if limit < 1 {
		return nil, errors.New("cannot open the queue while the engine is draining")
	}
	return &Queue{name: name, limit: limit}, nil
}

type Queue struct {
	name  string
	limit int
}

func (q *Queue) Put(jobs int) error {
	if jobs > q.limit {
		return fmt.Errorf("queue %q has %d of %d jobs", q.name, jobs, q.limit)
	}
	return nil
}

type Store interface {
	Put(jobs int) error
}
"#,
    ),
    (
        "engine.go",
        r#"package main

import (
	"flag"
	"net/http"
	"os"

	"example.com/m/internal/queue"
)

type Config struct{ Name string }

type Engine struct{ config Config }

func (e *Engine) Run(limit int) error {
	_, err := queue.Open(e.config.Name, limit)
	return err
}

func main() {
	config := Config{}
	config.Name = os.Getenv("QUEUE_LIMIT")
	flag.Int("queue-limit", 10, "jobs that a queue takes")
	engine := &Engine{config: config}
	_ = engine.Run(10)
	_ = http.ListenAndServe(":80", nil)
}
"#,
    ),
    (
        "engine_test.go",
        r#"package main

import "testing"

func TestRun(t *testing.T) {
	_ = (&Engine{}).Run(1)
}

func BenchmarkRun(b *testing.B) {
	_ = (&Engine{}).Run(b.N)
}
"#,
    ),
];

fn tree() -> (tempfile::TempDir, Snapshot) {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in FILES {
        let path = dir.path().join("repo").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let root = dir.path().join("repo").canonicalize().unwrap();
    let repository = Repository { root, store: Store::new(dir.path().join("data")) };
    let task = Task { cancel: &AtomicBool::new(false), report: &|_| (), glimpses: false };
    let settings = BuildSettings::default();
    let outcome = refresh(&repository, &settings, &task).unwrap();
    (dir, outcome.snapshot)
}

/// The first reader that does not pass a question on.
fn taken_by(lookups: &Lookups<'_>, question: &str) -> Option<&'static str> {
    let scoped = ScopedQuestion::read(lookups, question);
    let options =
        ReadOptions { fuzzy: true, limit: 20, qualifiers: &scoped.qualifiers, reach: Reach::default() };
    let input = Input { lookups, question: &scoped.asking.parse.asked, asking: &scoped.asking, options };
    let mut readers = READERS.iter().filter(|reader| !matches!((reader.read)(&input), ReaderOutcome::Pass));
    readers.next().map(|reader| reader.name)
}

#[test]
fn each_example_is_read_by_its_own_reader_and_by_none_before_it() {
    let (_dir, snapshot) = tree();
    let (graph, text) = (snapshot.graph(), snapshot.text().unwrap());
    let lookups = Lookups::new(&graph, &text);
    let examples = || READERS.iter().flat_map(|r| r.examples.iter().map(|example| (r.name, *example)));
    let wrong: Vec<_> = examples()
        .map(|(name, example)| (example, Some(name), taken_by(&lookups, example)))
        .filter(|(_, expect, found)| expect != found)
        .collect();
    assert!(wrong.is_empty(), "question, its reader, the reader that took it: {wrong:#?}");
    assert!(examples().count() >= READERS.len());
    let others = [
        ("who calls Engine.Stop", Some("unknown relations")),
        ("how are jobs held until somebody takes them", None),
    ];
    for (question, expect) in others {
        assert_eq!(taken_by(&lookups, question), expect, "{question}");
    }
}

#[test]
fn names_of_readers_are_distinct() {
    let mut names: Vec<&str> = READERS.iter().map(|reader| reader.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), READERS.len());
}

#[test]
fn a_reason_to_decline_stands_under_what_a_later_reader_finds() {
    let (_dir, snapshot) = tree();
    let (graph, text) = (snapshot.graph(), snapshot.text().unwrap());
    let lookups = Lookups::new(&graph, &text);
    let options =
        ReadOptions { fuzzy: true, limit: 20, qualifiers: &Qualifiers::default(), reach: Reach::default() };
    let question = "who uses QUEUE_LIMIT";
    let asking = &Asking::new(&graph, &text, Parse::whole(question));
    let (reader, reading) = read(&Input { lookups: &lookups, question, asking, options });
    assert_eq!(reader.map(|reader| reader.name), Some("flags and environment variables"));
    let why = reading.why.unwrap_or_default();
    assert!(why.contains("QUEUE_LIMIT") && why.contains("as a string"), "{why}");
    assert_eq!(reading.rest.as_deref(), Some("QUEUE_LIMIT"));
}
