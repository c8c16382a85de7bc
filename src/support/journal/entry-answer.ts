import { anomalyIds, type AnomalyId } from '../../service/outcome.js';
import { factIds, type FactId } from '../../wording/description.js';
import type { MemberReader } from './members.js';

/** The parts of a journal line that describe the answer to its call. */

export interface EntryVerdict {
  readonly id: string;
  readonly says: string;
  /** What to do now. */
  readonly next: string;
  /** Who does it: `you`, `the developers`. */
  readonly who?: string;
}

/** Code reads a fact by its `id`; without one, pvg only prints it. */
export interface EntryFact {
  readonly label: string;
  readonly value: string;
  readonly id?: FactId;
}

export interface EntryAnomaly {
  readonly field: string;
  readonly says: string;
  readonly id?: AnomalyId;
}

export interface EntryError {
  readonly code: string;
  readonly says: string;
  readonly hint: string;
  readonly section: string | null;
  /** What to check before the hint is followed. */
  readonly first?: string;
  readonly who?: string;
}

export function readVerdict(members: MemberReader): EntryVerdict | null {
  const id = members.text('id');
  const says = members.text('says');
  const next = members.text('next');
  const who = members.text('who');
  if (id === null || says === null || next === null) return null;
  const verdict = { id, says, next };
  return who === null ? verdict : { ...verdict, who };
}

export function readFact(members: MemberReader): EntryFact | null {
  const label = members.text('label');
  const value = members.text('value');
  const id = members.oneOf('id', factIds);
  if (label === null || value === null) return null;
  return id === null ? { label, value } : { label, value, id };
}

export function readAnomaly(members: MemberReader): EntryAnomaly | null {
  const field = members.text('field');
  const says = members.text('says');
  const id = members.oneOf('id', anomalyIds);
  if (field === null || says === null) return null;
  return id === null ? { field, says } : { field, says, id };
}

export function readError(members: MemberReader): EntryError | null {
  const code = members.text('code');
  const says = members.text('says');
  const hint = members.text('hint');
  const first = members.text('first');
  const who = members.text('who');
  if (code === null || says === null || hint === null) return null;
  const error: EntryError = { code, says, hint, section: members.text('section') };
  const withFirst = first === null ? error : { ...error, first };
  return who === null ? withFirst : { ...withFirst, who };
}
