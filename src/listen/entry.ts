import type { Diagnosis, Finding, LintFinding } from '../diagnosis/diagnose.js';
import { privateTextsIn } from '../output/redaction/members.js';
import { shownFingerprint } from '../signing/digest.js';
import type { Answered, Seen } from './seen.js';
import { tell, type Outcome, type Told } from './verdict.js';

/** What is kept of a request once it was told: no body, no header, no whole receipt. */
export interface Entry extends Told {
  readonly number: number;
  readonly atMs: number;
  readonly interface: Seen['interface'];
  readonly operation: Seen['operation'];
  readonly method: string;
  readonly path: string;
  readonly answered: Answered;
  readonly findings: readonly Finding[];
  readonly lint: readonly LintFinding[];
  readonly tried: number;
  /** null: the body was not read. */
  readonly body: { readonly bytes: number; readonly fingerprint: string } | null;
  /** Of the receipt in the body. */
  readonly receipt: string | null;
}

const longestPath = 200;

export function entryOf(request: Seen, answered: Answered, outcome: Outcome): Entry {
  const { body, target } = request;
  const receipts = body === undefined ? [] : privateTextsIn(body);
  const { findings, lint, tried } = 'undiagnosed' in outcome ? nothing : outcome;
  return {
    ...tell(outcome),
    number: request.number,
    atMs: request.receivedAtMs,
    interface: request.interface,
    operation: request.operation,
    method: request.method,
    path: target.length > longestPath ? `${target.slice(0, longestPath)}…` : target,
    answered,
    findings: findings.map((finding) => withoutReceipts(finding, receipts)),
    lint,
    tried,
    body: body === undefined ? null : { bytes: body.byteLength, fingerprint: shownFingerprint(body) },
    receipt: receipts[0] === undefined ? null : shownFingerprint(receipts[0]),
  };
}

const nothing: Pick<Diagnosis, 'findings' | 'lint' | 'tried'> = { findings: [], lint: [], tried: 0 };

/** A receipt that fits whole into the shown text is shown by its fingerprint. */
function withoutReceipts(finding: Finding, receipts: readonly string[]): Finding {
  const { difference } = finding;
  if (difference === null) return finding;
  const named = <Side extends { readonly text: string }>(side: Side): Side => ({
    ...side,
    text: receipts
      .filter((receipt) => receipt !== '')
      .reduce((text, receipt) => text.replaceAll(receipt, `[${shownFingerprint(receipt)}]`), side.text),
  });
  return {
    ...finding,
    difference: { ...difference, sent: named(difference.sent), signed: named(difference.signed) },
  };
}
