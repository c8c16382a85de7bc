import { inspect } from 'node:util';
import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import type { BodyVariant } from '../attempt.js';
import { mapDialects, outerDialects, pythonDialects, writeMap, writeOuter } from './map-dialects.js';
import { isContainer, type Bodies } from './sent-body.js';
import { printR, serialize, varDump, varExport } from './php-dumps.js';

/** The body as a language prints a map. */

const variant =
  (cause: string) =>
  (text: string, cost: number, as: string): BodyVariant => ({
    causes: [cause],
    bytes: Buffer.from(text, 'utf8'),
    cost,
    as,
  });

/** The value that JSON.parse gives, for the runtime's own inspect. */
const plainValue = (value: Json): unknown => {
  if (value instanceof JsonNumber) return value.value;
  if (Array.isArray(value)) return value.map(plainValue);
  if (!(value instanceof JsonObject)) return value;
  // Defined one by one, so that `__proto__` stays a member.
  const object: Record<string, unknown> = {};
  for (const [name, member] of value.members)
    Object.defineProperty(object, name, {
      value: plainValue(member),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return object;
};

interface Form {
  readonly cost: number;
  readonly write: () => BodyVariant;
}

/** The usual ones first: a large body is not printed in all of them. */
const formsOf = (root: Json): Form[] => {
  const form = (cost: number, as: string, cause: string, text: () => string): Form => ({
    cost,
    write: () => variant(cause)(text(), cost, as),
  });
  const map = (cost: number, as: string, text: () => string): Form =>
    form(cost, as, 'body-map-tostring', text);
  const dumps = [
    map(3, 'PHP print_r of an array', () => printR(root, false)),
    map(3, 'PHP print_r of an object', () => printR(root, true)),
    map(3, 'PHP serialize', () => serialize(root)),
    map(3, 'PHP var_export', () => varExport(root)),
    map(4, 'PHP var_dump', () => varDump(root)),
    map(3, 'Node util.inspect', () => inspect(plainValue(root))),
    map(4, 'Node util.inspect of every level', () => inspect(plainValue(root), { depth: null })),
    map(4, 'Node util.inspect on one line', () => inspect(plainValue(root), { breakLength: Infinity })),
  ];
  const outer = root instanceof JsonObject ? outerDialects : [];
  return [
    ...pythonDialects.map((each) =>
      form(2 + each.cost, each.as, 'body-python-repr', () => writeMap(root, each)),
    ),
    ...mapDialects.map((each) => map(3 + each.cost, each.as, () => writeMap(root, each))),
    ...outer.map((each) =>
      form(each.cost, each.as, each.cause, () => (root instanceof JsonObject ? writeOuter(root, each) : '')),
    ),
    ...dumps,
  ].sort((one, other) => one.cost - other.cost);
};

// All forms of a body of 16 KB, a few of one of 256 KB.
const mostText = 2 ** 20;

export const mapTextVariants: Bodies = ({ root, text }) =>
  root !== undefined && isContainer(root)
    ? formsOf(root)
        .slice(0, Math.max(4, Math.floor(mostText / Math.max(text.length, 1))))
        .map(({ write }) => write())
    : [];
