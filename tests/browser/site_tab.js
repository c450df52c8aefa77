// What is read off the terminal of a page: its text, or each cell with its colours.
({
  text() {
    if (!globalThis.terminal?.buffer) return "";
    const buffer = terminal.buffer.active;
    const rows = [];
    for (let y = 0; y < terminal.rows; y++) rows.push(buffer.getLine(buffer.baseY + y).translateToString(true, 0, terminal.cols));
    return rows.join("\n");
  },
  // Comes when words are on the screen: who asks again and again takes from the time that is measured.
  shows(words) {
    return new Promise((resolve) => {
      const look = () => this.text().includes(words) && resolve(true);
      const there = (value) => {
        Object.defineProperty(globalThis, "terminal", { value, writable: true, configurable: true });
        value.onWriteParsed(look);
        look();
      };
      if (globalThis.terminal?.buffer) there(terminal);
      else Object.defineProperty(globalThis, "terminal", { set: there, configurable: true });
    });
  },
  cells() {
    const buffer = terminal.buffer.active;
    const colour = (rgb, palette, value) => (rgb ? "#" + value.toString(16).padStart(6, "0") : palette ? String(value) : "");
    const look = (cell) => [
      cell.getWidth() ? cell.getChars() || " " : "",
      colour(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()),
      colour(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()),
      [["b", cell.isBold()], ["d", cell.isDim()], ["i", cell.isItalic()], ["u", cell.isUnderline()], ["r", cell.isInverse()],
        ["s", cell.isStrikethrough()]].filter(([, on]) => on).map(([name]) => name).join(""),
    ];
    const row = (y) => Array.from({ length: terminal.cols }, (_, x) => look(buffer.getLine(buffer.baseY + y).getCell(x)));
    return Array.from({ length: terminal.rows }, (_, y) => row(y));
  },
  paste(text) {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    terminal.textarea.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  },
  // Milliseconds from the next key to the first answer that is painted, and to the last one, after which nothing came
  // for so long; none where nothing comes in three seconds.
  arm(quiet) {
    terminal.reaction = new Promise((resolve) => {
      const times = [];
      let began = 0;
      const pressed = (event) => { began ||= event.timeStamp; };
      document.addEventListener("keydown", pressed, { capture: true });
      const parsed = terminal.onWriteParsed(() => {
        if (began) requestAnimationFrame(() => times.push(performance.now() - began));
      });
      const look = setInterval(() => {
        const rests = began && performance.now() - began - (times.at(-1) ?? 0);
        if (rests < (times.length ? quiet : 3000)) return;
        clearInterval(look);
        parsed.dispose();
        document.removeEventListener("keydown", pressed, { capture: true });
        resolve(times.length ? [times[0], times.at(-1)] : []);
      }, 10);
    });
  },
  reaction: () => terminal.reaction,
})
