import { algorithm } from './catalogue/algorithm.js';
import { bodyHash } from './catalogue/body-hash.js';
import { bodyJson } from './catalogue/body-json.js';
import { bodyOther } from './catalogue/body-other.js';
import { bodyText } from './catalogue/body-text.js';
import { clientId } from './catalogue/client-id.js';
import type { CauseEntry, Commonness } from './catalogue/entry.js';
import { headers } from './catalogue/headers.js';
import { layout } from './catalogue/layout.js';
import { output } from './catalogue/output.js';
import { secret } from './catalogue/secret.js';
import { timestamp } from './catalogue/timestamp.js';

/** Every cause that pvg knows. The engine, the findings, the docs page and the fixes read it; nobody keeps a second list. */
export const catalogue = {
  ...bodyJson,
  ...bodyText,
  ...bodyOther,
  ...bodyHash,
  ...layout,
  ...secret,
  ...algorithm,
  ...output,
  ...timestamp,
  ...clientId,
  ...headers,
} as const satisfies Readonly<Record<string, CauseEntry>>;

export type CauseId = keyof typeof catalogue;

/** In the order of the catalogue. */
export const causeIds = Object.keys(catalogue) as readonly CauseId[];

export const isCauseId = (id: string): id is CauseId => Object.hasOwn(catalogue, id);

const costs: Readonly<Record<Commonness, number>> = { A: 1, B: 2, C: 3, D: 4 };

/** What a cause adds to the cost of a finding: the commoner, the cheaper. */
export const costOf = (id: CauseId): number => costs[catalogue[id].commonness];
