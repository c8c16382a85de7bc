"""Pastes into pvg at a real terminal: lines longer than a terminal keeps, Enter twice, Ctrl-D, Ctrl-C, and a question after it.

Needs python3, node and the built program.
"""
import json
import os
import pty
import re
import select
import sys
import tempfile
import time
import tty

root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
patience_s = 60

enter, ctrl_c, ctrl_d = b"\r", b"\x03", b"\x04"
purchase = json.dumps({
    "note": "x" * 20_000,
    "packageName": "com.example.game",
    "productId": "gems_100",
    "purchaseToken": "demo-recorded",
})


def bracketed(text):
    return b"\x1b[200~" + text.encode() + b"\x1b[201~"


class Terminal:
    def __init__(self, words):
        self.screen = ""
        environment = {"PATH": os.environ["PATH"], "HOME": tempfile.mkdtemp(prefix="pvg-terminal-"), "TERM": "xterm"}
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.execvpe("node", ["node", os.path.join(root, "bin", "pvg.js"), *words], environment)

    def read(self):
        """False once the program has ended."""
        ready, _, _ = select.select([self.descriptor], [], [], 0.1)
        if not ready:
            return True
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            return False
        self.screen += data.decode("utf-8", "replace")
        return data != b""

    def wait_for(self, pattern):
        ends = time.monotonic() + patience_s
        while not re.search(pattern, self.screen):
            if time.monotonic() > ends or not self.read():
                raise AssertionError("never saw %r in %r" % (pattern, self.screen[-300:]))

    def press(self, keys):
        rest = keys
        while rest:
            readable, writable, _ = select.select([self.descriptor], [self.descriptor], [])
            if readable:
                self.read()
            if writable:
                rest = rest[os.write(self.descriptor, rest[:1024]):]

    def status(self):
        while self.read():
            pass
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return 128 - code if code < 0 else code

    def is_raw(self):
        import termios
        return not termios.tcgetattr(self.descriptor)[tty.LFLAG] & termios.ICANON


product = ["--product-id", "gems_100", "--package", "com.example.game"]
asks = r"Enter twice"


def expect(what, found, wanted):
    if found != wanted:
        raise AssertionError("%s: %r instead of %r" % (what, found, wanted))


def long_paste(end_keys, wrap):
    terminal = Terminal(["lookup", "-", "--profile", "local"])
    terminal.wait_for(asks)
    terminal.press(wrap(purchase))
    terminal.wait_for("demo-recorded")
    for key in end_keys:
        terminal.press(key)
        time.sleep(0.2)
    terminal.wait_for("Order id:")
    expect("status", terminal.status(), 0)


def asks_after_paste():
    terminal = Terminal(["lookup", "-", "--profile", "local", "--package", "com.example.game"])
    terminal.wait_for(asks)
    terminal.press(b"demo-recorded")
    terminal.press(ctrl_d)
    terminal.wait_for("Product id:")
    terminal.press(b"gems_100" + enter)
    terminal.wait_for("Order id:")
    expect("status", terminal.status(), 0)


def interrupted():
    terminal = Terminal(["lookup", "-", "--profile", "local"])
    terminal.wait_for(asks)
    terminal.press(b"abc")
    terminal.press(ctrl_c)
    expect("status", terminal.status(), 130)
    expect("the paste mode is off again", terminal.screen.count("\x1b[?2004l"), 1)


def terminated():
    terminal = Terminal(["lookup", "-", "--profile", "local"])
    terminal.wait_for(asks)
    expect("raw mode", terminal.is_raw(), True)
    os.kill(terminal.pid, 15)
    terminal.wait_for(re.escape("\x1b[?2004l"))
    expect("status", terminal.status(), 143)


def secret_is_not_shown():
    words = ["profile", "add", "shop", "--environment", "dev", "--session-url", "https://s.example", "--game-id", "g"]
    terminal = Terminal([*words, "--secret-key-file", "-"])
    terminal.wait_for(asks)
    terminal.press(b"a-secret-of-the-test")
    terminal.press(ctrl_d)
    expect("status", terminal.status(), 0)
    expect("shown", "a-secret-of-the-test" in terminal.screen, False)


cases = {
    "a long line, marked as a paste, then Enter twice": lambda: long_paste([enter, enter], bracketed),
    "a long line, marked as a paste, then Ctrl-D": lambda: long_paste([ctrl_d], bracketed),
    "a long line without marks, then Enter twice": lambda: long_paste([enter, enter], str.encode),
    "a question after the paste": asks_after_paste,
    "Ctrl-C": interrupted,
    "SIGTERM": terminated,
    "a secret": secret_is_not_shown,
}

failed = 0
for name, case in cases.items():
    try:
        case()
        print("ok   %s" % name)
    except AssertionError as error:
        failed += 1
        print("FAIL %s: %s" % (name, error))
print("%d passed, %d failed" % (len(cases) - failed, failed))
sys.exit(1 if failed else 0)
