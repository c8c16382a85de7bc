import { inspect } from 'node:util';
import { JsonNumber, JsonObject, type Json } from '../../json/json.js';
import type { BodyVariant } from '../attempt.js';
import { mapDialects, outerDialects, pythonDialects, writeMap, writeOuter } from './map-dialects.js';
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

const asRepr = variant('body-python-repr');
const asMap = variant('body-map-tostring');

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

const phpDumps = (root: Json): BodyVariant[] => {
  const array = typeof root === 'object' && root !== null && !(root instanceof JsonNumber);
  return array
    ? [
        asMap(printR(root, false), 3, 'PHP print_r of an array'),
        asMap(printR(root, true), 3, 'PHP print_r of an object'),
        asMap(serialize(root), 3, 'PHP serialize'),
        asMap(varExport(root), 3, 'PHP var_export'),
        asMap(varDump(root), 4, 'PHP var_dump'),
      ]
    : [];
};

export const mapTextVariants = (root: Json): BodyVariant[] => [
  ...pythonDialects.map((dialect) => asRepr(writeMap(root, dialect), 2 + dialect.cost, dialect.as)),
  ...mapDialects.map((dialect) => asMap(writeMap(root, dialect), 3 + dialect.cost, dialect.as)),
  ...(root instanceof JsonObject
    ? outerDialects.map((outer) => variant(outer.cause)(writeOuter(root, outer), outer.cost, outer.as))
    : []),
  ...phpDumps(root),
  asMap(inspect(plainValue(root)), 3, 'Node util.inspect'),
  asMap(inspect(plainValue(root), { depth: null }), 4, 'Node util.inspect of every level'),
  asMap(inspect(plainValue(root), { breakLength: Infinity }), 4, 'Node util.inspect on one line'),
];
