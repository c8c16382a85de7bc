import { isDemoReceipt, looksLikeToken } from '../../contract/purchase-token.js';
import type { Candidate } from './candidates.js';
import { findOrderId } from './order-ids.js';

/** A purchase of a text with its number. It is listed once, also if it stands in the text several times or in several forms. */
export interface NumberedPurchase extends Candidate {
  /** In the order of the text, from 1: what `--pick` takes. */
  readonly pick: number;
  /** Why it is not certain: it has two receipts (`cut` if one is the beginning of the other), or two packages. */
  readonly doubt: 'cut' | 'receipts' | 'packages' | undefined;
}

/** Candidates that are probably one purchase, and the names that they give it together. */
interface Group {
  readonly candidates: Candidate[];
  readonly names: { orderId: string | undefined; productId: string | undefined };
}

/** Merges the candidates that are one purchase, and numbers the purchases in the order of the text. */
export function numberPurchases(candidates: readonly Candidate[]): readonly NumberedPurchase[] {
  const groups: Group[] = [];
  const groupsByKey = new Map<string, Group[]>();
  for (const candidate of candidates) {
    const keys = listGroupKeys(candidate);
    const groupsNearby = keys.flatMap((key) => groupsByKey.get(key) ?? []);
    const knownGroup = groupsNearby.find((group) => isSamePurchase(group, candidate));
    const group = knownGroup ?? { candidates: [], names: comparableNames(candidate) };
    if (knownGroup === undefined) groups.push(group);
    addToGroup(group, candidate);
    for (const key of keys) registerGroup(groupsByKey, key, group);
  }
  return groups.map((group, index) => mergeGroup(group, index + 1));
}

/** Keys for finding the group of a candidate: one purchase has the same order number, or receipts that begin alike. */
function listGroupKeys(candidate: Candidate): readonly string[] {
  const { orderId } = comparableNames(candidate);
  const beginning = `receipt ${candidate.receipt.slice(0, fewestCommonCharacters)}`;
  return orderId === undefined ? [beginning] : [beginning, `order ${orderId}`];
}

function registerGroup(groupsByKey: Map<string, Group[]>, key: string, group: Group): void {
  const groups = groupsByKey.get(key);
  if (groups === undefined) groupsByKey.set(key, [group]);
  else if (!groups.includes(group)) groups.push(group);
}

function addToGroup(group: Group, candidate: Candidate): void {
  const { orderId, productId } = comparableNames(candidate);
  group.candidates.push(candidate);
  group.names.orderId ??= orderId;
  group.names.productId ??= productId;
}

function mergeGroup({ candidates }: Group, pick: number): NumberedPurchase {
  // From the last to the first, so that the first candidate's members win and later ones only add what it lacks.
  const merged = candidates.reduceRight((later, candidate) => ({ ...later, ...candidate }));
  return { ...merged, pick, doubt: findDoubt(candidates) };
}

function findDoubt(candidates: readonly Candidate[]): NumberedPurchase['doubt'] {
  const [first, ...others] = new Set(candidates.map(({ receipt }) => receipt));
  if (first !== undefined && others.some((other) => isCutCopy(first, other))) return 'cut';
  if (others.length > 0) return 'receipts';
  const packages = new Set(candidates.flatMap((candidate) => candidate.package ?? []));
  return packages.size > 1 ? 'packages' : undefined;
}

/** The names by which a purchase is compared with others: a product that looks like a receipt is not one of them. */
export function comparableNames({ orderId, productId }: Candidate): Group['names'] {
  const isName = productId !== undefined && !looksLikeToken(productId);
  return { orderId: findOrderId(orderId ?? ''), productId: isName ? productId : undefined };
}

function isSamePurchase({ candidates, names }: Group, candidate: Candidate): boolean {
  const { orderId, productId } = comparableNames(candidate);
  if (!mayBeSame(names.productId, productId)) return false;
  if (candidates.some(({ receipt }) => receipt === candidate.receipt)) return true;
  if (orderId !== undefined && orderId === names.orderId) return true;
  const isCopy = candidates.some(({ receipt }) => isCutCopy(receipt, candidate.receipt));
  return isCopy && mayBeSame(names.orderId, orderId);
}

function mayBeSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** In characters: two receipts with a shorter beginning in common may have it by chance. */
const fewestCommonCharacters = 16;

/** Whether one receipt is the beginning of the other. */
function isCutCopy(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [one, other].sort(
    (left, right) => left.length - right.length,
  );
  return (
    shorter.length >= fewestCommonCharacters && !isDemoReceipt(longer) && longer.startsWith(shorter)
  );
}
