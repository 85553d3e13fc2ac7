//! Secrets that tests plant are masked, and code without secrets stays unchanged.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;

/// A small random number generator with a fixed seed, so that the planted secrets are always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        // The constants are those of Knuth's MMIX. Only the high bits are random enough.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn of(&mut self, alphabet: &str, length: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..length).map(|_| letters[self.below(letters.len())]).collect()
    }
}

const ALPHANUMERIC: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const HEX: &str = "0123456789abcdef";
const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PASSWORD: &str = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!$#&*";

/// Forms of keys: the text before the random part, its alphabet and length, and the text after it.
const KEYS: [(&str, &str, usize, &str); 28] = [
    ("AKIA", UPPER, 16, ""),
    ("ASIA", UPPER, 16, ""),
    ("ghp_", ALPHANUMERIC, 36, ""),
    ("gho_", ALPHANUMERIC, 36, ""),
    ("github_pat_", ALPHANUMERIC, 82, ""),
    ("glpat-", ALPHANUMERIC, 20, ""),
    ("xoxb-", "0123456789", 12, "-QwErTyUiOpAsDfGh"),
    ("xoxp-", ALPHANUMERIC, 40, ""),
    ("sk_live_", ALPHANUMERIC, 24, ""),
    ("rk_live_", ALPHANUMERIC, 24, ""),
    ("AIza", ALPHANUMERIC, 35, ""),
    ("ya29.", ALPHANUMERIC, 60, ""),
    ("npm_", ALPHANUMERIC, 36, ""),
    ("pypi-AgEIcHlwaS5vcmc", ALPHANUMERIC, 60, ""),
    ("SG.", ALPHANUMERIC, 22, ".Zk3Q9vXbT7Lw2NcRf8Hs5JyPm1Dg6Ua4Ei0Kt-oVxW"),
    ("SK", HEX, 32, ""),
    ("key-", HEX, 32, ""),
    ("dop_v1_", HEX, 64, ""),
    ("sk-proj-", ALPHANUMERIC, 64, ""),
    ("sk-ant-api03-", ALPHANUMERIC, 80, ""),
    ("hf_", ALPHANUMERIC, 34, ""),
    ("dapi", HEX, 32, ""),
    ("shpat_", HEX, 32, ""),
    ("glsa_", ALPHANUMERIC, 32, "_9fE3a1Bc"),
    ("hvs.", ALPHANUMERIC, 40, ""),
    ("lin_api_", ALPHANUMERIC, 40, ""),
    ("eyJhbGciOiJIUzI1NiJ9.eyJ", ALPHANUMERIC, 40, ".c2lnbmF0dXJlLTEyMzQ1Njc4OTAtYWJj"),
    ("1234567891:AA", ALPHANUMERIC, 33, ""),
];

/// Lines of code with a key that has a known form, at `@`.
const HOLDERS: [&str; 4] = [
    "\tclient := New(\"@\")\n",
    "// Use @ for the staging system.\n",
    "const script = `curl -H 'X-Key: @' https://a.b`\n",
    "\tos.Setenv(\"SOME_NAME\", \"@\")\n",
];

/// Lines of code in which only the name shows that the value at `@` is a secret.
const NAMED: [(&str, &str, usize); 12] = [
    ("var password = \"@\"\n", PASSWORD, 12),
    ("\tcfg.DBPassword = \"@\"\n", PASSWORD, 14),
    ("\tclient_secret: \"@\",\n", ALPHANUMERIC, 32),
    ("\t\"apiKey\": \"@\",\n", ALPHANUMERIC, 40),
    ("const authToken = `@`\n", ALPHANUMERIC, 32),
    ("\tSecretAccessKey: \"@\",\n", BASE64, 40),
    ("\tSetToken(\"@\")\n", HEX, 40),
    ("\tprivateKey := []byte(\"@\")\n", HEX, 64),
    ("\turl := \"postgres://app:@ @db.internal:5432/x\"\n", ALPHANUMERIC, 14),
    ("\treq.Header.Set(\"Authorization\", \"Bearer @\")\n", ALPHANUMERIC, 40),
    ("// export API_TOKEN=@\n", ALPHANUMERIC, 32),
    ("\tDSN: \"amqp://svc:@ @mq/\",\n", PASSWORD_IN_ADDRESS, 10),
];
const PASSWORD_IN_ADDRESS: &str = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!";

/// 200 lines of code, each with a secret.
fn planted() -> Vec<(String, String)> {
    let mut random = Random(7);
    let mut planted = Vec::new();
    for n in 0..112 {
        let (before, alphabet, length, behind) = KEYS[n % KEYS.len()];
        let secret = format!("{before}{}{behind}", random.of(alphabet, length));
        planted.push((HOLDERS[n / KEYS.len()].replace('@', &secret), secret));
    }
    for n in 0..84 {
        let (holder, alphabet, length) = NAMED[n % NAMED.len()];
        // Random text without a digit counts as a word, which one in a hundred would be.
        let secret = format!("{}7", random.of(alphabet, length - 1));
        let line = if holder.contains("@ @") {
            holder.replacen("@ ", &secret, 1)
        } else {
            holder.replace('@', &secret)
        };
        planted.push((line, secret));
    }
    for kind in ["RSA ", "EC ", "OPENSSH ", ""] {
        let lines: Vec<String> = (0..4).map(|n| random.of(BASE64, if n == 3 { 18 } else { 64 })).collect();
        let key = format!(
            "-----BEGIN {kind}PRIVATE KEY-----\n{}\n-----END {kind}PRIVATE KEY-----",
            lines.join("\n")
        );
        let escaped = random.below(2) == 0;
        let text = if escaped { key.replace('\n', "\\n") } else { key };
        planted.push((format!("var pem = `{text}`\n"), lines[1].clone()));
    }
    planted
}

#[test]
fn none_of_two_hundred_planted_secrets_leaves() {
    let planted = planted();
    assert_eq!(planted.len(), 200);
    let mut left = String::new();
    for (line, secret) in &planted {
        let masked = mask(line);
        if masked.contains(secret.as_str()) || masked_in(&masked) != 1 {
            let _ = writeln!(left, "{line}  -> {masked}");
        }
        assert_eq!(masked.lines().count(), line.lines().count(), "{line}");
    }
    assert!(left.is_empty(), "\n{left}");
    // They are also masked if all are in one file.
    let all: String = planted.iter().map(|(line, _)| line.as_str()).collect();
    let masked = mask(&all);
    let left: Vec<&str> =
        planted.iter().map(|(_, secret)| &**secret).filter(|secret| masked.contains(*secret)).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn all_of_a_private_key_is_masked_and_its_lines_stay() {
    let text = "const key = `-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoGCCqGSM49\n\
        AwEHoUQDQgAEPR3tU2Fta9ktY+6P9G0cWO+0kETA6SFs38GecTyudlHz6xvCdz8q\nEKTcWGekdmdDPsHloRNtsiCa697B2O9IFA==\n\
        -----END EC PRIVATE KEY-----`\n";
    let expected = "const key = `-----BEGIN EC PRIVATE KEY-----\n[masked private key]\n[...]\n[...]\n-----END EC PRIVATE KEY-----`\n";
    assert_eq!(mask(text), expected);
    let code = "\tif strings.HasPrefix(text, \"-----BEGIN RSA PRIVATE KEY-----\") {\n\t\treturn parsePKCS1PrivateKeyWithPassword(text)\n\t}\n";
    assert_eq!(mask(code), code);
}

#[test]
fn marks_say_what_stood_there() {
    for (text, expected) in [
        ("\"AKIAQ3EGPZ7XK2MVN4WD\"", "\"[masked aws key]\""),
        ("mysql://root:k2Lq9xWz@db/x", "mysql://root:[masked password]@db/x"),
        ("password = \"k2Lq9xWz!\"", "password = \"[masked password]\""),
        ("amqp://a:k2Lq9xWz@db://b:7mRt4vNc@mq", "amqp://a:[masked password]@db://b:[masked password]@mq"),
    ] {
        assert_eq!(mask(text), expected);
    }
    assert_eq!(describe(0), None);
    assert_eq!(describe(1).as_deref(), Some("1 secret masked"));
    assert_eq!(describe(2).as_deref(), Some("2 secrets masked"));
}

/// Texts that resemble a secret but are none.
const CLEAN: [&str; 24] = [
    "AKIAIOSFODNN7EXAMPLE",
    "password := \"changeme\"",
    "Password: \"password\"",
    "tokenHeader = \"X-Auth-Token\"",
    "const apiKeyPath = \"/etc/app/api-key-1\"",
    "postgres://user:password@localhost/db",
    "https://user:%s@host/",
    "redis://:${REDIS_PASSWORD}@host:6379",
    "token: \"%s-%d-token\"",
    "secret := os.Getenv(\"CLIENT_SECRET_V2\")",
    "passwordField = \"user_password_1\"",
    "if token != \"STRING_LITERAL2\" {",
    "errBadToken = errors.New(\"token 17 is not known here\")",
    "sha := \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "sk_test_your_key_here_please",
    "Bearer realm=\"https://auth.docker.io/token\"",
    "secretName: \"my-app-tls-secret\"",
    "token = nextToken(scanner, 16, base)",
    "APIKey: \"YOUR_API_KEY_GOES_HERE_1\"",
    "case token.ADD_ASSIGN, token.SUB_ASSIGN:",
    "http://a:b@c.d/e",
    "type: \"kubernetes.io/service-account-token\"",
    "import \"golang.org/x/oauth2/clientcredentials\"",
];

#[test]
fn what_is_no_secret_stays() {
    for text in CLEAN {
        assert_eq!(mask(text), text);
    }
}

proptest! {
    #[test]
    fn any_text_keeps_its_lines_and_is_masked_once(text in "(?s).{0,400}") {
        let masked = mask(&text).into_owned();
        prop_assert_eq!(masked.matches('\n').count(), text.matches('\n').count());
        prop_assert_eq!(mask(&masked).into_owned(), masked.clone());
    }

    #[test]
    fn pieces_of_secrets_are_masked_once(
        pieces in proptest::collection::vec(prop_oneof![
            Just("password"), Just("=\""), Just("\""), Just("://u:"), Just("@h"), Just("-----BEGIN PRIVATE KEY-----"),
            Just("\n"), Just("ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3gH6"), Just("k2Lq9xWz"), Just("é"), Just("-----END "),
            Just("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"), Just("[masked "), Just("]"), Just("\\"),
        ], 0..24)
    ) {
        let text = pieces.concat();
        let masked = mask(&text).into_owned();
        prop_assert_eq!(masked.matches('\n').count(), text.matches('\n').count());
        prop_assert_eq!(mask(&masked).into_owned(), masked.clone());
    }
}

/// The fuzzer found this: without the end that the mark of a key took, what is left is random enough to be a password.
#[test]
fn what_a_mark_leaves_of_a_literal_is_judged_again() {
    let text = "-----BEGIN EC PRIVATE KEY-----\nMHcC \"k0++++++p+++++ass+++s+q9xWz\"EY-----\nMHcC2pa :password := \"k2Lq9xWz!v=======-=========\"";
    let masked = mask(text);
    assert_eq!(mask(&masked), masked);
    assert!(!masked.contains("k2Lq9xWz!v"), "{masked}");
}
