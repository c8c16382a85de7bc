import type { DeskSituation } from '../../desk/wire.js';

/** Who acts next, what nobody may do, and what to do. */
interface NextWords {
  readonly actor: string;
  readonly not: string;
  readonly next: string;
}

interface FoundNext extends NextWords {
  /** The id of the verdict, if there is one. */
  readonly verdict?: string | undefined;
  /** Somebody must check which purchase the answer is about. */
  readonly isToBeChecked?: boolean | undefined;
}

/** A question of the player changes who acts; what nobody may do by the answer still holds. */
export function chooseNextStep(
  found: FoundNext,
  situations: readonly DeskSituation[],
  question: string,
): NextWords {
  const situation = situations.find(({ id }) => id === question);
  // The right purchase has to be looked up first, whatever the player asks.
  if (situation === undefined || found.isToBeChecked === true) return found;
  return { actor: situation.who, not: joinBans(found, situation), next: situation.next };
}

/** Verdicts and questions, by id, that forbid to grant the item and nothing else. What others forbid is told in their own words. */
const grantBans: Readonly<Record<string, 'never' | 'until-checked'>> = {
  'paid-and-recorded': 'until-checked',
  'paid-recorded-elsewhere': 'never',
  pending: 'never',
  cancelled: 'never',
  'cancelled-after-recorded': 'never',
  'not-confirmed': 'never',
  chargeback: 'never',
  'other-order': 'never',
  'paid-twice': 'until-checked',
  'somebody-else-paid': 'until-checked',
};

/** Names who checks, because the question of the player may make somebody else act next. */
const untilDevelopersChecked = 'Do not grant the item before the game’s developers have checked.';

/** The stricter ban if both are about granting, else both of them. */
function joinBans({ verdict = '', not }: FoundNext, question: DeskSituation): string {
  const answerBan = grantBans[verdict];
  const questionBan = grantBans[question.id];
  const areAboutGrant = answerBan !== undefined && questionBan !== undefined;
  if (areAboutGrant && answerBan === 'never' && questionBan === 'until-checked') return not;
  if (areAboutGrant) return question.not;
  const namedBan = answerBan === 'until-checked' ? untilDevelopersChecked : not;
  return [...new Set([namedBan, question.not])].filter((ban) => ban !== '').join(' ');
}
