/** What to do about the item, in one word for scripts. */
export const advices = [
  'grant',
  'do-not-grant',
  'already-verified',
  'retry-later',
  'fix-request',
  'check',
  'none',
] as const;
export type Advice = (typeof advices)[number];

export function adviceNamed(text: string | undefined): Advice | null {
  return advices.find((advice) => advice === text) ?? null;
}

/** The step that helps most next; wording/next-command.ts makes its command line. */
export type NextStep =
  | 'report' // a page for the ticket
  | 'lookup' // the same purchase: it shows whether a verify was recorded
  | 'explain' // the code of this failure
  | 'explain-last' // this answer, which has no code, or whose code means another actor in somebody else's call
  | 'probe' // a signed look-up of nothing: whether the credentials are accepted
  | 'check' // the same player again
  | 'doctor' // whether the service can be reached at all
  | 'profiles';
