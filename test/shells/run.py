"""Presses Tab in real shells: the lines of docs/install.md load the completion, and a terminal shows what is offered.

Debian 12 packages (python3, node and the built program besides): apt-get install $(cat test/shells/debian-packages)
"""
import os
import pty
import re
import select
import shutil
import signal
import sys
import tempfile
import time

root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
patience_s = 60

# The file that each shell reads at its start; before the documented line, what that line says must be there.
shells = {
    "bash": (".bashrc", "PS1='READY> '\n", ["bash", "-i"]),
    "zsh": (".zshrc", "PS1='READY> '\nautoload -U compinit; compinit -u\n", ["zsh", "-i"]),
    "fish": (".config/fish/config.fish", "function fish_prompt; echo -n 'READY> '; end\nset fish_greeting\n", ["fish", "-i"]),
}

# What is typed before Tab, and what must be on the screen after it.
cases = [
    ("pvg loo", r"pvg lookup "),
    ("pvg lookup --prod", r"pvg lookup --product-id "),
    ("pvg lookup --profile loc", r"pvg lookup --profile local"),
    ("pvg sign gateway --snippet pyt", r"--snippet python"),
    ("pvg profile sh", r"pvg profile show"),
]


def documented(shell):
    with open(os.path.join(root, "docs", "install.md"), encoding="utf-8") as page:
        row = next(line for line in page if re.match(r"\| " + shell + r"\b", line))
    return re.findall(r"`([^`]+)`", row)[-1].replace("\\|", "|")


def home_with(shell):
    home = tempfile.mkdtemp(prefix="pvg-shells-")
    os.mkdir(os.path.join(home, "bin"))
    program = os.path.join(home, "bin", "pvg")
    with open(program, "w", encoding="utf-8") as script:
        script.write('#!/bin/sh\nexec node "%s/bin/pvg.js" "$@"\n' % root)
    os.chmod(program, 0o755)
    name, before, _ = shells[shell]
    path = os.path.join(home, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as start:
        start.write(before + documented(shell) + "\n")
    return home


class Terminal:
    def __init__(self, shell, home):
        self.screen = ""
        environment = {"PATH": home + "/bin:" + os.environ["PATH"], "HOME": home, "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(home)
            os.execvpe(shells[shell][2][0], shells[shell][2], environment)

    def type(self, text):
        self.screen = ""
        os.write(self.descriptor, text.encode())

    def shows(self, pattern):
        """Reads until the screen has it, without control sequences."""
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            plain = re.sub(r"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07]*\x07|[()][A-Z0-9]|[=>])|[\x00-\x09\x0b-\x1f]", "", self.screen)
            if re.search(pattern, plain):
                return True
            if select.select([self.descriptor], [], [], 0.2)[0]:
                try:
                    self.screen += os.read(self.descriptor, 65536).decode(errors="replace")
                except OSError:
                    return False
                # fish asks the terminal who it is.
                if "\x1b[c" in self.screen or "\x1b[0c" in self.screen:
                    os.write(self.descriptor, b"\x1b[?1;2c")
                    self.screen = self.screen.replace("\x1b[0c", "").replace("\x1b[c", "")
        return False

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


def main():
    failed = 0
    for shell in shells:
        if shutil.which(shell) is None:
            sys.exit("test:shells: there is no %s (Debian: apt-get install $(cat test/shells/debian-packages))" % shell)
        home = home_with(shell)
        right = 0
        for typed, expected in cases:
            terminal = Terminal(shell, home)
            try:
                if not terminal.shows("READY> "):
                    print("FAILED  %s does not start: %r" % (shell, terminal.screen))
                    failed += 1
                    continue
                terminal.type(typed + "\t")
                if terminal.shows(expected):
                    right += 1
                else:
                    print("FAILED  %s: %s, then Tab: %r" % (shell, typed, terminal.screen))
                    failed += 1
            finally:
                terminal.close()
        shutil.rmtree(home, ignore_errors=True)
        print("%s: %d of %d completed" % (shell, right, len(cases)))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
