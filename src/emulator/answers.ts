import { Buffer } from 'node:buffer';
import {
  interfaceOf,
  operationAt,
  prefixOf,
  records,
  type BodyMembers,
  type Interface,
} from '../contract/interfaces.js';
import { listedFailures, type Code, type ListedFailure } from '../contract/listed.js';
import type { WireResponse } from '../contract/wire.js';
import { utf8Text } from '../text/utf8.js';

/** An answer before it becomes bytes. */
export interface Answer extends Untold {
  readonly status: number;
  readonly body: object;
  /** The section that leaves it open: its number goes into the header X-Pvg-Not-Shown, never into the body. */
  readonly notShown?: string | undefined;
  readonly afterMs?: number | undefined;
}

/** What the caller does not learn. */
interface Untold {
  /** Why it is refused: for whoever runs the emulator. */
  readonly because?: string | undefined;
  /** The service’s store may know it. */
  readonly isUnknownReceipt?: boolean | undefined;
}

export type EmulatedResponse = WireResponse & Untold;

const bodies: Readonly<Record<Interface, (code: string, message: string) => object>> = {
  gateway: (error, message) => ({ success: false, error, message }),
  session: (code, message) => ({ code, message }),
};

const unlistedCodes = { gateway: 'HTTP', session: 'http' } as const;

const failures: ReadonlyMap<string, ListedFailure & { readonly of: Interface }> = new Map(
  (['gateway', 'session'] as const).flatMap((of) =>
    Object.entries<ListedFailure>(listedFailures[of]).map(
      ([code, entry]) => [code, { ...entry, of }] as const,
    ),
  ),
);

/** A failure that the contract lists, in its interface's shape. */
export function failure(code: Code, message: string, notShown?: string, because = message): Answer {
  const entry = failures.get(code);
  if (entry === undefined) throw new TypeError(`the contract lists no ${code}`);
  return { status: entry.status, body: bodies[entry.of](code, message), notShown, because };
}

/** A failure that the contract does not show. */
export const unlisted = (of: Interface, status: number, says: string, section: string): Answer => ({
  status,
  body: bodies[of](`${unlistedCodes[of]}_${String(status)}`, says),
  notShown: section,
  because: says,
});

/** For an unknown path the gateway, which answers that it does not know it. */
export const interfaceAt = (path: string): Interface =>
  path.includes(prefixOf(records.session)) ? 'session' : 'gateway';

/** A failure with this status, as if the service had sent it. */
export function fault(url: string, status: number): Answer {
  const says = 'This failure was injected by --fault.';
  const operation = operationAt(url);
  const of = operation === undefined ? interfaceAt(url) : interfaceOf(operation);
  const section = of === 'gateway' ? '§7.1' : '§7.2';
  const [code] = [...failures].find(([, entry]) => entry.of === of && entry.status === status) ?? [];
  // Which status a look-up fails with is not shown.
  return code === undefined
    ? unlisted(of, status, says, section)
    : failure(code as Code, says, operation === 'lookup' ? section : undefined);
}

export const written = (
  { status, body, notShown, because, isUnknownReceipt }: Answer,
  nowMs: number,
): EmulatedResponse => ({
  status,
  headers: [
    ['content-type', 'application/json'],
    ['date', new Date(nowMs).toUTCString()],
    // The section's number alone: header values are ASCII.
    ...(notShown === undefined ? [] : [['x-pvg-not-shown', notShown.replace('§', '')] as const]),
  ],
  body: Buffer.from(JSON.stringify(body)),
  because,
  isUnknownReceipt,
});

/** The members of a request's body. JSON.parse makes every member an own one, `__proto__` too. */
export type Members = Readonly<Record<string, unknown>>;

/** undefined when the body is not JSON in UTF-8; no members when it is JSON but not an object. */
export function membersOf(body: Uint8Array): Members | undefined {
  try {
    // A byte order mark is not JSON: it stays, so that the parser refuses it.
    const value: unknown = JSON.parse(utf8Text(body) ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
  } catch {
    return undefined;
  }
}

/** Empty if it is missing or has another type. */
export const textIn = (members: Members, name: string): string => {
  const value = members[name];
  return typeof value === 'string' ? value : '';
};

const isLeftOut = (members: Members, name: string): boolean => (members[name] ?? undefined) === undefined;

/**
 * The required texts that are missing. One that is null is; one that is empty or has another type counts as missing,
 * too, but the contract does not show that.
 */
export function missingTexts(members: Members, required: readonly string[]) {
  const names = required.filter((name) => textIn(members, name) === '');
  return { names, isShown: names.some((name) => isLeftOut(members, name)) };
}

/** The text members that are there with another type. The contract does not show the answer to an optional one. */
export const notText = (members: Members, rules: BodyMembers): string[] =>
  Object.keys(rules).filter(
    (name) => rules[name]?.type === 'text' && !isLeftOut(members, name) && typeof members[name] !== 'string',
  );
