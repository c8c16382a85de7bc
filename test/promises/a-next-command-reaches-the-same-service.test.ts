import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { pvg, words } from '../helpers/pvg.js';

/** A next command that sends something goes to the profile that was typed: without it, pvg would ask another service or none. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const verificationMail = 'Hello, I did the verification of my account, and the game asks again.';
const namedMail = `${verificationMail}\nusername: mia_42`;

const rows = [
  ['a mail about a verification', 'lookup - --case T-7', verificationMail],
  ['the same with a username', 'lookup - --case T-7', namedMail],
  ['the same with a reply', 'lookup - --case T-7 --reply ko', namedMail],
  ['a code of the gateway', 'explain-error DUPLICATE_TRANSACTION', ''],
  ['a code of a pasted answer', 'explain-error -', 'DUPLICATE_TRANSACTION'],
  ['a failure of the service', 'explain-error 503', ''],
  ['credentials that are refused', 'explain-error 401', ''],
  ['an e-mail address as username', 'session mia@example.com --check --case T-7', ''],
  ['a receipt without its product', 'lookup demo-pending --case T-7', ''],
  ['a file of a report that exists', 'lookup demo-pending --product-id gems_100', ''],
] as const;

const commandsThatSend = ['lookup', 'session', 'doctor', 'verify'];

describe('the next command after', () => {
  it.each(rows)('%s keeps the profile', async (_what, line, stdin) => {
    const { out, err } = await pvg(`${line} --profile local`, { home, stdin, columns: 4000 });
    const next = words(/^Next: pvg (.*)$/m.exec(out + err)?.[1] ?? '');
    const isSending = commandsThatSend.includes(next[0] ?? '');
    if (isSending) expect(next.join(' ')).toContain('--profile local');
    else expect(next[0]).toMatch(/^(?:explain-error|reply|report)$/);
  });

  it('a mail about a verification keeps the ticket, too, and can be run', async () => {
    const line = 'lookup - --case T-7 --reply ko --profile local';
    const { err } = await pvg(line, { home, stdin: namedMail, columns: 4000 });
    const [, next = ''] = /^Next: pvg (.*)$/m.exec(err) ?? [];
    expect(next).toBe('session --username mia_42 --check --profile local --case T-7 --reply ko');
    expect((await pvg(next, { home })).status).toBe(0);
  });
});
