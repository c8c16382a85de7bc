import type { FailureCode } from '../../failure.js';

/** When pvg itself fails with a code: for `explain-error` and docs/errors.md. */
export const ownCodes: Readonly<Record<FailureCode, string>> = {
  internal: 'pvg has a fault of its own.',
  usage: 'The command line is wrong: a command, an option or a value.',
  'input-unreadable': 'A file, standard input or a value cannot be read as what it should be.',
  'receipt-doubtful': 'The receipt does not look like one. --force sends it anyway.',
  'not-shown': 'The contract does not show what would have to be sent.',
  'code-not-listed': 'explain-error was given what the contract does not list.',
  'output-exists': 'The file asked for exists. --overwrite replaces it.',
  'not-in-journal': 'The journal has no such call.',
  'profile-missing': 'No profile was named, and no variable describes one.',
  'profile-unknown': 'No profile has this name.',
  'profile-incomplete': 'The profile lacks a value that this command needs.',
  'secret-missing': 'There is no secret to sign with.',
  'keyring-unavailable': 'The secret is in the keyring of the system, which cannot be reached.',
  'configuration-unreadable':
    'A file or variable of the configuration cannot be read, or holds a value that cannot be used.',
  'configuration-unwritable': 'A profile or setting could not be stored.',
  'environment-conflict': 'PVG_ENVIRONMENT names another environment than the stored profile.',
  'already-recorded':
    'On prod the look-up before a verify found that the purchase is recorded. No verify was sent.',
  'outcome-unknown':
    'The answer was lost, so what happened is not known; or a 409 may be the echo of an own attempt.',
  'not-reached': 'The service was never reached. Repeating is safe.',
  'no-contract-shape': 'What came back is not an answer of the contract.',
  'verify-guarded': 'A verify on prod needs --confirm with the profile’s name.',
  'purge-unconfirmed': 'profile purge needs --confirm with the profile’s name.',
  'profile-read-only': 'A read-only profile never verifies.',
  'profile-exists': 'profile add changes no profile that exists; profile set does.',
  'other-origin': 'The address is another one than that of the prod profile.',
  'environments-mixed': 'A dev and a prod profile share an address or a secret.',
  'tls-off': 'NODE_TLS_REJECT_UNAUTHORIZED=0 is refused for prod.',
  'output-in-use': 'Another run writes this output.',
  'output-unwritable': 'The output could not be written.',
  interrupted: 'SIGINT ended the command.',
  terminated: 'SIGTERM or SIGHUP ended the command.',
  'pipe-closed': 'The reader of a pipe closed it.',
};

/** Codes that pvg gives to answers which name none. */
export const givenCodes = {
  'not-confirmed': 'A look-up in the store-rejection shape: the store does not confirm the purchase (§2.4).',
  'store-unavailable': 'A look-up in the store-rejection shape: the store was not asked (§2.4).',
  'http-<status>': 'A failure of this HTTP status without a code of the contract.',
} as const;
