import { inspect } from 'node:util';
import { JsonNumber, JsonObject, type Json } from '../../text/json/json.js';
import { mapDialects, pythonDialects } from './map-dialects.js';
import { writeMap } from './map-writer.js';
import { printR, serialize, varDump, varExport } from './php-dumps.js';
import { isContainer, variant, type Bodies } from './sent-body.js';

/** The body as a language prints a map. */

/** The value that JSON.parse returns, for the runtime's own inspect; `__proto__` stays a member. */
const plainValue = (value: Json): unknown => {
  if (value instanceof JsonNumber) return value.value;
  if (Array.isArray(value)) return value.map(plainValue);
  if (!(value instanceof JsonObject)) return value;
  return Object.fromEntries(value.members.map(([name, member]) => [name, plainValue(member)]));
};

type Form = readonly [as: string, cost: number, write: (root: Json) => string, of?: 'struct' | undefined];

const dumps: readonly Form[] = [
  ['PHP print_r of an array', 3, (root) => printR(root, false)],
  ['PHP print_r of an object', 3, (root) => printR(root, true)],
  ['PHP serialize', 3, (root) => serialize(root)],
  ['PHP var_export', 3, (root) => varExport(root)],
  ['PHP var_dump', 4, (root) => varDump(root)],
  ['Node util.inspect', 3, (root) => inspect(plainValue(root))],
];

const written = (dialects: typeof mapDialects): Form[] =>
  dialects.map(([as, cost, style, of]) => [as, cost, (root) => writeMap(root, style), of]);

const under = (cause: string, forms: readonly Form[]) => forms.map((form) => [cause, ...form] as const);

/** The usual ones first, because a large body is not printed in all of them. */
const forms = [
  ...under('body-python-repr', written(pythonDialects)),
  ...under('body-map-tostring', [...written(mapDialects), ...dumps]),
].sort(([, , one], [, , other]) => one - other);

const says = {
  struct: 'A Go struct was printed (as with `fmt.Sprint`) instead of serialised to JSON.',
} as const;

// Enough for all forms of a body of 16 KB and for a few forms of 256 KB.
const mostText = 2 ** 20;

export const mapTextVariants: Bodies = ({ root, text }) =>
  root !== undefined && isContainer(root)
    ? forms
        .slice(0, Math.max(4, Math.floor(mostText / Math.max(text.length, 1))))
        // Only an object can have been a struct.
        .filter(([, , , , of]) => of === undefined || !Array.isArray(root))
        .map(([cause, as, cost, write, of]) =>
          variant(cause, write(root), cost, `for example ${as}`, of && says[of]),
        )
    : [];
