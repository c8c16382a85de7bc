import { expect, it, vi } from 'vitest';
import { madeOnce } from '../../src/text/made-once.js';

it('makes the value at the first call, and keeps it', () => {
  const make = vi.fn(() => ({}));
  const value = madeOnce(make);
  expect(make).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledTimes(1);
});

it('keeps a value that is undefined, too', () => {
  const make = vi.fn(() => undefined);
  const value = madeOnce(make);
  value();
  value();
  expect(make).toHaveBeenCalledTimes(1);
});
