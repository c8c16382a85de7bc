import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { findNamedSecrets, withoutQuotesAround } from '../input/pasted/named-secrets.js';
import { redactedMark } from '../output/redaction.js';
import { withholdKnownSecrets } from '../profiles/known-secrets.js';
import { joinSentences } from '../text/sentences.js';

/** A client secret or a secret key where a receipt, a player or a ticket should be. It is never sent and never kept. */

const mustBeReplaced = 'It must be replaced: tell the operator.';

/** What each value should have been. */
interface TypedValues {
  readonly receipt?: string | undefined;
  readonly username?: string | undefined;
  readonly ticket?: string | undefined;
}

const nouns = { receipt: 'a receipt', username: 'a username', ticket: 'the number of a ticket' };

/** A refusal that says itself what to do about the secret. */
class SecretRefused extends PvgError {}

/** Nothing lifts it, not even `--force`. @throws {PvgError} `usage`, before anything is sent */
export function refuseSecrets({ secrets }: Pick<Context, 'secrets'>, typed: TypedValues): void {
  for (const [name, noun] of Object.entries(nouns)) {
    const value = withoutQuotesAround(typed[name as keyof TypedValues] ?? '');
    if (value === '' || secrets.redact(value) !== redactedMark) continue;
    throw new SecretRefused('usage', `This is a client secret or a secret key, not ${noun}.`, {
      hint: `Whoever has it can sign requests in the name of the game. ${mustBeReplaced}`,
    });
  }
}

/** The secrets that are known before a profile is chosen. @throws {PvgError} `usage` */
export async function refuseKnownSecrets(context: Context, typed: TypedValues): Promise<void> {
  await withholdKnownSecrets(context);
  refuseSecrets(context, typed);
}

/** What to say of a text with a secret in it; undefined for any other. From here on no output shows the secret. */
export function secretNote(
  { secrets }: Pick<Context, 'secrets'>,
  text: string,
): string | undefined {
  const named = findNamedSecrets(text);
  named.forEach((secret) => secrets.add(secret));
  const hasKnown = named.length === 0 && secrets.redact(text) !== text;
  if (named.length === 0 && !hasKnown) return undefined;
  return `The text has a client secret or a secret key. ${mustBeReplaced}`;
}

/** Adds it to a refusal of the text. */
export function withSecretNote(context: Context, failure: PvgError, text: string): PvgError {
  const note = secretNote(context, text);
  if (note === undefined || failure instanceof SecretRefused) return failure;
  const { code, message, details } = failure;
  const hint = joinSentences(note, details.hint);
  // What stands there is `--force`: nobody is led to send the secret.
  return new PvgError(code, message, {
    ...details,
    hint,
    hintAtTerminal: undefined,
    secretNote: note,
  });
}
