import { basename, extname } from 'node:path';
import type { Interface } from '../contract/interfaces.js';
import { causeOf, fixText, isCauseId } from '../diagnosis/catalogue/catalogue.js';
import type { CauseGroup } from '../diagnosis/catalogue/cause.js';
import { bodyBytesCauses } from '../diagnosis/catalogue/groups/body-bytes.js';
import { signatureTextCauses } from '../diagnosis/catalogue/groups/signature-text.js';
import { hintsFor } from '../diagnosis/catalogue/sender.js';
import type { SignatureFinding } from '../diagnosis/outcome.js';
import { languageSpellings, type LanguageName } from '../languages/languages.js';

/** The signer under test. */
interface TestedSigner {
  readonly interface: Interface;
  /** undefined if the command of the signer does not show its language. */
  readonly language: LanguageName | undefined;
}

/** The language of a command: `python3.11 sign.py`, `./sign.rb`, `go run sign.go`. */
export function languageOfCommand(words: readonly string[]): LanguageName | undefined {
  const [program = ''] = words;
  const name = basename(program)
    .toLowerCase()
    .replace(/\.exe$/, '');
  // `sign.mjs` and `sign.cjs` are JavaScript, as `sign.js` is.
  const extensions = words.map((word) => extname(word).replace(/^\.[cm]?/, ''));
  // `python3.11` is `python` with a version.
  const [, nameAlone = ''] = /^([a-z]+)[\d.]+$/.exec(name) ?? [];
  const spellings = [name, nameAlone, ...extensions];
  return spellings.map((each) => languageSpellings.get(each)).find(Boolean);
}

/** Replaces the advice of the causes, which is for a program that sends requests: a signer only gets a body and prints. */
export function adviseSigner(finding: SignatureFinding, signer: TestedSigner): SignatureFinding {
  const sentences = finding.causes.flatMap((id) => adviceFor(id, signer));
  return { ...finding, fix: [...new Set(sentences)].join(' ') };
}

function adviceFor(id: string, { interface: interfaceName, language }: TestedSigner): string[] {
  if (!isCauseId(id)) return [];
  if (isIn(signatureTextCauses, id)) return [outputAdvice];
  if (!id.startsWith('body-')) return [fixText([id], language, interfaceName)];
  const { hints = {} } = causeOf(id);
  // Hints of other groups are about writing JSON, which a signer does not do.
  const hintsApply = isIn(bodyBytesCauses, id) && language !== undefined;
  return [bodyAdvice(id), ...(hintsApply ? hintsFor(hints, language) : [])];
}

function isIn({ causes }: CauseGroup, wanted: string): boolean {
  return causes.some(({ id }) => id === wanted);
}

const outputAdvice =
  'Print the signature as 64 hexadecimal characters in lower case, and nothing else.';

const trimmingCauses: readonly string[] = [
  'body-trailing-newline-missing',
  'body-whitespace-removed',
];

/** The advice for a signer that changes more than the ends of the body. */
export const unchangedBodyAdvice =
  'Sign the body as it came, byte for byte: do not change it, and do not write its JSON again.';

const bodyAdvice = (id: string): string =>
  trimmingCauses.includes(id)
    ? 'Sign the body as it came, byte for byte: do not trim it.'
    : unchangedBodyAdvice;

/** Whether these causes say no more than that the ends of the body are missing. */
export function isTrimming(causes: readonly string[]): boolean {
  return causes.every((id) => trimmingCauses.includes(id));
}
