import { nearest } from '../text/nearest.js';
import { PvgError } from '../failure.js';

/** A mistyped value of an option that takes one of a few: never repeated, the nearest is offered. */
export function noChoice(
  option: string,
  typed: string,
  choices: readonly string[],
  example = choices[0],
): PvgError {
  const near = nearest(typed, choices);
  return new PvgError('usage', `${option} takes one of: ${choices.join(', ')}.`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.map((name) => `\`${option} ${name}\``).join(' or ')}?`
        : `Example: \`${option} ${example ?? ''}\`.`,
  });
}

/** @throws {PvgError} `usage`: an option without text would be sent as "", which is not the same as leaving it out */
export function refuseEmpty(given: Readonly<Record<string, string | undefined>>): void {
  const empty = Object.entries(given).find(([, value]) => value === '');
  if (empty === undefined) return;
  throw new PvgError('usage', `${empty[0]} is empty.`, {
    hint: 'Leave the option out, or give it a value: an empty text would be sent as it is.',
  });
}
