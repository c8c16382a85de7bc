import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { findNamedSecrets, withoutQuotesAround } from '../input/pasted/named-secrets.js';
import { redactedMark } from '../output/redaction.js';
import { withholdKnownSecrets } from '../profiles/known-secrets.js';

/** Refuses a client secret or a secret key that was typed as a receipt, a player or a ticket. It is never sent and never kept. */

const mustBeReplaced = 'It must be replaced: tell the operator.';

/** The values that were typed, by what each should be. */
interface TypedValues {
  readonly receipt?: string | undefined;
  readonly username?: string | undefined;
  readonly ticket?: string | undefined;
}

const nounsByName = {
  receipt: 'a receipt',
  username: 'a username',
  ticket: 'the number of a ticket',
};

/** A refusal that already says what to do about the secret, so `withSecretNote` adds nothing. */
class SecretRefused extends PvgError {}

/** Refuses a known secret, also with `--force`. @throws {PvgError} `usage`, before anything is sent */
export function refuseSecrets({ secrets }: Pick<Context, 'secrets'>, typed: TypedValues): void {
  for (const [name, noun] of Object.entries(nounsByName)) {
    const value = withoutQuotesAround(typed[name as keyof TypedValues] ?? '');
    const isWhollySecret = value !== '' && secrets.redact(value) === redactedMark;
    if (!isWhollySecret) continue;
    throw new SecretRefused('usage', `This is a client secret or a secret key, not ${noun}.`, {
      hint: `Whoever has it can sign requests in the name of the game. ${mustBeReplaced}`,
    });
  }
}

/** Refuses the secrets of all stored profiles, before a profile is chosen. @throws {PvgError} `usage` */
export async function refuseKnownSecrets(context: Context, typed: TypedValues): Promise<void> {
  await withholdKnownSecrets(context);
  refuseSecrets(context, typed);
}

/** The note about a text that has a secret in it; undefined for any other text. A secret that the text names is withheld from then on. */
export function secretNote(
  { secrets }: Pick<Context, 'secrets'>,
  text: string,
): string | undefined {
  const namedSecrets = findNamedSecrets(text);
  namedSecrets.forEach((secret) => secrets.add(secret));
  const hasSecret = namedSecrets.length > 0 || secrets.redact(text) !== text;
  if (!hasSecret) return undefined;
  return `The text has a client secret or a secret key. ${mustBeReplaced}`;
}

/** Adds the note about a secret to the refusal of a text. */
export function withSecretNote(context: Context, failure: PvgError, text: string): PvgError {
  const note = secretNote(context, text);
  if (note === undefined || failure instanceof SecretRefused) return failure;
  const { code, message, details } = failure;
  // `hintAtTerminal` is removed, because it proposes `--force`, which would send the secret.
  return new PvgError(code, message, {
    ...details,
    hintAtTerminal: undefined,
    secretNote: note,
  });
}
