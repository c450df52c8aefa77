# nixpkgs: pkgs/by-name/ma/marbles-tui/package.nix. Names between @ are filled in by `make texts`.
{
  lib,
  python3Packages,
  fetchurl,
}:

python3Packages.buildPythonApplication rec {
  pname = "marbles-tui";
  version = "@VERSION@";
  pyproject = true;

  src = fetchurl {
    url = "@SDIST_URL@";
    sha256 = "@SDIST_SHA256@";
  };

  build-system = with python3Packages; [
    hatchling
    click
    click-man
  ];

  dependencies = with python3Packages; [
    click
    markdown-it-py
    platformdirs
    rich
    textual
    tomlkit
  ];

  optional-dependencies.host = with python3Packages; [
    asyncssh
    confusable-homoglyphs
  ];

  pythonImportsCheck = [ "marbles_tui" ];

  meta = {
    description = "Terminal arcade of marble and board games";
    homepage = "@HOMEPAGE@";
    changelog = "@HOMEPAGE@/blob/v${version}/CHANGELOG.md";
    license = lib.licenses.mit;
    mainProgram = "marbles-tui";
  };
}
