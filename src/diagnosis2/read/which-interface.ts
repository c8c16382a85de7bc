import { prefixOf, records, type Interface, type InterfaceRecord } from '../../contract/interfaces.js';
import { JsonObject } from '../../text/json/json.js';
import { parseJson } from '../../text/json/parse.js';

interface Request {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The interface that a request is for, from its path, its headers or its body. Undefined if none of them shows it. */
export const interfaceOfRequest = (request: Request): Interface | undefined =>
  recordOfRequest(request, Object.values(records))?.id;

function recordOfRequest<Known extends InterfaceRecord>(
  { url, headers, body }: Request,
  known: readonly Known[],
): Known | undefined {
  const [path = ''] = url.toLowerCase().split(/[?#]/, 1);
  const names = headers.map(([name]) => headerWord(name));
  const members = memberNames(body);
  const has = (given: readonly string[], wanted: readonly string[]): boolean =>
    wanted.some((each) => given.includes(each));
  return (
    known.find((record) => path.includes(prefixOf(record).toLowerCase())) ??
    known.find((record) => has(names, ownHeaders(record, known))) ??
    known.find((record) => has(members, record.members.map(memberWord)))
  );
}

/** The headers that no other interface has. */
const ownHeaders = (record: InterfaceRecord, known: readonly InterfaceRecord[]): string[] => {
  const others = known.filter((other) => other !== record).flatMap(({ headers }) => Object.values(headers));
  return Object.values<string>({ ...record.headers })
    .filter((name) => !others.includes(name))
    .map(headerWord);
};

// Senders also write it as other products do: without `X-`, with underscores.
const headerWord = (name: string): string => name.toLowerCase().replaceAll('_', '-').replace(/^x-/, '');

/** In any spelling: `os_id`, `osId` and `OsId` are the same member. */
const memberWord = (name: string): string => name.toLowerCase().replaceAll('_', '');

/** The members of the top level. */
function memberNames(body: Uint8Array): string[] {
  try {
    const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return value instanceof JsonObject ? value.members.map(([name]) => memberWord(name)) : [];
  } catch {
    return [];
  }
}
