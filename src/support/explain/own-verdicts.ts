interface OwnVerdicts {
  readonly command: string;
  /** The meaning of each id. */
  readonly verdicts: Readonly<Record<string, string>>;
}

/**
 * What `verdict.id` means in the JSON of commands that judge without an answer of the service. The verdicts of a look-up, a
 * verify and a session are in `verdictWords`.
 */
export const ownVerdicts: readonly OwnVerdicts[] = [
  {
    command: 'diagnose',
    verdicts: {
      'signature-right': 'The signature belongs to this request and these credentials.',
      'cannot-succeed':
        'The signature is right, but the service refuses the request for another reason, which stands beside the id.',
      'cause-found':
        'The signature does not match, and pvg found the mistake that produces exactly this signature. The mistake and its fix stand beside the id.',
      'step-differs':
        'One step of the developer’s own calculation has another result than in pvg. The mistake in that step stands beside the id.',
      'headers-at-fault':
        'A header is missing or wrong, so the service refuses the request whatever is signed.',
      'cause-unknown':
        'The signature does not match, and pvg found no mistake that produces it. Most often the secret is another one: compare its fingerprint first.',
    },
  },
  {
    command: 'listen',
    verdicts: {
      refused:
        'The signature is right, but the request was refused: the answer that was sent says why.',
      'signature-missing': 'The request has no signature.',
      'too-large': 'The request is too large to be searched for a mistake.',
      'not-judged': 'The contract does not show the path of the request, so it was not judged.',
      'not-diagnosed': 'The request was not searched for a mistake.',
    },
  },
  {
    command: 'doctor',
    verdicts: {
      healthy: 'Every check passed.',
      warnings: 'Nothing is wrong, and something should be looked at: `checks` has it.',
      problems: 'At least one check failed: `checks` has it, with its fix.',
    },
  },
  {
    command: 'journal find',
    verdicts: {
      found: 'The journal has at least one line about the name.',
      'nothing-found':
        'The journal of this computer has no line about the name. It says nothing about the purchase itself.',
    },
  },
];

/** The words that `pvg listen` and a folder of requests print for people, in place of ids. */
const printedWords = [
  { word: 'ok', id: 'signature-right' },
  { word: 'not allowed', id: 'cannot-succeed' },
  { word: 'mismatch', id: 'cause-found' },
  { word: 'unexplained', id: 'cause-unknown' },
  { word: 'no signature', id: 'signature-missing' },
  { word: 'too large', id: 'too-large' },
  { word: 'not judged', id: 'not-judged' },
  { word: 'not diagnosed', id: 'not-diagnosed' },
] as const;

/** An id of the table above, with the command that gives it. */
interface OwnVerdict {
  readonly command: string;
  readonly says: string;
}

/** The meaning of a verdict's id, or of the word for it; undefined if no command of the table gives it. */
export function findOwnVerdict(term: string): OwnVerdict | undefined {
  const id = printedWords.find(({ word }) => word === term)?.id ?? term;
  for (const { command, verdicts } of ownVerdicts) {
    const says = Object.hasOwn(verdicts, id) ? verdicts[id] : undefined;
    if (says !== undefined) return { command, says };
  }
  return undefined;
}
