import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/temporary-folder.ts',
    testTimeout: 20_000,
    // Half of the tests wait for processes and servers: one worker a core, where vitest would leave a core free.
    maxWorkers: 2,
    // Colours and the user's own settings must not reach the programs under test.
    env: { NO_COLOR: '', FORCE_COLOR: '' },
  },
});
