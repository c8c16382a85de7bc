import type { TicketFlags, TypedFlags } from '../../input/options.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { readLanguages } from './situations.js';

/** The reply that asks for the exact name: the player may have another than the one that was checked. */
export function replyForExactName({
  reply,
  case: caseId,
}: TicketFlags & TypedFlags<'case'>): string {
  const languages = reply === undefined ? ['en'] : readLanguages('--reply', reply);
  const caseWords = optionWords({ '--case': caseId?.trim() });
  const words = ['pvg', 'reply', ...languages, '--for', 'verification-not-recorded', ...caseWords];
  return shellLine(words);
}
