// The goal of each measure, and how a measure is judged. A measure's name is `<part>/<name>`.

const timesNode = (name, says, atMost) => ({
  measure: `startup/${name}`,
  says,
  atMost,
  unit: '× node',
});

export const goals = [
  timesNode('version', '`--version`', 1.65),
  timesNode('help', '`--help`', 1.75),
  timesNode('sign', '`sign`', 2.05),
  timesNode('explain-error', '`explain-error`', 2.05),
  timesNode('diagnose', '`diagnose`, one cause', 2.9),
  timesNode('lookup', '`lookup`, loopback HTTP', 3.5),
  {
    measure: 'startup/lookup-of-newman',
    says: '`lookup`, loopback HTTP',
    atMost: 0.13,
    unit: 'of newman',
  },
  timesNode('lookup-local', '`lookup --profile local`', 2.7),
  {
    measure: 'startup/desk-of-lookup',
    says: '`desk`, until it prints its address',
    atMost: 2,
    unit: '× `lookup --profile local`',
  },
  {
    measure: 'batch/cpu-of-bare',
    says: '`batch`, server answers at once',
    atLeast: 0.5,
    unit: 'of a bare undici loop by CPU time',
  },
  {
    measure: 'growth/cpu-of-bare',
    says: '`batch`, the same with 10⁶ rows',
    atLeast: 0.5,
    unit: 'of a bare undici loop by CPU time',
  },
  { measure: 'growth/peak', says: '`batch`, peak memory at 10⁶ rows', atMost: 200, unit: 'MB' },
  {
    measure: 'batch/waiting',
    says: '`batch`, 50 ms server, 64 at once',
    atLeast: 0.95,
    unit: 'of 64 / 0.05 s',
  },
  {
    measure: 'reconcile/of-duckdb',
    says: '`reconcile`, 10⁶ rows a side',
    atMost: 1.2,
    unit: '× DuckDB',
  },
  {
    measure: 'reconcile/peak',
    says: '`reconcile`, peak memory at 10⁶ rows',
    atMost: 700,
    unit: 'MB',
  },
  {
    measure: 'diagnosis/of-bare',
    says: '`diagnose`, attempts a second',
    atLeast: 0.75,
    unit: 'of a bare HMAC loop',
  },
  {
    measure: 'diagnosis/unknown',
    says: '`diagnose`, a signature that nothing explains',
    atMost: 800_000,
    unit: 'attempts',
  },
  {
    measure: 'emulator/of-bare',
    says: '`emulate`, requests a second',
    atLeast: 0.5,
    unit: 'of a bare node:http server',
  },
];

const reaches = ({ atMost = Infinity, atLeast = -Infinity }, value) =>
  value <= atMost && value >= atLeast;

/**
 * The median decides. If the interval has values on both sides of the goal, the verdict says “within noise”.
 * @returns 'met' | 'met, within noise' | 'missed' | 'missed, within noise' | 'not measured'
 */
export function judged(goal, measure) {
  if (measure === undefined || Number.isNaN(measure.median)) return 'not measured';
  const word = reaches(goal, measure.median) ? 'met' : 'missed';
  const sure = reaches(goal, measure.low) === reaches(goal, measure.high);
  return sure ? word : `${word}, within noise`;
}

/** Every goal of the parts that were run, with its measure and its verdict. */
export const compared = (measures, parts) =>
  goals
    .filter(({ measure }) => parts.includes(measure.split('/')[0]))
    .map((goal) => ({
      ...goal,
      found: measures[goal.measure],
      verdict: judged(goal, measures[goal.measure]),
    }));

export const isMissed = ({ verdict }) => verdict.startsWith('missed');
