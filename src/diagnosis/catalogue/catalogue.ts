import type { Interface, InterfaceRecord } from '../../contract/interfaces.js';
import { fixSnippet as codeOfFixes, printsOf, type FixKind } from '../../languages/fixes.js';
import type { SignerSource } from '../../languages/language.js';
import { signerOf } from '../../languages/signer.js';
import { signs } from '../../signing/scheme.js';
import { groups, type CauseId, type CausePlace } from './causes.js';

/** Every cause that pvg knows, in the order of the page: for the findings, the docs page and the fixes. */
export const causes = groups.flatMap(([group, ...rows]) =>
  rows.map((row) => {
    const [head = '', says = '', typical = '', fix = ''] = row.split(' | ');
    const [commonness, id, kind, where] = head.split(' ') as [string, CauseId, FixKind, CausePlace];
    return { id, group, commonness, says, typical, fix, where, kind };
  }),
);

/** One mistake of a sender that makes a signature wrong, or a request unacceptable: what its developer reads about it. */
type Cause = (typeof causes)[number];
const byId: ReadonlyMap<string, Cause> = new Map(causes.map((each) => [each.id, each]));
export function isCauseId(id: string): id is CauseId {
  return byId.has(id);
}
export function causeOf(id: CauseId): Cause {
  return byId.get(id) as Cause;
}

export function isOf({ where }: Pick<Cause, 'where'>, scheme: InterfaceRecord): boolean {
  return where === 'everywhere' || where === scheme.id || signs(scheme, where);
}

/** What to do about these causes, each advice once. */
export function fixText(ids: readonly CauseId[]): string {
  return [...new Set(ids.map((id) => causeOf(id).fix))].join(' ');
}

/** Which code a cause gets. Nothing but the body is a part of the session’s message. */
export function fixKind({ kind }: Pick<Cause, 'kind'>, of: Interface): FixKind {
  return kind === 'message-layout' && of === 'session' ? 'session-message' : kind;
}

/** The right code where these causes go wrong, in one piece: to be read, not a program. No newline at the end. */
export function fixCode(ids: readonly CauseId[], source: SignerSource, of: Interface): string {
  return codeOfFixes(
    signerOf(source, of),
    source.comment,
    ids.map((id) => ({ kind: fixKind(causeOf(id), of), hint: source.traps[id] })),
  );
}

/** Code that prints the sender's own values, to be compared with the right ones. No newline at the end. */
export function printCode({ prints, comment }: SignerSource, of: Interface): string {
  return printsOf(prints[of], comment);
}
