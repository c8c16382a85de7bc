import { causes, told, ways, type Variants } from '../cause.js';

const headerWords = ['X-Client-ID', 'client_id', 'clientId', 'CLIENT_ID'].map(
  (word) => [word, word] as const,
);

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();

const signed = (id: string, how: string): Variants<string>[number] =>
  told(id, `The client id was signed ${how}.`);

/** The client id in the gateway’s message is not the one in X-Client-ID, or not the one of the secret. */
export const clientId = causes({ where: 'clientId', kind: 'client-id' })({
  'client-id-case': {
    commonness: 'C',
    says: 'The client id was signed in a different case (upper or lower) than in X-Client-ID.',
    typical: 'Configuration libraries that change the case.',
    fix: 'Use the client id exactly as it was issued, in the header and in the message.',
    clientIds: ({ sentId: id }) => [
      signed(id.toLowerCase(), 'in lower case'),
      signed(id.toUpperCase(), 'in upper case'),
      signed(capitalised(id), 'with a capital first letter and small letters after it'),
    ],
  },
  'client-id-whitespace': {
    commonness: 'C',
    says: 'The client id was signed with a space or line break around it, which HTTP removes from the header.',
    typical: 'A client id that was read from a file or pasted.',
    fix: 'Trim the client id when it is read.',
    clientIds: ({ sentId: id }) => [
      signed(`${id}\n`, 'with a line break after it'),
      signed(`${id} `, 'with a space after it'),
      signed(` ${id}`, 'with a space before it'),
      signed(`${id}\r\n`, 'with a CRLF line break after it'),
      signed(`${id}\t`, 'with a tab after it'),
    ],
  },
  'client-id-quoted': {
    commonness: 'D',
    says: 'The client id was signed with quotes around it.',
    typical: 'Env files with quotes around the value.',
    fix: 'Remove the quotes.',
    clientIds: ({ sentId: id }) => [
      ...ways([`"${id}"`, `'${id}'`]),
      signed(`\\"${id}\\"`, 'with a backslash and a double quote on each side'),
      told(`b'${id}'`, "The client id was signed as Python prints bytes, with `b'…'` around it."),
    ],
  },
  'client-id-header-mismatch': {
    commonness: 'B',
    says: 'X-Client-ID is not the client id that belongs to the secret.',
    typical: 'Environments mixed up in the configuration.',
    fix: 'Use the client id and the secret that were issued together. Use that client id in the message and in X-Client-ID.',
    clientIds: ({ clientId: own }) =>
      own === undefined
        ? []
        : [
            told(
              own,
              'The message was signed with the right client id, but X-Client-ID has a different one.',
            ),
          ],
    seen: ({ headers, credential, found, signedHeaderId }) => {
      const { value } = headers.clientId;
      const isOwn = value === undefined || credential.clientId === undefined || value === credential.clientId;
      return isOwn || !signedHeaderId || found.includes('secret-wrong-environment') ? [] : [''];
    },
  },
  'client-id-signed-other': {
    commonness: 'C',
    says: 'The message was signed with a client id that belongs to another secret.',
    typical: 'Environments mixed up in the configuration.',
    fix: 'Use the client id and the secret that were issued together. Use that client id in the message and in X-Client-ID.',
    clientIds: ({ clientId: own, otherIds, fields }) => [
      ...otherIds
        .filter(([other]) => other !== own)
        .map(([other, label]) => told(other, `The message was signed with the client id of ${label}.`)),
      ...[...fields, ...headerWords].map(([name, value]) =>
        told(
          value,
          value === name
            ? `The word \`${name}\` was signed in place of the client id.`
            : `The value of the body’s field \`${name}\` was signed in place of the client id.`,
          2,
        ),
      ),
    ],
  },
});
