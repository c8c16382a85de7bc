import type { Tone } from '../../output/page.js';
import type { JournalEntry } from '../journal/entry.js';

/** How a report marks a call. */
export function toneOf(call: JournalEntry): Tone {
  const { phase, exit, advice, anomalies, verdict, command, attempts } = call;
  // A guard of pvg stopped it before anything was sent.
  const isStopped = command === 'verify' && phase !== 'sent' && attempts === 0 && (exit === 7 || exit === 13);
  if (isStopped) return 'careful';
  if (phase === 'sent' || exit !== 0) return 'bad';
  if (verdict?.id === 'not-completed') return 'careful';
  return anomalies.length === 0 && (advice === 'none' || advice === 'grant') ? 'good' : 'careful';
}
