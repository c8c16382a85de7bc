import type { CauseId } from '../catalogue/causes.js';
import { printPlain } from '../json-forms/print.js';
import { compareBytes, type Tree } from '../json-forms/tree.js';
import { percentEncode } from './bytes.js';
import { layoutOf, type MessageLayout } from './layouts.js';

/** Messages of the body's fields with client id and timestamp added to them, as MoMo, Binance and ZaloPay want it. */

type Field = readonly [name: string, value: string];

/** The values that a program adds to the fields; undefined if the request does not show the value. */
interface AddedValues {
  readonly clientId: string | undefined;
  readonly timestamp: string | undefined;
}

const clientNames = ['client_id', 'clientId', 'app_id', 'appId', 'X-Client-ID'];
const timeNames = ['timestamp', 'ts', 'time', 'X-Timestamp'];

function fieldsOf(root: Tree): Field[] {
  if (root.kind !== 'object') return [];
  return root.members.map(([name, value]): Field => {
    if (value.kind === 'text') return [name.value, value.value];
    return [name.value, value.kind === 'number' ? value.raw : printPlain(value)];
  });
}

/** The ways to add this value: one field under each name, or (an empty list) not at all. */
function choicesOf(names: readonly string[], value: string | undefined): Field[][] {
  return [...(value === undefined ? [] : names.map((name): Field[] => [[name, value]])), []];
}

const sortFields = (fields: readonly Field[]): Field[] =>
  fields.toSorted(([left], [right]) => compareBytes(left, right));

/** The mistake of a message that is made of fields. */
interface FieldsMistake {
  readonly id: CauseId;
  /** After "The message was signed as the fields of the body with … among them, ". */
  readonly how: string;
}

function fieldsLayout(
  text: string,
  added: readonly Field[],
  { id, how }: FieldsMistake,
): MessageLayout {
  const names = added.map(([name]) => `\`${name}\``).join(' and ');
  return layoutOf([], '', {
    before: text,
    wholeExplanation: {
      ids: [id, 'layout-missing-body-hash'],
      says: `The message was signed as the fields of the body with ${names} among them, ${how}, instead of \`client_id.timestamp.body_hash\`.`,
    },
  });
}

/** The same layout with `&key=` and the secret after it, as WeChat Pay wants it. */
function withSecret({ before, wholeExplanation }: MessageLayout): MessageLayout[] {
  if (wholeExplanation === undefined) return [];
  const { ids, says } = wholeExplanation;
  return [
    layoutOf(['secret'], '', {
      before,
      names: ['&key='],
      wholeExplanation: {
        ids: [...ids, 'layout-secret-in-message'],
        says: `${says} The secret stood after them.`,
      },
    }),
  ];
}

const queryOf = (fields: readonly Field[], encode: (value: string) => string): string =>
  fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');

function* queries(fields: readonly Field[], added: readonly Field[]): Generator<MessageLayout> {
  const all = [...fields, ...added];
  const sorted = { id: 'body-query-sorted', how: 'as a=1&b=2, sorted by name' } as const;
  const plain = fieldsLayout(queryOf(sortFields(all), String), added, sorted);
  yield plain;
  yield* withSecret(plain);
  const encoded = { ...sorted, how: 'as a=1&b=2, sorted by name and URL-encoded' };
  yield fieldsLayout(queryOf(sortFields(all), percentEncode), added, encoded);
  const unsorted = {
    id: 'body-form-encoded',
    how: 'as a=1&b=2, in the order of the body',
  } as const;
  yield fieldsLayout(queryOf(all, String), added, unsorted);
  const encodedUnsorted = { ...unsorted, how: `${unsorted.how} and URL-encoded` };
  yield fieldsLayout(queryOf(all, percentEncode), added, encodedUnsorted);
}

function* valuesInRow(fields: readonly Field[], added: readonly Field[]): Generator<MessageLayout> {
  for (const [order, all] of [
    ['sorted by name', sortFields([...fields, ...added])],
    ['before the others', [...added, ...fields]],
    ['after the others', [...fields, ...added]],
  ] as const) {
    for (const separator of ['|', '', '.', '&', ':']) {
      const between = separator === '' ? 'nothing' : `\`${separator}\``;
      const how = `only the values, ${order}, with ${between} between them`;
      const text = all.map(([, value]) => value).join(separator);
      yield fieldsLayout(text, added, { id: 'body-values-joined', how });
    }
  }
}

/** All these layouts. Tried only when everything else is right. */
export function* fieldLayouts(root: Tree, values: AddedValues): Generator<MessageLayout> {
  const fields = fieldsOf(root);
  if (fields.length === 0) return;
  const clients = choicesOf(clientNames, values.clientId);
  const times = choicesOf(timeNames, values.timestamp);
  for (const client of clients) {
    for (const time of times) {
      const added = [...client, ...time];
      if (added.length > 0) yield* queries(fields, added);
    }
  }
  // A row of values does not show the names, so one name for each added value is enough.
  const [client = []] = clients;
  const [time = []] = times;
  if (client.length + time.length > 0) yield* valuesInRow(fields, [...client, ...time]);
}
