//! Finds keys and tokens that have a known form.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::assigned::is_placeholder;
use super::lines::lines_with;
use super::mark::Secret;

/// The kind that the mark shows, and the form as a regular expression. If it has a group, only the group is the
/// secret.
const RULES: [(&str, &str); 35] = [
    ("aws key", r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}\b"),
    ("alibaba key", r"LTAI[A-Za-z0-9]{17,21}\b"),
    ("tencent key", r"AKID[A-Za-z0-9]{32}\b"),
    ("google key", r"AIza[\w-]{35}|GOCSPX-[\w-]{28}|ya29\.[\w-]{30,}"),
    ("azure secret", r"[\w~.]{3}\dQ~[\w~.-]{31,34}"),
    ("github token", r"gh[oprsu]_[A-Za-z0-9]{36,}|github_pat_\w{36,}"),
    ("gitlab token", r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w.-]{20,}|GR1348941[\w-]{20}"),
    ("slack token", r"xox[abeoprs](?:\.xox[bp])?-[\w-]{10,}|xapp-\d-[\w-]{20,}"),
    ("slack webhook", r"hooks\.slack\.com/(?:services|workflows|triggers)/([\w+/]{30,})"),
    ("discord webhook", r"discord(?:app)?\.com/api/webhooks/\d+/([\w-]{40,})"),
    ("stripe key", r"(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{24,}"),
    ("sendgrid key", r"SG\.[\w-]{16,32}\.[\w-]{16,64}"),
    ("twilio key", r"SK[0-9a-f]{32}\b"),
    ("mailgun key", r"(?:pub)?key-[0-9a-f]{32}\b"),
    ("mailchimp key", r"[0-9a-f]{32}-us\d{1,2}\b"),
    ("npm token", r"npm_[A-Za-z0-9]{36}\b"),
    ("pypi token", r"pypi-AgE[\w-]{50,}"),
    ("rubygems key", r"rubygems_[0-9a-f]{48}\b"),
    ("crates.io token", r"cio[A-Za-z0-9]{32}\b"),
    ("nuget key", r"oy2[a-z0-9]{43}\b"),
    ("docker token", r"dckr_[po]at_[\w-]{27,}"),
    ("digitalocean token", r"do[opr]_v1_[0-9a-f]{64}"),
    (
        "openai key",
        r"sk-(?:proj|svcacct|admin)-[\w-]{40,}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-[A-Za-z0-9]{48}\b",
    ),
    ("anthropic key", r"sk-ant-[\w-]{40,}"),
    (
        "model service key",
        r"hf_[A-Za-z0-9]{34}\b|gsk_[A-Za-z0-9]{48,}|pplx-[A-Za-z0-9]{48}|r8_[A-Za-z0-9]{37}|lsv2_(?:pt|sk)_[\w]{32,}|xai-[A-Za-z0-9]{60,}",
    ),
    (
        "grafana token",
        r"glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,2}|eyJrIjoi[A-Za-z0-9]{60,}={0,2}",
    ),
    ("hashicorp token", r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,}|hv[sbr]\.[\w-]{24,}"),
    ("shopify token", r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
    ("square token", r"sq0(?:atp|csp|idp)-[\w-]{22,43}"),
    ("atlassian token", r"ATATT3[\w=-]{60,}|ATBB[A-Za-z0-9]{32}"),
    ("telegram token", r"\d{8,10}:AA[\w-]{33}\b"),
    (
        "service token",
        r"(?:dapi[0-9a-f]{32}|dp\.(?:pt|st|ct)\.[A-Za-z0-9._-]{40,}|lin_api_[A-Za-z0-9]{40}|ntn_[A-Za-z0-9]{40,}|PMAK-[0-9a-f]{24}-[0-9a-f]{34}|NR(?:AK|II|JS)-[\w-]{19,}|sntry[su]_[\w+/=]{40,}|pul-[0-9a-f]{40}|pscale_(?:tkn|pw|oauth)_[\w=.-]{32,}|EZ[AT]K[A-Za-z0-9]{54}|duffel_(?:test|live)_[\w=-]{43}|fo1_[\w-]{43}|fm[12][ar]?_[\w+/-]{100,}|HRKU-AA[\w-]{58}|CCIP(?:AT|RJ)_[\w]{20,}|sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,}|nfp_[A-Za-z0-9]{36}|rnd_[A-Za-z0-9]{28,}|CLOJARS_[a-z0-9]{60}|AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59}|tfp_[\w-]{44}|dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}|EAA[MC][A-Za-z0-9]{100,}|v1\.0-[0-9a-f]{24}-[0-9a-f]{146}|CFPAT-[\w-]{43}|FLWSECK(?:_TEST)?-[\w-]{12,}|access-(?:production|development)-[0-9a-f]{8}-[0-9a-f-]{27}|rzp_live_[A-Za-z0-9]{14}|sgp_(?:[A-Za-z0-9]{16}_)?[0-9a-f]{40}|AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}|ops_eyJ[A-Za-z0-9+/]{60,}|A3-[A-Z0-9]{6}-[A-Z0-9-]{26,34}|pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|figd_[\w-]{40,}|SCW[A-Z0-9]{17}\b)",
    ),
    ("jwt", r"eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"),
    ("authorization", r"(?i:Bearer|token|Basic) ([\w+/.~-]{20,}={0,2})"),
    ("password", r"(?u:[a-z][a-z0-9+.-]*://[^\s/:@'\x22`<>{}$%]*:([^\s/@'\x22`<>\[]{3,})@[\w\[%$<{.-])"),
];

/// Every form contains one of these pieces. Most lines contain none, and looking for the pieces is twenty times as
/// fast as for the forms.
const ANCHORS: &str = r"AKI[AD]|A(?:SI|BI)A|ACCA|A3[T-]|LTAI|AIza|GOCSPX|ya29|Q~|gh[oprsu]_|github_pat_|gl[a-z]{2,5}[-_]|GR1348941|xox|\
xapp|hooks\.slack|api/webhooks|[sr]k_|whsec_|SG\.|SK[0-9a-f]|key-|-us[0-9]|npm_|pypi-|rubygems_|cio[A-Z0-9a-z]|oy2|dckr_|_v1_|sk-|hf_|gsk_|\
pplx-|r8_|lsv2_|xai-|eyJ|atlasv1|hv[sbr]\.|shp|sq0|ATATT3|ATBB|:AA|://|(?i:bearer |token |basic )|dapi|dp\.|lin_api|ntn_|PMAK|NR[AIJ]|\
sntr|pul-|pscale_|EZ[AT]K|duffel_|fo1_|fm[12]|HRKU|CCIP|sbp_|sb_secret|nfp_|rnd_|CLOJARS_|AKCp|cmVmd|tfp_|dt0c01|EAA[MC]|v1\.0-|CFPAT|\
FLWSECK|access-|rzp_live|sgp_|AGE-SECRET|ops_eyJ|pat[A-Za-z0-9]|figd_|SCW";

static WITH_ANCHORS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!("(?-u:{})", ANCHORS.replace("\\\n", ""))).ok());

/// All forms as one expression of alternatives, and each form alone.
static FORMS: LazyLock<Option<(Regex, Vec<Regex>)>> = LazyLock::new(|| {
    // Keys are ASCII. A form that needs Unicode classes enables them itself.
    let forms: Vec<String> = RULES.iter().map(|(_, rule)| format!("(?-u:\\b(?:{rule}))")).collect();
    let all = Regex::new(&forms.join("|")).ok()?;
    let each = forms.iter().map(|form| Regex::new(form)).collect::<Result<_, _>>().ok()?;
    Some((all, each))
});

/// The secrets that have one of the forms, and private keys.
pub(super) fn find(text: &str) -> Vec<Secret> {
    let mut found = private_keys(text);
    let (Some((all, each)), Some(anchors)) = (&*FORMS, &*WITH_ANCHORS) else { return found };
    for line in lines_with(anchors, text) {
        let (start, line) = (line.start, &text[line]);
        let mut from = 0;
        while let Some(hit) = all.find_at(line, from) {
            from = hit.end().max(hit.start() + 1);
            let at = hit.start();
            let rule = each.iter().zip(RULES).find_map(|(form, (kind, _))| {
                let groups = form.captures_at(line, at);
                let groups = groups.filter(|groups| groups.get(0).is_some_and(|all| all.start() == at))?;
                Some((groups.get(1).or(groups.get(0))?.range(), kind))
            });
            let Some((range, kind)) = rule else { continue };
            if !is_example(kind, &line[range.clone()]) {
                // The text behind a password in an address may begin the next address.
                from = range.end;
                found.push(Secret { range: start + range.start..start + range.end, kind: Some(kind) });
            }
        }
    }
    found
}

/// Returns whether a text has the form of a secret but is an example or a placeholder.
fn is_example(kind: &str, text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let distinct = text.bytes().fold(0_u128, |seen, byte| seen | 1 << (byte & 127)).count_ones();
    match kind {
        // A password can be a word of three letters, so only placeholders are no passwords.
        "password" => is_placeholder(text) || is_variable(text),
        "authorization" => is_placeholder(text) || digits < 3 || distinct < 10,
        _ => is_placeholder(text) || distinct < 8,
    }
}

/// Returns whether a text is a variable that a program replaces: `${NAME}`, `%s`, `{{.Name}}`, `$NAME`, `***`.
fn is_variable(text: &str) -> bool {
    let mut letters = text.chars();
    let rest = match letters.next() {
        Some('{' | '<' | '*' | '(') => return true,
        Some('$' | '%') => letters.as_str(),
        _ => return false,
    };
    rest.starts_with(['{', '(']) || rest.chars().all(|c| c.is_uppercase() || c == '_' || rest.len() == 1)
}

/// The lines of private keys (RFC 7468, OpenSSH, PGP).
fn private_keys(text: &str) -> Vec<Secret> {
    const BEGIN: &str = "-----BEGIN ";
    const KINDS: [&str; 2] = ["PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"];
    const END: &str = "-----END ";
    /// The search for the end stops after this many bytes, because a header without an end is part of code that looks
    /// for keys, or of an excerpt.
    const LONGEST: usize = 1 << 14;
    let mut found = Vec::new();
    for (at, _) in text.match_indices(BEGIN) {
        let head = text[at + BEGIN.len()..].lines().next().unwrap_or_default();
        let kind = KINDS.iter().filter_map(|kind| Some(head.find(kind)? + kind.len())).min();
        // Only the name of an algorithm may be before the kind.
        let Some(end) = kind.filter(|&end| end < 40) else { continue };
        let start = at + BEGIN.len() + end;
        let rest = &text[start..];
        let mut most = rest.len().min(LONGEST);
        while !rest.is_char_boundary(most) {
            most -= 1;
        }
        let end = start + rest[..most].find(END).unwrap_or(most);
        let mut kind = Some("private key");
        for range in key_lines(text, start..end) {
            found.push(Secret { range, kind: kind.take() });
        }
    }
    found
}

/// Runs of base64 with delimiters around them. They are long and have digits and capitals, or follow such a run.
fn key_lines(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    const LONG: usize = 24;
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let bytes = text.as_bytes();
    let (mut found, mut at): (Vec<Range<usize>>, usize) = (Vec::new(), within.start);
    let mut is_after_escape = false;
    while at < within.end {
        // A line break may be escaped as `\n`.
        if bytes[at] == b'\\' {
            (at, is_after_escape) = (at + 2, true);
            continue;
        }
        let end = (at..within.end).find(|&end| !is_base64(bytes[end])).unwrap_or(within.end);
        let run = &bytes[at..end];
        let is_apart = is_after_escape
            || matches!(bytes[..at].last(), None | Some(b'\n' | b'"' | b'\t' | b' ' | b'\'' | b'`' | b'-'));
        let ends = matches!(bytes.get(end), None | Some(b'\n' | b'\r' | b'"' | b'\\' | b'\'' | b'`' | b'-'));
        let is_mixed = run.iter().any(u8::is_ascii_digit) && run.iter().any(u8::is_ascii_uppercase);
        let is_of_key = run.len() >= LONG && is_mixed || !found.is_empty() && run.len() >= 2;
        if is_apart && ends && is_of_key {
            found.push(at..end);
        }
        is_after_escape = false;
        at = end.max(at + 1);
    }
    found
}
