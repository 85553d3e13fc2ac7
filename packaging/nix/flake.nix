# Nix flake: `nix run 'git+@REPOSITORY@?dir=packaging/nix'`. It builds the sources beside it, so nothing has to be filled in
# but this comment.
{
  description = "Terminal explorer of Go codebases";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = (builtins.fromTOML (builtins.readFile ../../Cargo.toml)).package;
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = manifest.name;
          version = manifest.version;
          src = ../..;
          cargoLock.lockFile = ../../Cargo.lock;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          nativeCheckInputs = [ pkgs.git ];
          # The others need a terminal or a network of processes that the sandbox lacks.
          cargoTestFlags = [ "--lib" ];
          postInstall = ''
            $out/bin/codegraph-tui man > codegraph-tui.1
            installManPage codegraph-tui.1
            installShellCompletion --cmd codegraph-tui \
              --bash <($out/bin/codegraph-tui completions bash) \
              --zsh <($out/bin/codegraph-tui completions zsh) \
              --fish <($out/bin/codegraph-tui completions fish)
          '';
          meta = {
            description = manifest.description;
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "codegraph-tui";
          };
        };
      });
    };
}
