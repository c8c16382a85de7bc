import type { Printable } from '../text/json/print.js';
import type { ResolvedProfile } from '../profiles/resolve.js';
import type { Entry } from './entry.js';

/** One request as the object that --json prints: the members of every command, then its own. */
export function jsonOf(
  entry: Entry,
  { name, environment }: Pick<ResolvedProfile, 'name' | 'environment'>,
  code?: string,
): Printable {
  const diagnosed = entry.id !== 'not-diagnosed';
  const ok = entry.id === 'signature-right';
  return {
    schema: 1,
    command: 'listen',
    profile: name,
    environment,
    interface: entry.interface ?? null,
    ok,
    exit: ok ? 0 : 6,
    verdict: { id: entry.id, says: entry.says, next: entry.fix },
    advice: diagnosed && entry.causes.length > 0 ? 'fix-request' : 'none',
    http: null,
    answer: null,
    anomalies: [],
    error: null,
    at: new Date(entry.atMs).toISOString(),
    operation: entry.operation ?? null,
    method: entry.method,
    path: entry.path,
    match: diagnosed ? ok : null,
    findings: entry.findings.map(({ difference, ...finding }) => ({
      ...finding,
      difference: difference && {
        ...difference,
        sent: { ...difference.sent },
        signed: { ...difference.signed },
      },
    })),
    lint: entry.lint.map((each) => ({ ...each })),
    tried: entry.tried,
    ...(code !== undefined && { code }),
    answered: { ...entry.answered, says: entry.answered.says ?? null },
    body_bytes: entry.body?.bytes ?? null,
    body_fingerprint: entry.body?.fingerprint ?? null,
  };
}
