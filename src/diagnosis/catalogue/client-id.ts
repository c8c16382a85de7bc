import { causes, gatewayOnly } from '../cause.js';

/** The first part of the gateway’s message is not the client id of X-Client-ID and of the secret. */
export const clientId = causes({ interfaces: gatewayOnly, kind: 'client-id' })({
  'client-id-case': {
    number: 129,
    commonness: 'C',
    says: 'The client id was signed in another case than X-Client-ID has it.',
    typical: 'Configuration libraries that change the case.',
    fix: 'Use the client id exactly as it was issued, in the header and in the message.',
  },
  'client-id-whitespace': {
    number: 130,
    commonness: 'C',
    says: 'The client id was signed with a space or line end around it, which HTTP strips from the header.',
    typical: 'A client id read from a file or pasted.',
    fix: 'Trim the client id when it is read.',
  },
  'client-id-quoted': {
    number: 131,
    commonness: 'D',
    says: 'The client id was signed with quotes around it.',
    typical: 'Env files whose quotes are kept.',
    fix: 'Remove the quotes.',
  },
  'client-id-header-mismatch': {
    number: 132,
    commonness: 'B',
    says: 'The message was signed with the right client id, but X-Client-ID names another.',
    typical: 'Environments mixed up in the configuration.',
    fix: 'Take client id and secret from one credential, and use that id in the header and in the message.',
  },
  'client-id-signed-other': {
    number: 133,
    commonness: 'C',
    says: 'The message was signed with the client id of another credential.',
    typical: 'Environments mixed up in the configuration.',
    fix: 'Take client id and secret from one credential, and use that id in the header and in the message.',
  },
});
