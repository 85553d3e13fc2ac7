//! Saving a tour updates the places of steps, and steps at packages.

use super::*;

#[test]
fn steps_are_brought_to_where_their_code_is() {
    let mut tree = Tree::new();
    let step = |tree: &Tree, name: &str| {
        let graph = tree.snapshot.graph();
        let id = crate::model::resolve(&graph, name).unwrap();
        let opener = Opener::new(&tree.repository.root);
        StepDraft::at(&graph, id, "because", &|path| opener.open(path))
    };
    let mut tour = Tour::new("T", "");
    for (ix, name) in ["store.Store.Put", "store.Open", "main.run", "store.hook"].iter().enumerate() {
        tour.insert(ix, &step(&tree, name));
    }
    // A person changed these steps: a line further down, another file, and another title.
    let text = tour.to_text().replace("\"title\": \"main.run\"", "\"title\": \"How run works\"");
    let pattern = text.lines().find(|line| line.contains("func run")).unwrap();
    let text = text.replace(pattern, "      \"line\": 9,");
    let hook = text.rfind("\"file\": \"store/store.go\"").unwrap();
    let text = format!("{}{}", &text[..hook], text[hook..].replacen("store/store.go", "main.go", 1));
    let mut tour = Tour::parse(text.as_bytes()).unwrap();
    let renew = |tree: &Tree, tour: &mut Tour| {
        let graph = tree.snapshot.graph();
        let opener = Opener::new(&tree.repository.root);
        let open = |path: &str| opener.open(path);
        let found = tree.finds(tour);
        crate::tour::renew(&graph, tour, &found, &open)
    };
    assert_eq!(renew(&tree, &mut tour), [0; 0], "nothing moved");
    let store = STORE.replace("Put()", "Push()").replace("func Open()", "func Open(n ...int)");
    tree.write("store/store.go", &store);
    tree.write("main.go", &MAIN.replace("s.Put()", "s.Push()").replace("func main", "// Runs.\nfunc main"));
    assert_eq!(renew(&tree, &mut tour), [0, 1, 2]);
    let places = |tour: &Tour| -> Vec<String> {
        let place = |step: TourStep<'_>| match step.place() {
            StepPlace::File { path, at } => format!("{} {path} {at:?}", step.title()),
            place => format!("{place:?}"),
        };
        tour.steps().map(place).collect()
    };
    assert_eq!(
        places(&tour),
        [
            r#"store.Store.Push store/store.go Pattern("^func \\(s \\*Store\\) Push\\(\\) \\{ s\\.n\\+\\+ \\}")"#,
            r#"store.Open store/store.go Pattern("^func Open\\(n \\.\\.\\.int\\) \\*Store \\{ return &Store\\{n: 1\\} \\}")"#,
            "How run works main.go Line(10)",
            r#"store.hook main.go Pattern("^func hook\\(n int\\) \\{\\}")"#,
        ]
    );
    assert!(tour.steps().all(|step| step.why().is_some()), "{}", tour.to_text());
    assert_eq!(renew(&tree, &mut tour), [0; 0], "once is enough");

    // Somebody else wrote this file, with a line that no file has.
    let far = tour.to_text().replace("\"line\": 10,", "\"line\": 4294967295,");
    let mut tour = Tour::parse(far.as_bytes()).unwrap();
    assert_eq!(renew(&tree, &mut tour), [2]);
    assert!(places(&tour)[2].starts_with("How run works main.go Line("), "{:?}", places(&tour));
}

#[test]
fn words_that_nobody_touched_are_made_anew_and_all_others_stay() {
    let mut tree = Tree::new();
    let mut tour = Tour::new("T", "");
    for (ix, name) in ["store.Open", "main.run", "store.Store.Put", "store.hook"].iter().enumerate() {
        let graph = tree.snapshot.graph();
        let id = crate::model::resolve(&graph, name).unwrap();
        let opener = Opener::new(&tree.repository.root);
        tour.insert(ix, &StepDraft::at(&graph, id, "", &|path| opener.open(path)));
    }
    let words = |tour: &Tour, ix: usize| tour.step(ix).unwrap().description().to_owned();
    let (open, put) = (words(&tour, 0), "**here** It uses `store.Store.n`.");
    assert_eq!(words(&tour, 2), put);
    // A person added a paragraph before the text, a word within it, or a paragraph after it.
    tour.describe(1, &format!("Look **here**.\n\n{}", words(&tour, 1)));
    tour.describe(2, &put.replace("uses", "counts"));
    tour.describe(3, &format!("{} Once.", words(&tour, 3)));
    let by_hand = [words(&tour, 2), words(&tour, 3)];
    let packages = tree.tour(TourKind::Packages);
    let renew = |tree: &Tree, tour: &mut Tour| {
        let opener = Opener::new(&tree.repository.root);
        let found = tree.finds(tour);
        crate::tour::renew(&tree.snapshot.graph(), tour, &found, &|path| opener.open(path))
    };
    assert_eq!(renew(&tree, &mut tour), [0; 0]);

    let store = STORE.replace("Open", "Begin").replace("makes a", "begins a").replace("Put()", "Push()");
    tree.write("store/store.go", &store);
    let main = MAIN.replace("func main", "// Runs.\nfunc main").replace("Put()", "Push()");
    tree.write("main.go", &main.replace("Open", "Begin"));
    assert_eq!(renew(&tree, &mut tour), [0, 1, 2]);
    let made = open.replace("Open", "Begin").replace("makes", "begins");
    assert_eq!(words(&tour, 0), made);
    assert!(words(&tour, 1).starts_with("Look **here**.\n\n**here** "), "{}", words(&tour, 1));
    assert!(words(&tour, 1).contains("`store.Begin`"), "{}", words(&tour, 1));
    assert_eq!([words(&tour, 2), words(&tour, 3)], by_hand);
    assert_eq!(renew(&tree, &mut tour), [0; 0], "once is enough");

    // A text that begins with the introduction of the package keeps doing so.
    let mut tour = packages;
    assert_eq!(renew(&tree, &mut tour), [0, 1]);
    let before = words(&tour, 0);
    assert!(
        before.starts_with("Package **store** keeps things.\n\n**here** Begin begins a store."),
        "{before}"
    );

    // A step without a hash of its text, as older files have, keeps its text.
    let text = tour.to_text();
    let untold: Vec<&str> = text.lines().filter(|line| !line.contains("\"words\"")).collect();
    let text = untold.join("\n").replace(",\n      }", "\n      }");
    let mut tour = Tour::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    tree.write("store/store.go", &store.replace("Begin", "Start"));
    assert_eq!(renew(&tree, &mut tour), [0]);
    assert_eq!((tour.step(0).unwrap().title(), words(&tour, 0)), ("store: Start", before));
}

#[test]
fn a_step_at_a_package_is_its_folder_and_says_what_it_says() {
    let mut tree = Tree::new();
    tree.write("store/a.go", "package store\n\nimport \"example.com/m/far/deep\"\n\nvar _ = deep.Deep\n");
    tree.write("far/deep/deep.go", "package deep\n\nfunc Deep() {}\n");
    let opener = Opener::new(&tree.repository.root);
    let graph = tree.snapshot.graph();
    let step = |id: &str| {
        let symbol = graph.find_id(id).unwrap_or_else(|| panic!("{id}"));
        let mut tour = Tour::new("T", "");
        tour.insert(0, &StepDraft::at(&graph, symbol, "", &|path| opener.open(path)));
        tour
    };
    let mut tour = step("store::store::package");
    assert_eq!(tour.step(0).unwrap().place(), StepPlace::Folder("store"), "which CodeTour opens");
    assert_eq!(
        tour.step(0).unwrap().description(),
        "Package **store** keeps things.\n\n**here** Holds `Store`, `Open`, `Store.Put` and others. \
         Imported by `.`. Imports `far/deep`."
            .replace("`.`", "`main`")
    );
    assert_eq!(
        tree.found(&tour),
        [(Verdict::Kept, "store/store.go:2".to_owned())],
        "the file that speaks for it"
    );
    assert_eq!(
        tree.found(&step("far/deep::deep::package"))[0].0,
        Verdict::Kept,
        "its name is not its folder"
    );
    let file = step("store/a.go::a.go::file");
    let words = file.step(0).unwrap().description();
    assert!(
        words.ends_with(
            "**here** A file of package store. Holds no function, method or type. Imports `far/deep`."
        ),
        "{words}"
    );
    // Folders that older files have under the key `file` are corrected when the tour is saved.
    let old = tour.to_text().replace("\"directory\": \"store\"", "\"file\": \"store\",\n \"line\": 1");
    tour = Tour::parse(old.as_bytes()).unwrap();
    let found = tree.finds(&tour);
    assert_eq!(renew(&graph, &mut tour, &found, &|path| opener.open(path)), [0]);
    assert_eq!(tour.step(0).unwrap().place(), StepPlace::Folder("store"));
    assert!(!tour.to_text().contains("\"file\""), "{}", tour.to_text());
}
