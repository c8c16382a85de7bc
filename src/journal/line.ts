import { interfaces, operations } from '../contract/interfaces.js';
import { exitStatuses } from '../failure.js';
import { JsonNumber, JsonObject, type Json } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { printJson, type Printable } from '../json/print.js';
import type { JournalEntry, OperatorFacts } from './entry.js';

/** One entry as one line of NDJSON. The id comes first: the age of a file is read from its beginning. */
export function printEntry(entry: JournalEntry): string {
  const { id, ...rest } = entry;
  return printJson({ id, ...rest } as unknown as Printable);
}

/** When the entry at the beginning of a file was made, in milliseconds; undefined where none begins there. */
export function madeAtMs(beginning: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^\{"id":"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(beginning) ?? [];
  if (second === undefined) return undefined;
  const at = Date.parse(
    `${String(year)}-${String(month)}-${String(day)}T${String(hour)}:${String(minute)}:${second}Z`,
  );
  return Number.isNaN(at) ? undefined : at;
}

/** undefined for a damaged line. Members of later versions are dropped, missing ones are null: old entries stay readable. */
export function parseEntry(line: string): JournalEntry | undefined {
  const object = objectIn(line);
  if (object === undefined) return undefined;
  const id = text(object, 'id');
  const at = text(object, 'at');
  const command = oneOf(object, 'command', operations);
  const phase = oneOf(object, 'phase', ['sent', 'answered']);
  const environment = oneOf(object, 'environment', ['dev', 'prod']);
  const calledInterface = oneOf(object, 'interface', interfaces);
  const isWhole = id !== null && at !== null && !Number.isNaN(Date.parse(at));
  if (!isWhole || !command || !phase || !environment || !calledInterface) return undefined;
  return {
    id,
    at,
    command,
    phase,
    profile: text(object, 'profile'),
    environment,
    interface: calledInterface,
    origin: text(object, 'origin'),
    product: text(object, 'product'),
    package: text(object, 'package'),
    receipt: text(object, 'receipt'),
    player: text(object, 'player'),
    request_sha256: text(object, 'request_sha256'),
    order_id: text(object, 'order_id'),
    status: number(object, 'status'),
    code: text(object, 'code'),
    exit: exitOf(object),
    verdict: textsOf(object.get('verdict'), ['id', 'says', 'next']),
    advice: oneOf(object, 'advice', advices) ?? null,
    case: text(object, 'case'),
    attempts: number(object, 'attempts') ?? 0,
    duration_ms: number(object, 'duration_ms') ?? 0,
    clock_skew_s: number(object, 'clock_skew_s'),
    facts: listOf(object.get('facts'), ['label', 'value']),
    anomalies: listOf(object.get('anomalies'), ['field', 'says']),
    error: errorOf(object.get('error')),
    operator: operatorOf(object.get('operator')),
    version: text(object, 'version') ?? '',
  };
}

const advices = [
  'grant',
  'do-not-grant',
  'already-verified',
  'retry-later',
  'fix-request',
  'check',
  'none',
] as const;

function objectIn(line: string): JsonObject | undefined {
  try {
    const json = parseJson(line);
    return json instanceof JsonObject ? json : undefined;
  } catch {
    return undefined;
  }
}

const text = (object: JsonObject, name: string): string | null => {
  const value = object.get(name);
  return typeof value === 'string' ? value : null;
};

const number = (object: JsonObject, name: string): number | null => {
  const value = object.get(name);
  return value instanceof JsonNumber ? value.value : null;
};

const oneOf = <Word extends string>(
  object: JsonObject,
  name: string,
  words: readonly Word[],
): Word | undefined => words.find((word) => word === object.get(name));

const exitOf = (object: JsonObject): JournalEntry['exit'] => {
  const exit = number(object, 'exit');
  return exit !== null && Object.hasOwn(exitStatuses, exit) ? (exit as JournalEntry['exit']) : null;
};

/** An object of texts alone; null where one is missing. */
function textsOf<Name extends string>(
  value: Json | undefined,
  names: readonly Name[],
): Record<Name, string> | null {
  if (!(value instanceof JsonObject)) return null;
  const pairs = names.map((name) => [name, text(value, name)] as const);
  return pairs.every(([, each]) => each !== null)
    ? (Object.fromEntries(pairs) as Record<Name, string>)
    : null;
}

const listOf = <Name extends string>(
  value: Json | undefined,
  names: readonly Name[],
): Record<Name, string>[] =>
  Array.isArray(value) ? value.flatMap((each) => textsOf(each, names) ?? []) : [];

const errorOf = (value: Json | undefined): JournalEntry['error'] => {
  const texts = textsOf(value, ['code', 'says', 'hint']);
  return texts && { ...texts, section: value instanceof JsonObject ? text(value, 'section') : null };
};

const operatorOf = (value: Json | undefined): OperatorFacts | null =>
  value instanceof JsonObject
    ? {
        tx_mgmt_id: text(value, 'tx_mgmt_id'),
        game_id: text(value, 'game_id'),
        current_state: text(value, 'current_state'),
        last_error_code: text(value, 'last_error_code'),
      }
    : null;
