//! What it costs others: an idle explorer takes no processor time.

#[cfg(target_os = "linux")]
#[test]
fn idle_means_no_work() {
    use std::fs;
    use std::time::{Duration, Instant};

    use super::terminal::Setup;

    /// Clock ticks of user and system time so far.
    fn ticks(pid: u32) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    let terminal = Setup::sample().ready();
    let pid = terminal.pid();
    // A whole second without a tick must come; before it, the program may still be busy with its start.
    let deadline = Instant::now() + Duration::from_secs(30);
    let (mut since, mut last) = (Instant::now(), ticks(pid));
    while since.elapsed() < Duration::from_secs(1) {
        let now = ticks(pid);
        if now != last {
            (since, last) = (Instant::now(), now);
        }
        assert!(Instant::now() < deadline, "it never rests");
        std::thread::park_timeout(Duration::from_millis(20));
    }
}
