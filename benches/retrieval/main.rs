//! Retrieval of symbols by questions, on real commits, and the search for the best weights.
//!
//!     cargo bench --bench retrieval -- (REPOS TASKS)... [--every N] [--weights K=V,..] [--strategy S] [--answered] [--no-history] [--packed] [--words] [--also FILE] [--strange N] [--tune | --folds | --ablate]
//!
//! REPOS holds a clone of each repository, named `OWNER+NAME`, checked out at the base commit of its tasks. TASKS holds
//! files of JSON lines: first `{"meta":1,"repo","base"}`, then `{"id","type","query","subject","truth":[{"file","name",
//! "recv","lines","tokens"}],"any"}`. A commit's task is asked twice: with its whole message, and with its subject
//! (`short`). Reported, in percent and as means over the repositories: MRR, and the part of the truth whose whole text
//! lies within the first 2,000, 4,000 and 8,000 tokens of the ranked list, what does not fit skipped (t2k, t4k, t8k);
//! with `--packed` what the packs of that size hold whole, show (whole, by an excerpt or the signature) and name in any view.
//! `--every N` asks one of N tasks of each repository.
//!
//! TASKS may be plain questions instead: first `{"meta":{"repo","commit"}}`, then `{"id","query","truth":[{"file","line",
//! "name","recv","grade"}]}`, where grade 2 is essential. How good the beginnings of their answers are is reported; with
//! `--words` also with one more word, of those offered beside the answer: the best one, and the mean of all; `--also FILE` puts
//! words beside them, of lines `{"id","also":[..]}`; `--strange N` asks N questions about each other repository as well, which
//! nothing here answers, for how sure such answers say that they are. Several pairs of folders are measured as one.
//!
//! Of plain questions, the fused scores alone are weighed; what an answer does with their order afterwards is not.
//!
//! `--tune` climbs from the present weights, one at a time, to those that score best over all repositories; `--folds`
//! does so ten times, each time without one repository, and reports how that one fares: what the weights are worth on
//! a repository that they never saw. `--ablate` takes each signal away in turn and reports what that costs.
//!
//! Of another strategy than `fused`, or with `--answered`, the rows are reported as they are answered, what a question names
//! letter by letter above the others. Else every signal of every candidate is measured
//! once; weighing them anew costs a tenth of a second.

mod measure;
mod options;
mod packs;
mod questions;
mod tasks;
mod tune;

use std::process::ExitCode;

use options::Options;

use self::tasks::Kind;

fn main() -> ExitCode {
    let Some(options) = Options::read() else {
        // Without data there is nothing to measure; `cargo bench` runs every target so.
        println!("retrieval: no REPOS and TASKS given, nothing measured");
        return ExitCode::SUCCESS;
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> anyhow::Result<()> {
    let (mut found, mut all) = (Vec::new(), Vec::new());
    for [repos, tasks] in &options.sets {
        for file in tasks::files(tasks)? {
            all.push((repos, tasks::read(&file)?));
        }
    }
    let strange: Vec<(String, String)> = all
        .iter()
        .flat_map(|(_, tasks)| {
            tasks.tasks.iter().take(options.strange).map(|task| (tasks.repo.clone(), task.query.clone()))
        })
        .collect();
    for (repos, mut tasks) in all {
        let is_meant = |part: &str| tasks.repo.contains(part);
        if options.only.as_ref().is_some_and(|only| !only.split(',').any(is_meant)) {
            continue;
        }
        if !tasks.tasks.iter().any(|task| task.kind == Kind::Question) {
            let mut nth = 0..;
            tasks.tasks.retain(|_| nth.next().is_some_and(|nth: usize| nth.is_multiple_of(options.every)));
        }
        let others = strange.iter().filter(|(repo, _)| *repo != tasks.repo).map(|(_, text)| text.clone());
        found.push(measure::repository(repos, &tasks, &others.collect::<Vec<_>>(), options)?);
    }
    let asked = found.iter().flat_map(|one| &one.asked);
    let plain: Vec<_> = asked.filter_map(|asked| asked.beginnings.as_ref()).collect();
    let strange: Vec<_> = found.iter().flat_map(|one| one.strange.iter().copied()).collect();
    questions::report(&plain, &strange, options.words);
    if options.is_ordered() {
        tune::report(options.strategy.name(), &found, &measure::score_alone());
        return Ok(());
    }
    let weights = &options.weights;
    tune::report("as set", &found, weights);
    packs::report(&found, options);
    if options.tune {
        let tuned = tune::climb(&found.iter().collect::<Vec<_>>(), weights);
        tune::report("tuned", &found, &tuned);
        println!("{}", tune::written(&tuned));
    }
    if options.ablate {
        tune::ablate(&found, weights);
    }
    if options.folds {
        tune::folds(&found, weights);
    }
    Ok(())
}
