import type { Interface } from '../../contract/interfaces.js';
import { fixOf, printsOf, type FixKind } from '../../languages/fixes.js';
import type { Source } from '../../languages/language.js';
import { signerOf } from '../../languages/signer.js';
import { catalogue, type CauseId } from './catalogue.js';
import type { Cause } from './cause.js';

/** Which fix a cause gets. */
export const fixKind = (id: CauseId, interfaceId: Interface): FixKind => {
  const { kind }: Cause = catalogue[id];
  return typeof kind === 'string' ? kind : kind[interfaceId];
};

/** The right code where these causes go wrong, in one piece: to be read, not a program. No newline at the end. */
export const fixCode = (ids: readonly CauseId[], source: Source, interfaceId: Interface): string =>
  fixOf(
    signerOf(source, interfaceId),
    source.comment,
    ids.map((id) => ({ kind: fixKind(id, interfaceId), hint: source.traps[id] })),
  );

/** Code that prints the sender's own values, to be compared with the right ones. No newline at the end. */
export const printCode = ({ prints, comment }: Source, interfaceId: Interface): string =>
  printsOf(prints[interfaceId], comment);
