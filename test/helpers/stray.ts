import { afterAll, beforeAll } from 'vitest';

/** Errors that nobody took while the tests of a file ran. */
export function strayErrors(): readonly unknown[] {
  const stray: unknown[] = [];
  const events = ['unhandledRejection', 'uncaughtExceptionMonitor'];
  const onStray = (error: unknown): void => void stray.push(error);
  beforeAll(() => {
    for (const event of events) process.on(event, onStray);
  });
  afterAll(() => {
    for (const event of events) process.off(event, onStray);
  });
  return stray;
}
