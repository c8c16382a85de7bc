import type { EndedRun } from './tool-run.js';

/** What a person typed as the name of a player. Knows no browser. */

interface TypedName {
  readonly name: string;
  /** The name stood behind a label: whoever copied it may have copied too little or too much. */
  readonly hadLabel: boolean;
}

/** The label before a name: `nama: ` of `nama: RakaSatria77`, `Username = ` of `Username = dragon99`. */
const label = /^\p{L}[\p{L}\p{M} ]{1,30}\s*[:=\uFF1A]\s*(?=\S)/u;

/**
 * Without the blanks that come with copying, and without a label.
 *
 * @param shortened a text whose label was removed before: if it is written again, all of it is the name, such as `steam:7656`
 */
export function readTypedName(typed: string, shortened = ''): TypedName {
  const text = typed.trim();
  const name = text === shortened ? text : text.replace(label, '');
  return { name, hadLabel: name !== text };
}

/** Why the name was not sent; pvg’s own hint names options of a terminal. */
export function explainRefusedName({ result: { error, asks } }: Pick<EndedRun, 'result'>): string {
  if (asks?.situation !== undefined) {
    return `${error?.says ?? ''} Ask the player for the exact name in the game, as text, with the reply below.`;
  }
  if (error?.code === 'receipt-doubtful') return invisibleCharacter;
  return error?.says ?? '';
}

const invisibleCharacter =
  'The name has an invisible character. Type the name, or copy it again without what stands around it.';
