import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/**
 * The import table: what each room and each top file of src/ may import. Each may also import itself, node's pure
 * modules and its packages below. Everything else is refused; docs/architecture.md explains why. Lower rooms come first.
 */
const foundations = ['failure.ts', 'text', 'contract'];
const below = [...foundations, 'file-access.ts', 'context.ts'];
export const rooms = {
  'failure.ts': [],
  text: [],
  signing: [],
  contract: ['failure.ts', 'text', 'signing'],
  'file-access.ts': [],
  'context.ts': ['contract', 'file-access.ts'],
  languages: ['contract', 'signing'],
  transport: foundations,
  service: [...below, 'signing', 'transport'],
  wording: [...foundations, 'signing', 'transport', 'service'],
  diagnosis: [...foundations, 'signing', 'languages', 'service', 'wording'],
  profiles: [...below, 'signing', 'wording'],
  // The real parts of the context: they get what they need from the process as parameters.
  system: below,
  input: [...below, 'signing/digest.ts', 'languages'],
  output: [...below, 'signing', 'service', 'wording'],
  // Servers on this computer and the pages that they serve.
  web: [...below, 'signing', 'output'],
  emulator: [...below, 'signing', 'web/incoming.ts', 'web/request-guard.ts'],
  support: [...below, 'signing', 'transport/exchange.ts', 'service', 'wording', 'input', 'output'],
  doctor: [
    ...below,
    'transport/exchange.ts',
    'transport/proxies.ts',
    'service',
    'wording',
    'profiles',
    'support',
  ],
  background: [...below, 'diagnosis'],
  listen: [
    ...below,
    'background',
    'signing',
    'languages',
    'service',
    'wording',
    'diagnosis',
    'profiles',
    'emulator',
    'output',
    'web',
  ],
  // One reader of tables, one matcher of columns, one page of rows: for batch and reconcile.
  tables: [...below, 'signing', 'input', 'output'],
  batch: [
    ...below,
    'transport/exchange.ts',
    'signing/digest.ts',
    'service',
    'input',
    'output',
    'tables',
  ],
  reconcile: [...below, 'service', 'output', 'tables'],
  conform: [...below, 'signing', 'languages', 'diagnosis', 'output'],
  calls: [
    ...below,
    'signing',
    'transport',
    'service',
    'wording',
    'profiles',
    'emulator',
    'input',
    'output',
    'support',
  ],
  // Command lines that program.ts runs for an assistant and for a page.
  tools: [...below, 'output'],
  mcp: [...below, 'background', 'output', 'tools'],
  desk: [...below, 'wording', 'output', 'support', 'tools', 'web'],
  // In the browser: of pvg it knows only types of what goes over the wire.
  pages: ['desk/wire.ts', 'listen/wire.ts'],
  commands: [
    ...below,
    'signing',
    'languages',
    'transport',
    'service',
    'wording',
    'diagnosis',
    'profiles',
    'input',
    'output',
    'emulator',
    'background',
    'support',
    'doctor',
    'listen',
    'batch',
    'tables',
    'reconcile',
    'conform',
    'calls',
    'web',
    'tools',
    'mcp',
    'desk',
  ],
  // The entries of the package for programs.
  library: [...below, 'signing', 'service', 'diagnosis', 'emulator', 'system'],
  'command-list.ts': ['commands'],
  'run.ts': ['failure.ts', 'context.ts', 'input', 'output'],
  'program-failure.ts': ['failure.ts', 'file-access.ts', 'context.ts', 'input', 'output', 'run.ts'],
  'program.ts': [
    'failure.ts',
    'context.ts',
    'input',
    'output',
    'commands/registration.ts',
    'command-list.ts',
    'run.ts',
    'program-failure.ts',
  ],
  'main.ts': [
    'failure.ts',
    'context.ts',
    'transport',
    'profiles',
    'system',
    'output',
    'program.ts',
  ],
};
export const packages = {
  conform: ['escape-goat'],
  output: [
    'chalk',
    'cli-table3',
    'string-width',
    'wrap-ansi',
    '@jmespath-community/jmespath',
    'escape-goat',
  ],
  profiles: ['conf'],
  transport: ['undici'],
  system: ['@napi-rs/keyring', 'open'],
  input: ['commander'],
  tables: ['csv-parse/sync'],
  tools: ['zod'],
  mcp: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio', 'zod'],
  pages: ['preact', 'preact/hooks'],
  commands: ['commander'],
  'command-list.ts': ['commander'],
  'run.ts': ['commander'],
  'program-failure.ts': ['commander'],
  'program.ts': ['commander'],
};
const allPackages = [...new Set(Object.values(packages).flat())];

const isFile = (place) => place.endsWith('.ts');

/** The path of an import of `place`, at the top of src/ or in a room: `../gateway/client.js`, `../../failure.js`. */
const written = (place, from) =>
  (isFile(from) ? ['.'] : ['..', '../..', '../../..']).map(
    (up) => `${up}/${isFile(place) ? place.replace(/\.ts$/, '.js') : `${place}/**`}`,
  );

const restrict = ([room, allowed]) => ({
  files: isFile(room) ? [`src/${room}`] : [`src/${room}/**/*.ts`, `src/${room}/**/*.tsx`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: allPackages
          .filter((name) => !(packages[room] ?? []).includes(name))
          .map((name) => ({
            name,
            message: `src/${room} does not use ${name} (docs/architecture.md)`,
          })),
        patterns: [
          {
            group: [
              ...Object.keys(rooms)
                .filter((other) => other !== room && !allowed.includes(other))
                .flatMap((other) => written(other, room)),
              ...allowed.flatMap((place) => written(place, room).map((path) => `!${path}`)),
              // Commands do not import each other; topics.ts has the texts of `help`, the others are parts of one command.
              ...(room === 'commands'
                ? [
                    './*',
                    '!./registration.js',
                    '!./topics.js',
                    '!./diagnose-again.js',
                    '!./diagnose-input.js',
                    '!./diagnose-result.js',
                    '!./profile-invocation.js',
                    '!./profile-manage.js',
                    '!./profile-save.js',
                    '!./profile-show.js',
                    '!./batch-invocation.js',
                    '!./batch-merge.js',
                    '!./batch-options.js',
                    '!./session-kept-answer.js',
                    '!./journal-count.js',
                    '!./journal-answers.js',
                    '!./journal-csv.js',
                    '!./journal-find.js',
                    '!./journal-lines.js',
                    '!./journal-list.js',
                    '!./journal-move.js',
                    '!./journal-writing.js',
                    '!./diagnosis-credentials.js',
                  ]
                : []),
            ],
            message: `src/${room} may import only: ${allowed.join(', ') || 'nothing of ours'} (docs/architecture.md)`,
          },
        ],
      },
    ],
  },
});

/** Names that say nothing of what they hold: a preposition, a participle, a picture. */
const vagueNames =
  '/^(?:of|at|so|is|by|to|from|told|made|came|odd|seen|doors|Doors|knobs|whence)$/';
const vagueNamePlaces = [
  'VariableDeclarator > Identifier.id',
  ':function > Identifier.params',
  ':function > AssignmentPattern.params > Identifier.left',
  'ObjectPattern > Property > Identifier.value',
  'ObjectPattern > Property > AssignmentPattern.value > Identifier.left',
  'ArrayPattern > Identifier',
  'FunctionDeclaration > Identifier.id',
  'TSInterfaceDeclaration > Identifier.id',
  'TSTypeAliasDeclaration > Identifier.id',
];

/** How code is written here, beyond what the rules of ESLint know. */
const refusedSyntax = [
  ...vagueNamePlaces.map((place) => ({
    selector: `${place}[name=${vagueNames}]`,
    message: 'Name what it holds.',
  })),
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression',
    message: 'Write the members of a literal into it, each on its line.',
  },
  {
    selector: 'ObjectExpression > SpreadElement > LogicalExpression > ObjectExpression',
    message: 'Name the optional members first, or let the member be undefined.',
  },
  {
    selector: 'CallExpression > AssignmentExpression',
    message: 'Assign first, then call.',
  },
  {
    selector: 'ConditionalExpression ConditionalExpression',
    message: 'Write `if` and return early, or name the inner condition.',
  },
];

export default tseslint.config(
  { ignores: ['dist', 'build', 'node_modules'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
      'no-restricted-globals': [
        'error',
        'process',
        'console',
        'fetch',
        'setTimeout',
        'setInterval',
      ],
      // Both evaluate the lazy getters of the context, and so install its signal handlers: name the parts instead.
      'no-restricted-syntax': [
        'error',
        ...[
          'ObjectExpression > SpreadElement > :matches(Identifier[name=/[cC]ontext$/], MemberExpression[property.name=/[cC]ontext$/])',
          'ObjectExpression > SpreadElement > :matches(ConditionalExpression, LogicalExpression) > Identifier[name=/[cC]ontext$/]',
          'VariableDeclarator[init.name=/[cC]ontext$/] > ObjectPattern > RestElement',
        ].map((selector) => ({ selector, message: 'Give a part of the context by name.' })),
        {
          selector:
            'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator[id.typeAnnotation=undefined] > ArrowFunctionExpression.init:not(:has(> ArrowFunctionExpression.body))',
          message: 'Declare an exported function with `function`.',
        },
        ...refusedSyntax,
      ],
      'no-nested-ternary': 'error',
      'max-params': ['error', 3],
      'max-depth': ['error', 3],
      'no-sequences': ['error', { allowInParentheses: false }],
      'no-multi-assign': 'error',
      'no-return-assign': ['error', 'always'],
      'id-length': ['error', { min: 2, exceptions: ['_', 'z'], properties: 'never' }],
      'object-shorthand': 'error',
      'no-useless-rename': 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: 'error',
      curly: ['error', 'multi-line'],
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 60 }],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        {
          allowAny: false,
          allowBoolean: false,
          allowNever: false,
          allowNullish: false,
          allowNumber: true,
          allowRegExp: false,
        },
      ],
    },
  },
  ...Object.entries(rooms).map(restrict),
  {
    // The edge: the only files that touch the process.
    files: ['src/main.ts', 'src/system/**/*.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // The browser gives a page what the context gives a command.
    files: ['src/pages/**'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // What a test gives to the browser to run.
    files: ['test/browser/desk.mjs'],
    languageOptions: {
      globals: {
        document: 'readonly',
        navigator: 'readonly',
        window: 'readonly',
        DataTransfer: 'readonly',
        Event: 'readonly',
        sessionStorage: 'readonly',
        File: 'readonly',
      },
    },
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
        fetch: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
);
