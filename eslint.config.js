import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * The import table: what each room of src/ may import besides itself, node's own pure modules and the
 * packages named for it. Whatever is not listed is refused; docs/architecture.md tells why.
 */
const foundations = ['contract', 'json', 'text', 'wire.ts', 'failure.ts'];
const rooms = {
  json: [],
  text: ['json'],
  signing: [],
  languages: ['contract'],
  contract: ['signing', 'json', 'wire.ts', 'failure.ts'],
  transport: foundations,
  gateway: ['signing', 'transport/exchange.ts', ...foundations],
  session: ['signing', 'transport/exchange.ts', 'context.ts', ...foundations],
  explain: ['wings.ts', 'gateway', 'session', 'transport/exchange.ts', ...foundations],
  diagnosis: ['signing', 'languages', 'contract', 'json', 'failure.ts'],
  profiles: ['context.ts', 'signing', 'emulator/credentials.ts', ...foundations],
  input: ['context.ts', 'diagnosis/attempt.ts', 'languages', ...foundations],
  doctor: ['context.ts', 'journal/journal.ts', 'profiles', 'transport/proxies.ts', ...foundations],
  completion: [],
  journal: ['context.ts', 'redaction', 'signing', 'transport/exchange.ts', ...foundations],
  report: ['journal', ...foundations],
  replies: ['context.ts', ...foundations],
  emulator: ['context.ts', 'wings.ts', 'gateway', 'session', 'signing', ...foundations],
  listen: [
    'context.ts',
    'diagnosis',
    'emulator',
    'gateway/guard.ts',
    'output',
    'profiles',
    'redaction',
    'signing',
    'languages',
    ...foundations,
  ],
  batch: [
    'context.ts',
    'gateway',
    'input',
    'output',
    'redaction',
    'report/markup.ts',
    'transport/exchange.ts',
    ...foundations,
  ],
  output: ['context.ts', 'redaction', 'signing', ...foundations],
  redaction: ['context.ts', 'signing', ...foundations],
  // The real doors of the context: they take what they need of the process as parameters.
  edge: ['context.ts', ...foundations],
};
const packages = {
  output: ['chalk', 'cli-table3', 'string-width', '@jmespath-community/jmespath'],
  profiles: ['conf'],
  transport: ['undici'],
  edge: ['read', '@napi-rs/keyring'],
  report: ['escape-goat'],
  input: ['commander'],
  completion: ['commander'],
  commands: ['commander'],
};
const allPackages = [
  'commander',
  'undici',
  'chalk',
  'cli-table3',
  'conf',
  'escape-goat',
  'read',
  '@napi-rs/keyring',
  'string-width',
  '@jmespath-community/jmespath',
];
const tops = [
  'main.ts',
  'program.ts',
  'usage.ts',
  'context.ts',
  'call.ts',
  'connection.ts',
  'profile-for.ts',
  'secret-files.ts',
  'ticket.ts',
  'wings.ts',
  'wire.ts',
  'failure.ts',
];
const everyRoom = [...Object.keys(rooms), 'commands', ...tops];

/** An import of `place` as it is written from inside a room: `../gateway/client.js`, `../wire.js`. */
const written = (place) =>
  ['..', '../..'].map(
    (up) => `${up}/${place.endsWith('.ts') ? place.replace(/\.ts$/, '.js') : `${place}/**`}`,
  );

const restrict = (room, allowed, never = []) => ({
  files: [`src/${room}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: allPackages
          .filter((name) => !(packages[room] ?? []).includes(name))
          .map((name) => ({ name, message: `src/${room} does not use ${name} (docs/architecture.md)` })),
        patterns: [
          {
            group: [
              ...everyRoom.filter((other) => other !== room && !allowed.includes(other)).flatMap(written),
              ...allowed.flatMap((place) => written(place).map((path) => `!${path}`)),
              ...never,
            ],
            message: `src/${room} may import only: ${allowed.join(', ') || 'nothing of ours'} (docs/architecture.md)`,
          },
        ],
      },
    ],
  },
});

export default tseslint.config(
  { ignores: ['dist', 'build', 'node_modules'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'console', 'fetch', 'setTimeout', 'setInterval'],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: 'error',
    },
  },
  ...Object.entries(rooms).map(([room, allowed]) => restrict(room, allowed)),
  restrict(
    'commands',
    [
      ...Object.keys(rooms),
      'context.ts',
      'call.ts',
      'connection.ts',
      'profile-for.ts',
      'secret-files.ts',
      'ticket.ts',
      'wire.ts',
      'failure.ts',
    ],
    ['./*'],
  ),
  {
    // The edge: the only files that touch the process.
    files: ['src/main.ts', 'src/edge/**/*.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['bin/*.js', '**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: {
        require: 'readonly',
        process: 'readonly',
        console: 'readonly',
        __dirname: 'readonly',
        __filename: 'readonly',
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
