import type { DeskSituation } from '../../desk/wire.js';

/** Who acts next, what nobody may do, and what to do. */
export interface NextWords {
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
  // An answer that nobody may act on has to be replaced first, whatever the player asks.
  if (situation === undefined || found.not.startsWith('Do not act')) return found;
  const not = bothNots(withNamedActor(found), situation.not);
  return { actor: situation.who, not, next: situation.next };
}

/** Once somebody else acts, `they` says no more who is meant. */
function withNamedActor({ not, actor }: NextWords): string {
  const [named = actor] = actor.split(',');
  return not.replace(' they ', ` ${named} `);
}

/** Of two sentences about granting, the stricter one. */
function bothNots(found: string, asked: string): string {
  const areOfGrant = [found, asked].every((not) => not.startsWith('Do not grant'));
  if (areOfGrant && found.includes(' before ')) return asked;
  if (areOfGrant && asked.includes(' before ')) return found;
  if (areOfGrant && /^Do not grant(?: it now)?\.$/.test(found)) return asked;
  return [...new Set([found, asked])].filter((not) => not !== '').join(' ');
}

/** The journal keeps one text: what nobody may do stands before what to do. */
export function partsOfNext(next: string): Pick<NextWords, 'not' | 'next'> {
  const [not = ''] = /^(?:Do not .*?\.(?:\s|$))+/s.exec(next) ?? [];
  return { not: not.trim(), next: next.slice(not.length) };
}
