# Homebrew formula. A tap has it as Formula/codegraph-tui.rb.
class CodegraphTui < Formula
  desc "Terminal explorer of Go codebases: what carries the load, where things live, what a change breaks"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/codegraph-tui-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/codegraph-tui-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/codegraph-tui-@VERSION@-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/codegraph-tui-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "codegraph-tui"
    man1.install "codegraph-tui.1"
    bash_completion.install "completions/codegraph-tui.bash" => "codegraph-tui"
    zsh_completion.install "completions/codegraph-tui.zsh" => "_codegraph-tui"
    fish_completion.install "completions/codegraph-tui.fish"
    doc.install "README.md", "CHANGELOG.md", "THIRD-PARTY-LICENCES.md"
  end

  test do
    (testpath/"tree/go.mod").write "module example.com/tree\n"
    (testpath/"tree/a.go").write "package tree\n\nfunc Serve() {}\n"
    assert_match "Serve", shell_output("#{bin}/codegraph-tui --data-dir #{testpath}/data rank #{testpath}/tree")
  end
end
