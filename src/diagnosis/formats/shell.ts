import { lineOf, unknownWord, type Command, type Script, type Word } from './command.js';
import { ansiC } from './escapes.js';

/**
 * Splits commands as a POSIX shell does: quotes, $'…', continuations, here-documents, pipes, variables that the
 * input itself sets. It runs nothing: whatever only a run would show makes a word open.
 */
export const readShell = (text: string): Script => new ShellReader(text, new Map()).script();

interface OpenCommand {
  words: Word[];
  stdin: Word | undefined;
  pipedFrom: OpenCommand | undefined;
}

interface HereDocument {
  readonly command: OpenCommand;
  readonly delimiter: string;
  readonly literal: boolean;
  readonly stripTabs: boolean;
}

class OpenQuote extends Error {
  constructor(readonly at: number) {
    super('a quote is never closed');
  }
}

/** A piece of text, or of a word that the input does not show. */
type Piece = Word;
type Target = 'word' | 'discard' | 'file' | 'string' | 'here' | 'here-tabs';

const plain = /[^ \t\r\n\v\f\\'"$`;&|()<>]+/y;
const continuation = /\\[ \t]*\r?\n/y;
const parameter = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|[0-9@*#?$!-]|\{)/y;
const plainInDouble = /[^"\\$`]+/y;
const plainInHere = /[^\\$`]+/y;

class ShellReader {
  private at = 0;
  private readonly commands: Command[] = [];
  private command: OpenCommand = { words: [], stdin: undefined, pipedFrom: undefined };
  private pieces: Piece[] | undefined;
  /** The word's beginning as long as nothing is quoted: an assignment shows there. */
  private bare = '';
  private quoted = false;
  private target: Target = 'word';
  private assigned: { name: string; value: Word }[] = [];
  private hereDocuments: HereDocument[] = [];

  constructor(
    private readonly text: string,
    private readonly variables: Map<string, Word>,
  ) {}

  script(): Script {
    try {
      while (this.at < this.text.length) this.step();
      this.endCommand();
    } catch (error) {
      if (!(error instanceof OpenQuote)) throw error;
      return { commands: this.commands, openQuoteLine: lineOf(this.text, error.at) };
    }
    return { commands: this.commands };
  }

  /** The text of a here-document whose delimiter is not quoted. */
  expanded(): Word {
    const pieces: Piece[] = [];
    while (this.at < this.text.length) {
      const run = this.match(plainInHere);
      if (run !== '') pieces.push(known(run));
      else if (this.text[this.at] === '\\') pieces.push(known(this.backslashIn('$`\\')));
      else if (this.text[this.at] === '$') pieces.push(this.dollar());
      else pieces.push(this.substitution());
    }
    return joined(pieces);
  }

  private step(): void {
    const character = this.text[this.at] ?? '';
    switch (character) {
      case ' ':
      case '\t':
      case '\r':
      case '\v':
      case '\f':
        this.endWord();
        this.at += 1;
        return;
      case '\n':
        this.endCommand();
        this.at += 1;
        this.readHereDocuments();
        return;
      case '\\':
        if (this.match(continuation) !== '') return;
        // At the very end it stands for itself.
        this.quote(known(this.text.slice(this.at + 1, this.at + 2) || '\\'));
        this.at += 2;
        return;
      case "'":
        this.quote(known(this.single()));
        return;
      case '"':
        this.quote(this.double());
        return;
      case '`':
        this.quote(this.substitution());
        return;
      case '$':
        this.dollarInWord();
        return;
      case ';':
      case '&':
      case '(':
      case ')':
      case '|':
        this.operator(character);
        return;
      case '<':
      case '>':
        this.redirection(character);
        return;
      default:
        this.plainRun(character);
    }
  }

  private plainRun(first: string): void {
    if (first === '#' && this.pieces === undefined) {
      const end = this.text.indexOf('\n', this.at);
      this.at = end === -1 ? this.text.length : end;
      return;
    }
    const run = this.match(plain);
    if (!this.quoted) this.bare += run;
    (this.pieces ??= []).push(known(run));
  }

  private quote(piece: Piece): void {
    this.quoted = true;
    (this.pieces ??= []).push(piece);
  }

  private single(): string {
    const end = this.text.indexOf("'", this.at + 1);
    if (end === -1) throw new OpenQuote(this.at);
    const inner = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return inner;
  }

  private double(): Word {
    const start = this.at;
    const pieces: Piece[] = [];
    this.at += 1;
    for (;;) {
      const run = this.match(plainInDouble);
      if (run !== '') pieces.push(known(run));
      const next = this.text[this.at];
      if (next === undefined) throw new OpenQuote(start);
      if (next === '"') {
        this.at += 1;
        return joined(pieces);
      }
      if (next === '\\') pieces.push(known(this.backslashIn('$`"\\')));
      else if (next === '$') pieces.push(this.dollar());
      else pieces.push(this.substitution());
    }
  }

  /** Inside double quotes a backslash takes back the meaning of a few characters only. */
  private backslashIn(special: string): string {
    const next = this.text[this.at + 1] ?? '';
    if (next === '\n' || (next === '\r' && this.text[this.at + 2] === '\n')) {
      this.at += next === '\n' ? 2 : 3;
      return '';
    }
    this.at += 1 + next.length;
    return next !== '' && special.includes(next) ? next : `\\${next}`;
  }

  private dollarInWord(): void {
    const next = this.text[this.at + 1];
    if (next === "'") {
      this.quote(known(this.ansiC()));
      return;
    }
    // $"…" is a double-quoted text to be translated.
    if (next === '"') {
      this.at += 1;
      return;
    }
    const value = this.dollar();
    const assigns = this.command.words.length === 0 && /^[A-Za-z_]\w*=/.test(this.bare);
    if (value.open || this.target !== 'word' || assigns) this.quote(value);
    else this.splitInto(value.text);
  }

  /** A variable outside quotes falls apart at its blanks. */
  private splitInto(text: string): void {
    for (const part of text.split(/([ \t\n]+)/)) {
      if (/^[ \t\n]/.test(part)) this.endWord();
      else if (part !== '') this.quote(known(part));
    }
  }

  private ansiC(): string {
    const start = this.at;
    let end = start + 2;
    let quote = -1;
    for (;;) {
      if (quote < end) quote = this.text.indexOf("'", end);
      if (quote === -1) throw new OpenQuote(start);
      const slash = this.text.indexOf('\\', end);
      if (slash === -1 || slash > quote) {
        this.at = quote + 1;
        return ansiC(this.text.slice(start + 2, quote));
      }
      end = slash + 2;
    }
  }

  private dollar(): Piece {
    if (this.text.startsWith('$(', this.at)) return this.substitution();
    parameter.lastIndex = this.at;
    const found = parameter.exec(this.text);
    if (found === null) {
      this.at += 1;
      return known('$');
    }
    const name = found[1] ?? found[2];
    const value = name === undefined ? undefined : this.variables.get(name);
    if (found[0] !== '${') {
      this.at += found[0].length;
      return value ?? { text: found[0], open: true };
    }
    const end = this.text.indexOf('}', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
    return unknownWord;
  }

  /** $(…) or `…`: its end is looked for, its output is not known. */
  private substitution(): Piece {
    if (this.text[this.at] === '`') {
      const end = this.text.indexOf('`', this.at + 1);
      if (end === -1) throw new OpenQuote(this.at);
      this.at = end + 1;
      return unknownWord;
    }
    const start = this.at;
    let depth = 0;
    for (this.at += 1; this.at < this.text.length;) {
      const character = this.text[this.at];
      if (character === "'") this.single();
      else if (character === '"') this.skipDouble();
      else {
        if (character === '(') depth += 1;
        if (character === ')') depth -= 1;
        this.at += character === '\\' ? 2 : 1;
        if (depth === 0) return unknownWord;
      }
    }
    throw new OpenQuote(start);
  }

  private skipDouble(): void {
    const start = this.at;
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      if (this.text[this.at] === '\\') this.at += 1;
      else if (this.text[this.at] === '"') {
        this.at += 1;
        return;
      }
    }
    throw new OpenQuote(start);
  }

  private operator(character: string): void {
    const doubled = this.text[this.at + 1] === character;
    const piped = character === '|' && !doubled;
    const from = this.endCommand();
    this.at += doubled || this.text.startsWith('|&', this.at) ? 2 : 1;
    if (piped) this.command.pipedFrom = from;
  }

  private redirection(character: string): void {
    // The number of `2>` is no word.
    if (this.pieces !== undefined && !this.quoted && /^\d+$/.test(this.bare)) this.pieces = undefined;
    this.endWord();
    if (this.text.startsWith('<(', this.at) || this.text.startsWith('>(', this.at)) {
      this.quote(this.substitution());
      return;
    }
    const sign = /(?:<<<|<<-|<<|<&|<|>>|>&|>\||>)/y;
    sign.lastIndex = this.at;
    const operator = sign.exec(this.text)?.[0] ?? character;
    this.at += operator.length;
    this.target = targets[operator] ?? 'discard';
  }

  private endWord(): void {
    const { pieces, bare, quoted, target } = this;
    if (pieces === undefined) return;
    const word = joined(pieces);
    this.pieces = undefined;
    this.bare = '';
    this.quoted = false;
    this.target = 'word';
    if (target === 'word') this.addWord(word, bare);
    else if (target === 'string') this.command.stdin = { ...word, text: `${word.text}\n` };
    else if (target === 'file') this.command.stdin = unknownWord;
    else if (target !== 'discard') {
      this.hereDocuments.push({
        command: this.command,
        delimiter: word.text,
        literal: quoted,
        stripTabs: target === 'here-tabs',
      });
    }
  }

  private addWord(word: Word, bare: string): void {
    const name = /^([A-Za-z_]\w*)=/.exec(bare)?.[1];
    const first = this.command.words[0]?.text;
    const settable =
      first === undefined || ['export', 'local', 'declare', 'readonly', 'typeset'].includes(first);
    if (name === undefined || !settable) {
      this.command.words.push(word);
      return;
    }
    this.assigned.push({ name, value: { ...word, text: word.text.slice(name.length + 1) } });
  }

  /** The command that ended, for a pipe behind it. */
  private endCommand(): OpenCommand {
    this.endWord();
    this.target = 'word';
    const ended = this.command;
    // An assignment before a command is that command's environment only.
    const lasting = ended.words.every((word) =>
      /^(?:export|local|declare|readonly|typeset|-\w+)$/.test(word.text),
    );
    if (lasting) for (const { name, value } of this.assigned) this.variables.set(name, value);
    this.assigned = [];
    if (ended.words.length > 0) this.commands.push(ended);
    // `|` at the end of a line: the pipe goes on in the next one.
    const continues = ended.words.length === 0 && ended.pipedFrom !== undefined;
    this.command = { words: [], stdin: undefined, pipedFrom: continues ? ended.pipedFrom : undefined };
    return ended;
  }

  private readHereDocuments(): void {
    for (const { command, delimiter, literal, stripTabs } of this.hereDocuments) {
      const lines: string[] = [];
      while (this.at < this.text.length) {
        const end = this.text.indexOf('\n', this.at);
        const raw = this.text.slice(this.at, end === -1 ? this.text.length : end);
        this.at = end === -1 ? this.text.length : end + 1;
        const line = stripTabs ? raw.replace(/^\t+/, '') : raw;
        if (line.replace(/\r$/, '') === delimiter) break;
        lines.push(`${line}\n`);
      }
      const body = lines.join('');
      command.stdin = literal ? known(body) : new ShellReader(body, this.variables).expanded();
    }
    this.hereDocuments = [];
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}

const targets: Readonly<Record<string, Target>> = {
  '<<<': 'string',
  '<<-': 'here-tabs',
  '<<': 'here',
  '<': 'file',
};

const known = (text: string): Piece => ({ text, open: false });

const joined = (pieces: readonly Piece[]): Word =>
  pieces.length === 1 && pieces[0] !== undefined
    ? pieces[0]
    : { text: pieces.map(({ text }) => text).join(''), open: pieces.some(({ open }) => open) };
