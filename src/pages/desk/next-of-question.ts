import type { DeskSituation } from '../../desk/wire.js';

/** Who acts next, what nobody may do, and what to do. */
interface NextWords {
  readonly actor: string;
  readonly not: string;
  readonly next: string;
}

/** A question of the player changes who acts; what nobody may do by the answer still holds. */
export function nextOfQuestion(
  found: NextWords,
  situations: readonly DeskSituation[],
  question: string,
): NextWords {
  const situation = situations.find(({ id }) => id === question);
  if (situation === undefined) return found;
  const both = new Set([found.not, situation.not].filter((not) => not !== ''));
  return { actor: situation.who, not: [...both].join(' '), next: situation.next };
}
