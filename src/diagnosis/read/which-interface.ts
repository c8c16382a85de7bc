import {
  pathFolder,
  type Interface,
  type InterfaceRecord,
  interfaces,
  interfaceRecords,
} from '../../contract/interfaces.js';
import { parseObject } from '../../text/json/parse.js';
import { utf8Text } from '../../text/utf8.js';
import type { ObservedRequest } from '../observed-request.js';

type Request = Pick<ObservedRequest, 'url' | 'headers' | 'body'>;

/** The interface that a request is for, by its path, or else by a header or a member that only this interface has. */
export function interfaceOfRequest({ url, headers, body }: Request): Interface | undefined {
  const [path = ''] = url.toLowerCase().split(/[?#]/, 1);
  const names = headers.map(([name]) => headerWord(name));
  const members = parseObject(utf8Text(body))?.members.map(([name]) => memberWord(name)) ?? [];
  return (
    interfaces.find((interfaceName) =>
      path.includes(pathFolder(interfaceRecords[interfaceName]).toLowerCase()),
    ) ??
    interfaces.find((interfaceName) =>
      ownHeaders(interfaceName).some((name) => names.includes(name)),
    ) ??
    interfaces.find((interfaceName) =>
      interfaceRecords[interfaceName].tellingMembers.some((name) =>
        members.includes(memberWord(name)),
      ),
    )
  );
}

/** The headers that no other interface has. */
function ownHeaders(interfaceName: Interface): string[] {
  const headersOf = (each: Interface): string[] => {
    const { headers }: InterfaceRecord = interfaceRecords[each];
    return Object.values<string>({ ...headers }).map(headerWord);
  };
  const otherHeaders = interfaces.filter((other) => other !== interfaceName).flatMap(headersOf);
  return headersOf(interfaceName).filter((name) => !otherHeaders.includes(name));
}

/** The same word for all spellings of a header: some senders leave out `X-`, or write underscores. */
const headerWord = (name: string): string =>
  name.toLowerCase().replaceAll('_', '-').replace(/^x-/, '');

/** The same word for all spellings of a member: `os_id`, `osId` and `OsId`. */
const memberWord = (name: string): string => name.toLowerCase().replaceAll('_', '');
