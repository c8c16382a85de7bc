import type { FailureCode } from '../../failure.js';

/** When pvg itself fails with a code: for `explain-error` and docs/errors.md. */
export const ownCodes: Readonly<Record<FailureCode, string>> = {
  internal: 'pvg itself failed.',
  usage: 'The command line is wrong: a command, an option or a value.',
  'input-unreadable': 'A file, standard input or a value is missing or has the wrong form.',
  'receipt-doubtful': 'A value does not look like a receipt or a name. --force sends it anyway.',
  'not-shown': 'The contract does not show what to send.',
  'code-not-listed': 'The contract does not list what explain-error was asked about.',
  'output-exists': 'The output file exists. --overwrite replaces it.',
  'not-in-journal': 'The journal has no such call.',
  'no-reply': 'The call says nothing that the player may be told.',
  'profile-missing': 'No profile is chosen, and no environment variable describes one.',
  'profile-unknown': 'No profile has this name.',
  'profile-incomplete': 'The profile lacks a value that this command needs.',
  'secret-missing': 'There is no secret to sign with.',
  'keyring-unavailable': 'The secret is in the system’s keyring, which cannot be reached.',
  'configuration-unreadable':
    'A configuration file or an environment variable cannot be read, or has an invalid value.',
  'configuration-unwritable': 'A profile or setting could not be stored.',
  'environment-conflict': 'PVG_ENVIRONMENT and the stored profile name different environments.',
  'already-recorded':
    'On prod, the look-up before a verify showed that the purchase is already recorded. No verify was sent.',
  'outcome-unknown':
    'It is not known whether the call was processed: the answer was lost, or a 409 may come from an earlier attempt of the same run.',
  'not-reached': 'The service was never reached. Repeating is safe.',
  'no-contract-shape': 'The answer does not match the contract.',
  'verify-guarded': 'A verify on prod needs --confirm with the profile’s name.',
  'purge-unconfirmed': 'profile purge needs --confirm with the profile’s name.',
  'profile-read-only': 'A read-only profile never verifies.',
  'profile-exists': 'A profile with this name exists. `profile add` does not change it; `profile set` does.',
  'other-origin': 'The address is a different one from the prod profile’s.',
  'environments-mixed': 'A dev and a prod profile share an address or a secret.',
  'tls-off': 'pvg refuses NODE_TLS_REJECT_UNAUTHORIZED=0 for prod.',
  'output-in-use': 'Another run is writing to this output file.',
  'output-unwritable': 'The output could not be written.',
  interrupted: 'SIGINT ended the command.',
  terminated: 'SIGTERM or SIGHUP ended the command.',
  'pipe-closed': 'The program that reads the output closed the pipe.',
};

/** The codes that pvg uses for answers without a code. */
export const givenCodes = {
  'not-confirmed': 'A look-up: the store does not confirm the purchase.',
  'store-unavailable': 'A look-up: the store gave no result.',
  'rows-failed': 'Some rows of a batch failed.',
  'http-<status>': 'A failure with this HTTP status, without an error code from the contract.',
} as const;
