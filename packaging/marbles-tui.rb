# The text of a Homebrew formula for the one-file build, marbles-tui.pyz, with the native search of all platforms.
# Names between @ are filled in by `make texts`.
class MarblesTui < Formula
  desc "Terminal arcade of marble and board games"
  homepage "@HOMEPAGE@"
  url "@PYZ_URL@"
  sha256 "@PYZ_SHA256@"
  license "MIT"

  depends_on "python@3.13"

  def install
    libexec.install "marbles-tui.pyz"
    (bin/"marbles-tui").write <<~SH
      #!/bin/sh
      exec "#{Formula["python@3.13"].opt_bin}/python3.13" "#{libexec}/marbles-tui.pyz" "$@"
    SH
    generate_completions_from_executable(bin/"marbles-tui", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/marbles-tui --version")
    assert_match "1936", shell_output("#{bin}/marbles-tui perft abacus 2").delete(",")
  end
end
