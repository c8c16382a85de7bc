import type { PvgError } from '../../failure.js';
import { readCmd } from './cmd.js';
import type { Command, Script, Word } from './command.js';
import { readCurl } from './curl.js';
import { withoutLastBlanks } from './cursor.js';
import { inputUnreadable, mostRequests, tried, type Found } from './found.js';
import { readHttpie } from './httpie.js';
import { readPowerShell } from './powershell.js';
import { readShell } from './shell.js';
import { sourcesOf, type Sources } from './stdin.js';
import { readWget } from './wget.js';

/** The requests that the command lines of an input send: by curl, wget and HTTPie, for any shell. */

/** One program that sends requests. Words have one character per byte until they are complete. */
interface Program {
  readonly name: RegExp;
  /** Where the input may have a command of it. */
  readonly looks: RegExp;
  /** The ways to read each request of one command; none if the words are not such a command. */
  readonly requests: (words: readonly Word[], sources: Sources, name: string) => readonly (() => Found)[];
}

const programs: readonly Program[] = [
  {
    name: /^(?:.*[/\\])?curl(?:\.exe)?$/is,
    looks: /(?:^|[\s;|&(>/\\"'`])curl(?:\.exe)?["']?(?:\s|\^)/i,
    requests: readCurl,
  },
  {
    name: /^(?:.*[/\\])?wget(?:\.exe)?$/is,
    looks: /(?:^|[\s;|&(>/\\"'`])wget(?:\.exe)?["']?(?:\s|\^)/i,
    requests: readWget,
  },
  {
    name: /^(?:.*[/\\])?https?(?:\.exe)?$/s,
    looks: /(?:^|[\s;|&(>/\\"'`])https?[ \t]+\S/,
    requests: readHttpie,
  },
];

/** Where the first command begins; undefined if the input has none. */
export function commandAt(latin1: string): number | undefined {
  const starts = programs.map(({ looks }) => latin1.search(looks)).filter((start) => start !== -1);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** Undefined if no command sends a request. */
export function readCommands(latin1: string, start: number): (Found | PvgError)[] | undefined {
  const { commands, openQuoteLine } = readerFor(latin1, start)(latin1);
  const found: (Found | PvgError)[] = [];
  for (const command of commands) {
    for (const read of requestsOf(command)) found.push(tried(read));
    if (found.length > mostRequests) break;
  }
  if (found.length > 0) return found;
  if (openQuoteLine === undefined) return undefined;
  throw inputUnreadable(`A quote in line ${String(openQuoteLine)} of the command is not closed.`);
}

/** The end of the command’s first line shows which shell it is for. */
function readerFor(latin1: string, start: number): (text: string) => Script {
  const [first = ''] = latin1.slice(start).trimStart().split('\n', 1);
  const line = withoutLastBlanks(first);
  const before = latin1.slice(latin1.lastIndexOf('\n', start) + 1, start + 1);
  if (line.endsWith('\\')) return readShell;
  if (line.endsWith('^') || /^\S+\s+\^"/.test(line) || /^[A-Za-z]:\\.*>/s.test(before)) return readCmd;
  if (line.endsWith('`') || /^PS [A-Za-z]:\\?.*>/s.test(before)) return readPowerShell;
  if (!/^\S*(?:curl|wget|https?)\.exe\b/i.test(line)) return readShell;
  return /\s'/.test(line) ? readPowerShell : readCmd;
}

/** What may come before the program’s name: a prompt, an assignment, a wrapper, a word of the shell. */
const wrapper =
  /^(?:[A-Za-z_]\w*=.*|.*[>$#%]|!|&|\{|PS|sudo|time|env|command|exec|nohup|winpty|then|do|else|if|while)$/s;
/** Programs that run another program, after their own options. */
const carrier = /^(?:docker|podman|kubectl|oc|ssh|xargs|watch|timeout|proxychains|torsocks)$/;

function requestsOf(command: Command): readonly (() => Found)[] {
  const { words } = command;
  const at = words.findIndex(({ text }) => programs.some(({ name }) => name.test(text)));
  const { text = '' } = words[at] ?? {};
  const program = programs.find(({ name }) => name.test(text));
  if (program === undefined || at === words.length - 1) return [];
  const before = words.slice(0, at).filter((word) => !wrapper.test(word.text));
  if (before[0] !== undefined && !carrier.test(before[0].text)) return [];
  return program.requests(words.slice(at + 1), sourcesOf(command), text);
}
