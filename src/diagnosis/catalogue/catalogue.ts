import type { Interface, InterfaceRecord } from '../../contract/interfaces.js';
import { fixSnippet, printingCode, type FixKind } from '../../languages/fixes.js';
import type { SignerSource } from '../../languages/language.js';
import { signerOf } from '../../languages/signer.js';
import { signs } from '../../signing/scheme.js';
import type { CauseEntry } from './cause.js';
import { causeGroups, type CauseId } from './causes.js';
import { hintsFor, type SenderName } from './sender.js';

/** A cause: one mistake that makes a signature wrong or a request unacceptable, with what the developer reads about it. */
interface Cause extends CauseEntry {
  readonly id: CauseId;
  /** The title of its part of the page. */
  readonly group: string;
}

/** Every cause that pvg knows, in the order of the page: for the findings, the docs page and the fixes. */
export const causes: readonly Cause[] = causeGroups.flatMap(({ title, causes: entries }) =>
  entries.map((entry) => ({ group: title, ...entry })),
);

const causesById: ReadonlyMap<string, Cause> = new Map(causes.map((cause) => [cause.id, cause]));

export function isCauseId(id: string): id is CauseId {
  return causesById.has(id);
}

export function causeOf(id: CauseId): Cause {
  return causesById.get(id) as Cause;
}

/** Whether a request of this interface can have the cause. `appliesTo` may be a part of the message, such as `timestamp`. */
export function concernsInterface(
  { appliesTo }: Pick<Cause, 'appliesTo'>,
  scheme: InterfaceRecord,
): boolean {
  return appliesTo === 'everywhere' || appliesTo === scheme.id || signs(scheme, appliesTo);
}

/** What to do about these causes, each advice once. @param sender undefined: the advice for all languages */
export function fixText(
  ids: readonly CauseId[],
  sender?: SenderName,
  interfaceName?: Interface,
): string {
  const sentences = ids.flatMap((id) => {
    const { fix, fixOfSession = fix, hints = {} } = causeOf(id);
    return [interfaceName === 'session' ? fixOfSession : fix, ...hintsFor(hints, sender)];
  });
  return withoutWeaker([...new Set(sentences)]).join(' ');
}

/** For advice the other advice that includes it: if both are given, only the other one is kept. */
const weakerAdvice: ReadonlyMap<string, string> = new Map([
  [causeOf('out-prefixed').fix, causeOf('out-truncated').fix],
]);

function withoutWeaker(sentences: readonly string[]): string[] {
  return sentences.filter((sentence) => !sentences.includes(weakerAdvice.get(sentence) ?? ''));
}

const kindsOfMessage: readonly FixKind[] = ['message-layout', 'body-hash'];

/** The kind of code that fixes a cause. A session’s message is only the body, so it has one kind for the whole message. */
export function codeKind({ fixKind }: Pick<Cause, 'fixKind'>, interfaceName: Interface): FixKind {
  const isOfMessage = kindsOfMessage.includes(fixKind);
  return isOfMessage && interfaceName === 'session' ? 'session-message' : fixKind;
}

/** The right code for the steps in which these causes are: a piece to read, not a program. No newline at the end. */
export function fixCode(
  ids: readonly CauseId[],
  source: SignerSource,
  interfaceName: Interface,
): string {
  const fixes = ids.map((id) => ({
    kind: codeKind(causeOf(id), interfaceName),
    hint: source.traps[id],
  }));
  return fixSnippet(signerOf(source, interfaceName), source.comment, fixes);
}

/** Code that prints the sender's own values, to be compared with the right ones. No newline at the end. */
export function printCode({ prints, comment }: SignerSource, interfaceName: Interface): string {
  return printingCode(prints[interfaceName], comment);
}
