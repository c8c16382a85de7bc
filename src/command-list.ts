import type { ProgramRegistration } from './commands/registration.js';

/** Loads the code of a command, only when the command is called or completed. */
type Load = () => Promise<{
  readonly register: (registration: ProgramRegistration) => void;
}>;

type Rows = Readonly<Record<string, readonly [summary: string, load: Load]>>;

const inGroup = (group: string, rows: Rows) =>
  Object.entries(rows).map(([name, [summary, load]]) => [name, { group, summary, load }] as const);

/** The only list of commands, under the headings of the help. */
export const commands = Object.fromEntries([
  ...inGroup('At the desk:', {
    lookup: ['look up a purchase (read-only)', () => import('./commands/lookup.js')],
    session: [
      'check whether a player is verified, or mint a token',
      () => import('./commands/session.js'),
    ],
    'explain-error': [
      'explain an answer: meaning, who acts',
      () => import('./commands/explain-error.js'),
    ],
    reply: ['print a reply to the player', () => import('./commands/reply.js')],
    report: ['write a report for the ticket', () => import('./commands/report.js')],
    journal: ['earlier calls: list, find, show, clear', () => import('./commands/journal.js')],
    desk: ['the same in the browser: a page for the desk', () => import('./commands/desk.js')],
  }),
  ...inGroup('For developers:', {
    verify: [
      'verify a purchase: RECORDS it, guarded on prod',
      () => import('./commands/verify.js'),
    ],
    sign: ['sign a request body for either interface', () => import('./commands/sign.js')],
    diagnose: ['find out why a signature does not match', () => import('./commands/diagnose.js')],
    listen: [
      'diagnose each request that a game server sends',
      () => import('./commands/listen.js'),
    ],
    emulate: ['run the whole service on a local port', () => import('./commands/emulate.js')],
    conform: ['run your own signer over the test vectors', () => import('./commands/conform.js')],
    vectors: [
      'print test vectors for both signatures, as JSON',
      () => import('./commands/vectors.js'),
    ],
  }),
  ...inGroup('For scripts:', {
    batch: [
      'look up every purchase of a file; can be resumed',
      () => import('./commands/batch.js'),
    ],
    reconcile: [
      'join look-ups with voided purchases and grants',
      () => import('./commands/reconcile.js'),
    ],
    mcp: [
      'serve an assistant (Model Context Protocol), without verifying',
      () => import('./commands/mcp.js'),
    ],
  }),
  ...inGroup('Setup:', {
    profile: [
      'stored credentials: add, list, show, use, set, …',
      () => import('./commands/profile.js'),
    ],
    doctor: [
      'check this installation, with a fix for each problem',
      () => import('./commands/doctor.js'),
    ],
    completion: [
      'completion for bash, zsh, fish or PowerShell',
      () => import('./commands/completion.js'),
    ],
    version: ['print the version', () => import('./commands/version.js')],
    help: ['help for a command or a topic', () => import('./commands/help.js')],
  }),
]);
