import {
  joined,
  known,
  OpenQuote,
  scriptOf,
  unknownWord,
  type Command,
  type Script,
  type Word,
} from './command.js';
import { Cursor } from './cursor.js';
import { ansiC } from './escapes.js';

/**
 * Splits commands as a POSIX shell does: quotes, $'…', continuations, pipes, and variables that the input sets. It
 * runs nothing and opens nothing: a word whose value only a run would show is open, and here-documents are skipped.
 */
export const readShell = (text: string): Script =>
  scriptOf(text, (commands) => new ShellReader(text, new Variables(), commands).read());

/** The variables that the input sets. Values can double each other, so their total length is limited. */
class Variables {
  readonly #values = new Map<string, Word>();
  #left = 2 ** 24;

  set(name: string, value: Word): void {
    this.#values.set(name, value);
  }

  get(name: string): Word | undefined {
    const value = this.#values.get(name);
    this.#left -= value?.text.length ?? 0;
    return this.#left < 0 ? unknownWord : value;
  }
}

interface OpenCommand extends Command {
  readonly words: Word[];
  redirected?: boolean;
}

const blanks = /[ \t\r\v\f]+/y;
const plain = /[^ \t\r\n\v\f\\'"$`;&|()<>]+/y;
const continuation = /\\[ \t]*\r?\n/y;
const comment = /#[^\n]*/y;
// The number in `2>` is not a word.
const streamNumber = /\d+(?=[<>])/y;
const assignment = /([A-Za-z_]\w*)=/y;
const operator = /\|&|([;&()|])\1?/y;
const redirection = /<<<|<&|<|>>|>&|>\||>/y;
const hereDocument = /<<-?[ \t]*((?:[^\s;&|<>()'"]|'[^'\n]{0,99}'|"[^"\n]{0,99}"){1,99})/y;
const substituted = /[$<>]\(/y;
const parameter = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|[0-9@*#?$!-])/y;

/** Commands that set variables. */
const declares = /^(?:export|local|declare|readonly|typeset)$/;

class ShellReader {
  private readonly cursor: Cursor;
  private command: OpenCommand = { words: [] };
  private word: Word | undefined;
  /** The variable that the current word sets. */
  private variable: string | undefined;
  /** The redirection that the next word is the target of. */
  private redirected = '';
  private assigned: { name: string; value: Word }[] = [];
  /** The last lines of the here-documents that begin in the next line. */
  private hereEnds: string[] = [];

  constructor(
    text: string,
    private readonly variables: Variables,
    private readonly commands: Command[],
  ) {
    this.cursor = new Cursor(text);
  }

  read(): void {
    while (!this.cursor.ended) this.step();
    this.endCommand();
  }

  private step(): void {
    const { cursor } = this;
    if (this.word === undefined && this.beginsWord()) return;
    const run = cursor.take(plain);
    if (run) return this.add(known(run[0]));
    switch (cursor.text[cursor.at]) {
      case '\n':
        this.endCommand();
        cursor.at += 1;
        return this.skipHereDocuments();
      case '\\':
        // At the end of the input it is a plain character.
        if (!cursor.take(continuation)) this.add(known(cursor.take(/\\([^])/y)?.[1] ?? this.character()));
        return;
      case "'":
        return this.add(known(this.single()));
      case '"':
        return this.add(this.double());
      case '`':
        return this.add(this.substitution());
      case '$':
        return this.dollarInWord();
      case '<':
      case '>':
        return this.redirection();
      default:
        if (cursor.take(blanks)) this.endWord();
        else this.operator();
    }
  }

  /** Syntax that is special only at the beginning of a word. */
  private beginsWord(): boolean {
    const { cursor } = this;
    if (cursor.take(comment) ?? cursor.take(streamNumber)) return true;
    const found = this.declaring() && this.redirected === '' ? cursor.take(assignment) : undefined;
    if (found === undefined) return false;
    this.variable = found[1];
    this.word = known('');
    return true;
  }

  private add(piece: Word): void {
    this.word = joined(this.word, piece);
  }

  private character(): string {
    return this.cursor.text.charAt(this.cursor.at++);
  }

  private single(): string {
    const found = this.cursor.take(/'([^']*)'/y);
    if (found === undefined) throw new OpenQuote(this.cursor.at);
    return found[1] ?? '';
  }

  private double(): Word {
    const start = this.cursor.at;
    this.cursor.at += 1;
    const word = this.expanded('"');
    if (!this.cursor.take(/"/y)) throw new OpenQuote(start);
    return word;
  }

  /** A text where only variables, commands and a few backslashes are special, up to `end` or the end of the input. */
  expanded(end: '"' | ''): Word {
    const { cursor } = this;
    let word = known('');
    while (!cursor.ended) {
      const run = cursor.take(/[^"\\$`]+/y);
      const next = cursor.text[cursor.at];
      if (run) word = joined(word, known(run[0]));
      else if (next === '"' && end === '"') break;
      else if (next === '$') word = joined(word, this.dollar());
      else if (next === '`') word = joined(word, this.substitution());
      else if (!cursor.take(/\\\r?\n/y)) {
        const escaped = cursor.take(end === '"' ? /\\([\\$`"])/y : /\\([\\$`])/y)?.[1];
        word = joined(word, known(escaped ?? this.character()));
      }
    }
    return word;
  }

  private dollarInWord(): void {
    const { cursor } = this;
    if (cursor.text.startsWith("$'", cursor.at)) return this.add(known(this.ansiC()));
    // $"…" is a double-quoted text for translation.
    if (cursor.take(/\$(?=")/y)) return;
    const value = this.dollar();
    if (value.open || this.redirected !== '' || this.variable !== undefined) return this.add(value);
    // A variable outside quotes is split at its blanks.
    for (const part of value.text.split(/([ \t\n]+)/)) {
      if (/^[ \t\n]/.test(part)) this.endWord();
      else if (part !== '') this.add(known(part));
    }
  }

  private ansiC(): string {
    const { cursor } = this;
    const start = cursor.at;
    cursor.at += 2;
    while (!cursor.take(/'/y)) {
      if (!cursor.take(/[^'\\]+|\\[^]/y)) throw new OpenQuote(start);
    }
    return ansiC(cursor.text.slice(start + 2, cursor.at - 1));
  }

  private dollar(): Word {
    const { cursor } = this;
    if (cursor.text.startsWith('$(', cursor.at)) return this.substitution();
    const found = cursor.take(parameter);
    if (found) return this.variables.get(found[1] ?? found[2] ?? '') ?? { text: found[0], open: true };
    return cursor.take(/\$\{[^}]*\}?/y) ? unknownWord : known(this.character());
  }

  /** `…`, $(…) or <(…): finds its end. Its output is unknown. */
  private substitution(): Word {
    const { cursor } = this;
    const start = cursor.at;
    if (cursor.take(/`[^`]*`/y)) return unknownWord;
    if (!cursor.take(substituted)) throw new OpenQuote(start);
    let quoted = false;
    for (let depth = 1; depth > 0;) {
      const part = cursor.take(quoted ? /"|\\[^]|[^"\\]+/y : /["()]|\\[^]|'[^']*'|[^'"\\()]+/y)?.[0];
      if (part === undefined) throw new OpenQuote(start);
      if (part === '"') quoted = !quoted;
      else if (!quoted && part === '(') depth += 1;
      else if (!quoted && part === ')') depth -= 1;
    }
    return unknownWord;
  }

  private operator(): void {
    const found = this.cursor.take(operator)?.[0];
    const ended = this.endCommand();
    if (found === '|' || found === '|&') this.command = { words: [], pipedFrom: ended };
  }

  private redirection(): void {
    const { cursor, command } = this;
    this.endWord();
    if (cursor.text[cursor.at + 1] === '(') return this.add(this.substitution());
    const delimiter = cursor.take(hereDocument)?.[1];
    if (delimiter === undefined) this.redirected = cursor.take(redirection)?.[0] ?? '';
    else this.hereEnds.push(delimiter.replace(/['"\\]/g, ''));
    if (delimiter !== undefined || /^<{1,3}$/.test(this.redirected)) command.redirected = true;
  }

  private endWord(): void {
    const { word, variable, redirected, command } = this;
    if (word === undefined) return;
    this.word = undefined;
    this.variable = undefined;
    this.redirected = '';
    if (variable !== undefined) this.assigned.push({ name: variable, value: word });
    else if (redirected === '') command.words.push(word);
  }

  /** Whether all words of the command so far set variables. */
  private declaring(): boolean {
    const [first] = this.command.words;
    return first === undefined || declares.test(first.text);
  }

  /** Ends the command and returns it, for a pipe after it. */
  private endCommand(): OpenCommand {
    this.endWord();
    this.redirected = '';
    const ended = this.command;
    // An assignment before a command is valid only for that command.
    if (this.declaring()) for (const { name, value } of this.assigned) this.variables.set(name, value);
    this.assigned = [];
    if (ended.words.length > 0) this.commands.push(ended);
    // `|` at the end of a line: the pipe continues in the next line.
    this.command = { words: [], pipedFrom: ended.words.length === 0 ? ended.pipedFrom : undefined };
    return ended;
  }

  private skipHereDocuments(): void {
    const { cursor } = this;
    for (const end of this.hereEnds) while (!cursor.ended && cursor.line().replace(/^\t+/, '') !== end);
    this.hereEnds = [];
  }
}
