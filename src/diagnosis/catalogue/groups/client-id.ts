import type { CauseGroup } from '../cause.js';

export const clientIdCauses = {
  title: 'Client id',
  causes: [
    {
      id: 'client-id-case',
      frequency: 'occasional',
      appliesTo: 'clientId',
      mistake:
        'The client id was signed, or sent in X-Client-ID, in a different case (upper or lower) than it was issued in.',
      typicalSenders: 'Configuration libraries that change the case.',
      fix: 'Use the client id exactly as it was issued, in the header and in the message.',
      fixKind: 'client-id',
    },
    {
      id: 'client-id-whitespace',
      frequency: 'occasional',
      appliesTo: 'clientId',
      mistake:
        'The client id was signed with a space or line break around it, which HTTP removes from the header.',
      typicalSenders: 'A client id that was read from a file or pasted.',
      fix: 'Trim the client id when it is read.',
      fixKind: 'client-id',
    },
    {
      id: 'client-id-quoted',
      frequency: 'rare',
      appliesTo: 'clientId',
      mistake: 'The client id was signed or sent with quotes or other text around it.',
      typicalSenders: 'Env files with quotes around the value.',
      fix: 'Use the client id alone, without anything around it.',
      fixKind: 'client-id',
    },
    {
      id: 'client-id-undefined',
      frequency: 'common',
      appliesTo: 'clientId',
      mistake:
        'The client id is empty or a word for a missing value, such as `None` or `undefined`.',
      typicalSenders: '`${process.env.X}`, `str(os.environ.get(…))`.',
      fix: 'Check the name of the variable and that it is loaded in time. Stop the program if it is missing.',
      fixKind: 'client-id',
    },
    {
      id: 'client-id-header-mismatch',
      frequency: 'common',
      appliesTo: 'clientId',
      mistake: 'X-Client-ID is not the client id that belongs to the secret.',
      typicalSenders: 'Environments mixed up in the configuration.',
      fix: 'Use the client id and the secret that were issued together. Use that client id in the message and in X-Client-ID.',
      fixKind: 'client-id',
    },
    {
      id: 'client-id-signed-other',
      frequency: 'occasional',
      appliesTo: 'clientId',
      mistake: 'The message was signed with another client id than the one that belongs to it.',
      typicalSenders: 'Environments mixed up in the configuration.',
      fix: 'Use the client id and the secret that were issued together. Use that client id in the message and in X-Client-ID.',
      fixKind: 'client-id',
    },
    {
      id: 'client-id-number',
      frequency: 'occasional',
      appliesTo: 'clientId',
      mistake:
        'The client id was read as a number and so was signed as another text of it, such as without its leading zeros.',
      typicalSenders: 'YAML without quotes, JSON numbers, spreadsheets.',
      fix: 'Put the client id in quotes in the configuration. It is a text.',
      hints: { php: 'In PHP, write it with `%s`: `%d` and `(int)` make `0` of a text.' },
      fixKind: 'client-id',
    },
  ],
} as const satisfies CauseGroup;
