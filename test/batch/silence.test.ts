import { expect, it } from 'vitest';
import { Silence } from '../../src/batch/silence.js';

/** How long nothing was answered, at moments that a test chooses. */

const minute = 60_000;

it('Silence begins with the first failure, and with the first one after an answer', () => {
  const silence = new Silence();
  expect(silence.lastedMs(1_000)).toBe(0);
  silence.begin(1_000);
  silence.begin(2_000);
  expect(silence.lastedMs(5_000)).toBe(4_000);
  silence.end();
  expect(silence.lastedMs(6_000)).toBe(0);
  silence.begin(7_000);
  expect(silence.lastedMs(8_000)).toBe(1_000);
});

it('Time that several answers ask for counts once, and what one asks for beyond it', () => {
  const silence = new Silence();
  silence.begin(0);
  silence.askFor(0, minute);
  silence.askFor(1_000, minute);
  silence.askFor(2_000, 1_000);
  expect(silence.lastedMs(2 * minute)).toBe(2 * minute - 61_000);
  expect(silence.wholeMs(2 * minute)).toBe(2 * minute);
});

it('At most an hour counts as asked for, and each silence has its own hour', () => {
  const silence = new Silence();
  for (const begunMs of [0, 1_000 * minute]) {
    silence.begin(begunMs);
    silence.askFor(begunMs, 59 * minute);
    silence.askFor(begunMs + 59 * minute, 59 * minute);
    expect(silence.lastedMs(begunMs + 118 * minute)).toBe(58 * minute);
    silence.end();
  }
});

it('What an earlier silence was asked for is no part of the next', () => {
  const silence = new Silence();
  silence.begin(0);
  silence.askFor(0, 10 * minute);
  silence.end();
  silence.begin(minute);
  expect(silence.lastedMs(2 * minute)).toBe(minute);
  silence.askFor(2 * minute, minute);
  expect(silence.lastedMs(4 * minute)).toBe(2 * minute);
});
