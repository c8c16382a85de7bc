import { basename, extname } from 'node:path';
import type { Interface } from '../contract/interfaces.js';
import { causeOf, fixText, isCauseId } from '../diagnosis/catalogue/catalogue.js';
import { hintsFor } from '../diagnosis/catalogue/sender.js';
import type { SignatureFinding } from '../diagnosis/outcome.js';
import { languageSpellings, type LanguageName } from '../languages/languages.js';

/** The program under test. */
interface TestedSigner {
  readonly interface: Interface;
  /** undefined if its command does not show it. */
  readonly language: LanguageName | undefined;
}

/** The language of a command: `python3.11 sign.py`, `./sign.rb`, `go run sign.go`. */
export function languageOfCommand(words: readonly string[]): LanguageName | undefined {
  const [program = ''] = words;
  const name = basename(program)
    .toLowerCase()
    .replace(/\.exe$/, '');
  const extensions = words.map((word) => extname(word).replace(/^\.[cm]?/, ''));
  const [, nameAlone = ''] = /^([a-z]+)[\d.]+$/.exec(name) ?? [];
  const spellings = [name, nameAlone, ...extensions];
  return spellings.map((each) => languageSpellings.get(each)).find(Boolean);
}

/** A cause has advice for whoever sends a request; a signer only gets a body, and prints. */
export function adviseSigner(finding: SignatureFinding, signer: TestedSigner): SignatureFinding {
  const sentences = finding.causes.flatMap((id) => adviceFor(id, signer));
  return { ...finding, fix: [...new Set(sentences)].join(' ') };
}

function adviceFor(id: string, { interface: interfaceName, language }: TestedSigner): string[] {
  if (!isCauseId(id)) return [];
  const { group, hints = {} } = causeOf(id);
  const own = group.startsWith('Body:') ? bodyAdvice(id) : adviceOfGroup[group];
  if (own === undefined) return [fixText([id], language, interfaceName)];
  // The other hints are about JSON that the program writes; a signer writes none.
  const isAboutBytes = group === 'Body: bytes and text' && language !== undefined;
  return isAboutBytes ? [own, ...hintsFor(hints, language)] : [own];
}

const adviceOfGroup: Readonly<Partial<Record<string, string>>> = {
  'Text of the signature':
    'Print the signature as 64 hexadecimal characters in lower case, and nothing else.',
};

const trimming: readonly string[] = ['body-trailing-newline-missing', 'body-whitespace-removed'];

const bodyAdvice = (id: string): string =>
  trimming.includes(id)
    ? 'Sign the body as it came, byte for byte: do not trim it.'
    : 'Sign the body as it came, byte for byte: do not change it, and do not write its JSON again.';
