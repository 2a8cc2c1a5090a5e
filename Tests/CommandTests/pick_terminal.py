"""Picks with `marque pick` on a terminal of its own, and says what is not as it should be.

usage: pick_terminal.py MARQUE BUNDLE    (the bundle of the sample feed)
"""
import fcntl, json, os, re, select, signal, struct, subprocess, sys, tempfile, termios, time, unicodedata

marque, bundle = sys.argv[1:3]
catalog = json.load(open(bundle + "/catalog.json"))
levels = catalog["levels"]
faults = 0


def expect(condition, what):
    global faults
    if not condition:
        faults += 1
        print(what)


def title(level, place):
    """What a wheel shows, by a reading of the arrays of our own."""
    if level == "option":
        return catalog["option"]["text"][catalog["option"]["title"][place]]
    found = catalog[level]["title"][place]
    return ("unknown" if found == 0 else str(found)) if level == "year" else found


def default_path(path):
    """Places in their levels, completed at the default rows."""
    places = list(path)
    if not places:
        places.append(catalog["default"])
    while len(places) < len(levels):
        node = catalog[levels[len(places) - 1]]
        places.append(node["first"][places[-1]] + node["default"][places[-1]])
    return places


def titles(places):
    return [title(level, place) for level, place in zip(levels, places)]


class Terminal:
    """A run of the command on a pseudo terminal, whose other end stays open to look at its mode."""

    def __init__(self, columns=80, rows=24, arguments=(), folder=bundle, **environment):
        self.master, self.slave = os.openpty()
        self.resize(columns, rows, None)
        self.before = termios.tcgetattr(self.slave)
        values = {"PATH": os.environ["PATH"], "TERM": "xterm", **environment}

        def own_terminal():
            # Who runs the tests may have blocked signals, which would be passed on.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [marque, "pick", folder, *arguments], stdin=self.slave, stdout=self.slave, stderr=self.slave,
            preexec_fn=own_terminal, env=values)
        self.text = ""

    def resize(self, columns, rows, _=True):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            self.text += os.read(self.master, 65536).decode("utf-8", "replace")

    def frame(self):
        """The lines of the last screen that was drawn to its end."""
        frames = self.text.split("\x1b[H")
        whole = [frame for frame in frames[1:] if "\x1b[J" in frame]
        if not whole:
            return []
        last = whole[-1].split("\x1b[J")[0]
        return [re.sub(r"\x1b\[[0-9;]*[mK]", "", line) for line in last.split("\r\n")]

    def chosen(self):
        """What each wheel is marked at, from left to right."""
        return [word.strip() for line in self.frame()[1:-3] for word in re.findall(r"(?:^| )> (\S(?:\S| (?! ))*)", line)]

    def until(self, condition, what, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            if condition(self):
                return True
            self.read(0.05)
        expect(False, f"{what}: not seen; the screen was {self.frame()}, the end of the text {self.text[-300:]!r}")
        return False

    def send(self, keys):
        os.write(self.master, keys.encode())

    def end(self, status, what):
        """Waits for the end, and sees that the terminal is as it was."""
        end = time.time() + 20
        while self.process.poll() is None and time.time() < end:
            self.read(0.05)
        while select.select([self.master], [], [], 0.1)[0]:
            self.read(0)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
            expect(False, f"{what}: it did not end")
        expect(self.process.returncode == status, f"{what}: status {self.process.returncode}, expected {status}")
        after = termios.tcgetattr(self.slave)
        expect(after == self.before, f"{what}: the terminal's mode is another one")
        if "\x1b[?1049h" in self.text:
            tail = self.text.split("\x1b[?1049h")[-1]
            expect("\x1b[?25h" in tail and "\x1b[?1049l" in tail, f"{what}: the screen was not put back")
        os.close(self.master)
        os.close(self.slave)
        return self.text.split("\x1b[?1049l")[-1].replace("\r\n", "\n")


def marks(places):
    """The texts of the wheels that show more than a row, the outermost always."""
    shown = []
    for level, (name, place) in enumerate(zip(levels, places)):
        if level == 0 or catalog[levels[level - 1]]["count"][places[level - 1]] > 1:
            shown.append(title(name, place))
    return shown


def at(places):
    """Whether the line below the wheels says that these places are chosen."""
    text = " ".join(titles(places))
    return lambda terminal: len(terminal.frame()) > 4 and terminal.frame()[-3].startswith(text[:70])


UP, DOWN, RIGHT, LEFT, END, HOME = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[F", "\x1b[H"
makes = catalog["make"]["title"]

# Arrows turn, tab and enter go on, and the car at the end is the one of the tree.
# No escape of its own is typed here, so the command may wait long for the rest of a key, however busy the machine is.
terminal = Terminal(ESCDELAY="20000")
start = default_path([])
if terminal.until(at(start), "the start"):
    lines = terminal.frame()
    expect(len(lines) == 24, f"{len(lines)} lines on a screen of 24")
    expect(all(len(line) <= 80 for line in lines), "a line is wider than the screen")
    expect(sorted(terminal.chosen()) == sorted(marks(start)), f"{terminal.chosen()} marked, expected {marks(start)}")
    terminal.send(HOME)
    terminal.until(at(default_path([0])), "home")
    terminal.send(DOWN + DOWN)
    terminal.until(at(default_path([2])), "down twice")
    terminal.send(UP)
    terminal.until(at(default_path([1])), "up")
    terminal.send(END)
    terminal.until(at(default_path([len(makes) - 1])), "end")
    terminal.send("\x1b[6~\x1b[5~")
    terminal.until(at(default_path([max(len(makes) - 1 - 19, 0)])), "a page down at the end, and one up")
    # An arrow whose bytes come one by one.
    terminal.send("\x1bOH")
    terminal.until(at(default_path([0])), "home of the other kind")
    for byte in DOWN:
        terminal.send(byte)
        time.sleep(0.005)
    terminal.until(at(default_path([1])), "an arrow in pieces")
    terminal.send("zzz")
    terminal.until(lambda s: "nothing fits" in s.frame()[-1], "a filter that nothing fits")
    terminal.send("\r\x15TOY")
    toyota = makes.index("Toyota")
    terminal.until(at(default_path([toyota])), "a filter")
    expect(re.fullmatch(r"make: TOY  \(1 of \d+\) *", terminal.frame()[-1]), f"{terminal.frame()[-1]!r} below")
    terminal.send("\r")
    model = catalog["model"]["title"].index("Camry", catalog["make"]["first"][toyota])
    terminal.send("cam")
    terminal.until(lambda s: s.frame()[-1].startswith("model: cam"), "a filter of models")
    terminal.send("\x7f\x7f\x7f")
    terminal.send("camry")
    terminal.until(at(default_path([toyota, model])), "a filter of models, typed again")
    terminal.send("\r")
    years = catalog["model"]["first"][model], catalog["model"]["count"][model]
    year = next(place for place in range(years[0], sum(years)) if catalog["year"]["title"][place] == 1992)
    terminal.send("1992")
    terminal.until(at(default_path([toyota, model, year])), "a filter of years")
    terminal.send("\r")
    option = catalog["year"]["first"][year]
    terminal.send(HOME + DOWN)
    terminal.until(at([toyota, model, year, option + 1]), "an option")
    terminal.send("\r")
    answer = terminal.end(0, "enter at the last wheel")
    expect(re.match(f"id +{catalog['option']['id'][option + 1]}\n", answer), f"{answer!r} answered")

# Left goes back, and what is below follows.
terminal = Terminal()
if terminal.until(at(start), "the start again"):
    terminal.send(RIGHT + LEFT + HOME)
    terminal.until(at(default_path([0])), "right, left, home")
    terminal.send("\t\x1b[Z" + DOWN)
    terminal.until(at(default_path([1])), "tab, shift-tab, down")
    # Another size.
    for columns, rows in [(40, 10), (100, 30), (20, 4), (7, 2), (3, 1), (80, 24)]:
        terminal.text = ""
        terminal.resize(columns, rows)
        terminal.until(lambda s: len(s.frame()) == rows, f"{columns} by {rows}")
        widths = [sum(0 if unicodedata.combining(c) else 1 for c in line) for line in terminal.frame()]
        expect(max(widths, default=0) <= columns, f"{max(widths)} columns drawn of {columns}")
        expect(any("> " in line for line in terminal.frame()), f"no mark in {columns} by {rows}: {terminal.frame()}")
    terminal.send("x\x1b")
    terminal.until(lambda s: s.frame()[-1].startswith("type to filter"), "escape shows all")
    terminal.send("\x1b")
    answer = terminal.end(2, "escape")
    expect("error: nothing was chosen\n  fix: choose the last wheel's row with enter\n" in answer, f"{answer!r} said")

# Every way out puts the terminal back.
for name, act, status in [
    ("ctrl-C", lambda s: s.send("\x03"), 130), ("ctrl-D", lambda s: s.send("\x04"), 2),
    ("SIGINT", lambda s: s.process.send_signal(signal.SIGINT), 130),
    ("SIGTERM", lambda s: s.process.send_signal(signal.SIGTERM), 143),
    ("SIGHUP", lambda s: s.process.send_signal(signal.SIGHUP), 129),
    ("SIGQUIT", lambda s: s.process.send_signal(signal.SIGQUIT), 131),
]:
    terminal = Terminal()
    if terminal.until(at(start), f"the start before {name}"):
        expect(termios.tcgetattr(terminal.slave) != terminal.before, "keys are not taken one by one")
        act(terminal)
    terminal.end(status, name)

# Colors, and none.
for environment, has_color in [({}, True), ({"NO_COLOR": "1"}, False)]:
    terminal = Terminal(**environment)
    terminal.until(at(start), "the start in color")
    expect(("\x1b[36m" in terminal.text) == has_color, f"color with {environment}")
    terminal.send("\x03")
    terminal.end(130, "colors")
terminal = Terminal(TERM="dumb")
if terminal.until(lambda s: f'enter for "{makes[catalog["default"]]}")? ' in s.text, "the prompt of a dumb terminal"):
    terminal.send("\n" * len(levels))
    answer = terminal.end(0, "a dumb terminal")
    expect("\x1b" not in terminal.text, "a dumb terminal is sent escapes")
    expect(re.search(f"id +{catalog['option']['id'][start[-1]]}\n", answer), f"{answer!r} answered")

print(faults, "faults") if faults else None
sys.exit(1 if faults else 0)
