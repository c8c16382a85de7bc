import { shellLine } from '../../text/shell.js';
import type { Evidence, Reply } from './evidence.js';

/** What stands around the calls in every form of a report. */

/** The headings of every form. */
export const titles = {
  facts: 'What the answer says',
  asked: 'What was asked',
  operator: 'For the operator',
  anomalies: 'Unusual in the answer',
  open: 'Open questions',
  // pvg prints them; it does not know what was sent.
  replies: 'Replies printed for the player',
  calls: 'All calls',
  technical: 'Technical details',
} as const;

/** `2026-11-21 03:25:31 UTC`. */
export const utcTime = (iso: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(iso) ? `${iso.slice(0, 19).replace('T', ' ')} UTC` : iso;

export const replyWords = ({ situation, languages, about }: Omit<Reply, 'id' | 'at'>): string =>
  [`${situation ?? 'a reply'} (${languages.join(', ')})`, ...(about === null ? [] : [`about ${about}`])].join(
    ', ',
  );

export const othersWords = ({ others, case: ticket }: Pick<Evidence, 'others' | 'case'>): string | null =>
  others === 0 || ticket === null
    ? null
    : `This case has ${others === 1 ? 'one more purchase or player' : `${String(others)} more purchases and players`}: \`${shellLine(['pvg', 'report', '--case', ticket])}\`.`;

export function footerWords({ version, made }: Evidence): string[] {
  const at = [utcTime(made.utc), ...(made.local === null ? [] : [made.local])].join(' · ');
  return [
    `Made by pvg ${version} at ${at}.`,
    'This report contains no receipt, no token, no secret and no player’s name.',
    'Times come from the clock of the computer that made the calls.',
  ];
}
