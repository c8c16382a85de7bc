import { compile, isRegistered, TreeInterpreter } from '@jmespath-community/jmespath';
import { PvgError } from '../failure.js';
import { JsonNumber, JsonObject, type Printable } from '../text/json/json.js';

/** A JMESPath expression, ready to pick from a command's JSON. */
export type Query = (value: Printable) => Printable;

/** @throws {PvgError} `query-failed`: here for a wrong expression; from the query for an object that it does not fit */
export function parseQuery(expression: string): Query {
  const hyphenated = hyphenHint(expression);
  const hint = hyphenated ?? exampleHint();
  const tree = runOrRefuse(
    'is not a JMESPath expression',
    () => hint,
    () => compile(expression),
  );
  if (!findFunctions(tree).every((name) => isRegistered(name))) {
    throw unusableQueryError('uses a function that JMESPath does not have', exampleHint());
  }
  // `never`: the package's type for JSON has no `JsonNumber`. Its interpreter passes such an object on as it is.
  const pick = (value: unknown): Printable =>
    TreeInterpreter.search(tree, value as never) as Printable;
  return (value) => {
    const plain = toPlainValue(value);
    const fittingHint = (): string => hyphenated ?? exampleHint(fittingExamples(plain));
    return runOrRefuse('does not fit this JSON', fittingHint, () => pick(plain));
  };
}

const quotedPart = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g;
const hyphenatedName = /\b[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+/;

/** A name with a hyphen and without quotes is a subtraction, which no member of the JSON fits. */
function hyphenHint(expression: string): string | undefined {
  const [name] = hyphenatedName.exec(expression.replace(quotedPart, ' ')) ?? [];
  if (name === undefined) return undefined;
  // Anything but small letters and hyphens may be a secret, so it is not repeated.
  const shown = /^[a-z-]+$/.test(name) ? `\`"${name}"\`` : '`"granted-twice"`';
  return `A name with a hyphen needs double quotes: ${shown}. In a shell, put the whole expression into single quotes.`;
}

function runOrRefuse<Value>(says: string, hint: () => string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw unusableQueryError(`${says}${reasonOf(error)}`, hint());
  }
}

const usualExamples: readonly string[] = ['verdict.id', 'answer.transactions[0].order_id'];

/** Expressions that pick something from this JSON: each command has another answer. */
function fittingExamples(value: unknown): readonly string[] {
  if (!isMembers(value)) return usualExamples;
  const { verdict, answer, error } = value;
  const examples = [
    isMembers(verdict) && 'verdict.id',
    answerExample(answer),
    isMembers(error) && 'error.code',
  ].filter((each) => each !== false);
  return examples.length === 0 ? usualExamples : examples;
}

/** An expression for the answer, preferably for a list in it. The names of a service's answer may be anything. */
function answerExample(answer: unknown): string | false {
  if (Array.isArray(answer)) return 'answer[0]';
  if (!isMembers(answer)) return false;
  const names = Object.keys(answer).filter((name) => /^[a-z]\w{0,39}$/i.test(name));
  const example = names.find((name) => Array.isArray(answer[name])) ?? names[0];
  return example !== undefined && `answer.${example}`;
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why, but only of two messages of the library: the others may repeat what was typed, which may be a secret. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  // `Invalid type: length() expected … to be type (string | array) but received type number instead.`
  const [, name, wanted, given] =
    /^Invalid type: ([a-z_]+)\(\) .* type \(([\w |<>]+)\) but received type (\w+) /.exec(message) ??
    [];
  if (name !== undefined) return `: ${name}() takes ${wanted ?? ''}, and this is ${given ?? ''}`;
  return message.includes('EOF') ? ': it ends where more has to follow' : '';
}

const exampleHint = (examples = usualExamples): string =>
  `Examples: ${examples.map((each) => `\`--query ${each}\``).join(', ')}.`;

const unusableQueryError = (says: string, hint: string): PvgError =>
  new PvgError('query-failed', `The value of --query ${says}.`, { hint });

/** The names of the functions anywhere in an expression's tree. */
function findFunctions(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(findFunctions);
  const isFunction = 'type' in node && node.type === 'Function' && 'name' in node;
  return isFunction ? [String(node.name), ...below] : below;
}

/** A value as an expression reads it. A number that a double would change stays an object: it can only be picked. */
function toPlainValue(value: Printable): unknown {
  if (value instanceof JsonNumber) return value.isExact ? value.value : value;
  if (value instanceof JsonObject) return plainMembers(value.members);
  if (Array.isArray(value)) return (value as readonly Printable[]).map(toPlainValue);
  if (typeof value === 'object' && value !== null) return plainMembers(Object.entries(value));
  return value;
}

/** An object with these members. It has no prototype, so that `__proto__` is a member like any other. */
function plainMembers(entries: readonly (readonly [string, Printable])[]): unknown {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of entries) object[name] = toPlainValue(value);
  return object;
}
