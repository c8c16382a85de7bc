import type { TicketFlags, TypedFlags } from '../../input/options.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { readLanguages } from './situations.js';

/**
 * The reply that asks for the exact name.
 * @param situation whether another name was checked: only then the reply says so
 */
export function replyForExactName(
  situation: 'need-username' | 'verification-not-recorded',
  { reply, case: caseId }: TicketFlags & TypedFlags<'case'>,
): string {
  const languages = reply === undefined ? ['en'] : readLanguages('--reply', reply);
  const caseWords = optionWords({ '--case': caseId?.trim() });
  const words = ['pvg', 'reply', ...languages, '--for', situation, ...caseWords];
  return shellLine(words);
}
