import { describe, expect, it } from 'vitest';
import { choiceOption, readChoice } from '../../src/input/choice-option.js';
import { readNumber, readPort } from '../../src/input/number-option.js';

describe('a number of an option', () => {
  const whole = { usual: 3, min: 0, max: 100, isWhole: true };
  const over = { usual: 10, above: 0, max: 3600 };
  it.each<[value: string | undefined, rule: typeof whole | typeof over, number: number]>([
    [undefined, whole, 3],
    [undefined, over, 10],
    ['0', whole, 0],
    ['100', whole, 100],
    ['0.001', over, 0.001],
    ['3600', over, 3600],
  ])('%s within its bounds, else that of the rule', (value, rule, number) => {
    expect(readNumber('--n', value, rule)).toBe(number);
  });

  it.each<[value: string, rule: typeof whole | typeof over, says: string]>([
    ['-1', whole, '--n must be a whole number from 0 to 100.'],
    ['101', whole, '--n must be a whole number from 0 to 100.'],
    ['1.5', whole, '--n must be a whole number from 0 to 100.'],
    ['0', over, '--n must be a number above 0 to 3600.'],
    ['3600.1', over, '--n must be a number above 0 to 3600.'],
    ...['', ' 1', '1e2', '0x10', '+1', '1.', 'hush'].map(
      (value): [string, typeof whole, string] => [
        value,
        whole,
        '--n must be a whole number from 0 to 100.',
      ],
    ),
  ])('%j is refused with the bounds, and not repeated', (value, rule, says) => {
    expect(() => readNumber('--n', value, rule)).toThrow(
      expect.objectContaining({ code: 'usage', message: says }),
    );
  });

  it.each([
    [undefined, 8787],
    ['0', 0],
    ['65535', 65_535],
  ])('may be a port: %s', (typed, port) => {
    expect(readPort(typed)).toBe(port);
  });

  it('is no port beyond 65535', () => {
    expect(() => readPort('65536')).toThrow('--port must be a whole number from 0 to 65535.');
  });
});

describe('a value of few', () => {
  const choices = ['android', 'ios'] as const;
  it.each([
    ['android', 'android'],
    ['iOS', 'ios'],
    ['IOS', 'ios'],
  ])('%s is taken in any case of letters', (typed, choice) => {
    expect(readChoice('--os', typed, choices)).toBe(choice);
  });

  it('is refused by the long name of its option', () => {
    const option = choiceOption('-f, --form <form>', 'says', ['curl']);
    expect(() => option.parseArg?.('x', undefined)).toThrow('--form must be one of: curl.');
  });

  it.each([
    ['andriod', 'Did you mean `--os android`?'],
    ['hush', 'Example: `--os android`.'],
    ['', 'Example: `--os android`.'],
  ])('%j is none, and is not repeated', (typed, hint) => {
    expect(() => readChoice('--os', typed, choices)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: '--os must be one of: android, ios.',
        details: expect.objectContaining({ hint }) as object,
      }),
    );
  });
});
