import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/helpers/temporary-folder.ts',
    // These only end a test that hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Half of the tests wait for processes and servers, so every core gets a worker; vitest would leave one core free.
    maxWorkers: 2,
    // No test changes a module or a global, so a worker needs to load each module only once.
    isolate: false,
    // Colours and the user's own settings must not reach the programs under test.
    env: { NO_COLOR: '', FORCE_COLOR: '' },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts', 'docs/examples/**/*.test.js'],
          exclude: ['test/**/*.slow.test.ts', 'test/executable/**', 'test/sql/**'],
        },
      },
      { extends: true, test: { name: 'slow', include: ['test/**/*.slow.test.ts'] } },
      { extends: true, test: { name: 'executable', include: ['test/executable/*.test.ts'] } },
      { extends: true, test: { name: 'sql', include: ['test/sql/*.test.ts'] } },
    ],
  },
});
