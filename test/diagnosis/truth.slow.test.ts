import fc from 'fast-check';
import { expect, it } from 'vitest';
import { credential, diagnosed, hmac, sessionRequest } from '../helpers/observed.js';

/** How a program writes JSON; nothing of pvg is used. */
interface Style {
  readonly comma: string;
  readonly colon: string;
  readonly escaped: RegExp;
}

const style = fc.record({
  comma: fc.constantFrom(',', ', '),
  colon: fc.constantFrom(':', ': '),
  escaped: fc.constantFrom(/(?!)/g, /\//g, /[\u0080-\uffff]/g, /[/\u0080-\uffff]/g, /[<>&]/g),
});

function encoded(value: unknown, { comma, colon, escaped }: Style): string {
  const unicode = (unit: string): string =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const escape = (unit: string): string => (unit === '/' ? '\\/' : unicode(unit));
  const gaps: Readonly<Record<string, string>> = { ',': comma, ':': colon };
  const tokens = /"[^"]*"|[,:]/g;
  return JSON.stringify(value).replace(
    tokens,
    (each) => gaps[each] ?? each.replace(escaped, escape),
  );
}

type Body = Readonly<Record<string, unknown>>;
const body: fc.Arbitrary<Body> = fc.record({
  username: fc.constantFrom('p', 'Zoë </x>', 'a/b', 'x&y', 'Ngọc'),
  gameId: fc.constantFrom('demo', 'ë', '<1>'),
  extra: fc.constantFrom<unknown>(null, 1, { z: 'q', b: 2 }, ['é/', 1], 'x'),
  level: fc.constantFrom<unknown>(7, 'seven', null),
});
const edits: Readonly<Record<string, (of: Body) => Body>> = {
  none: (of) => of,
  sorted: (of) =>
    Object.fromEntries(Object.entries(of).sort(([one], [other]) => (one < other ? -1 : 1))),
  'without nulls': (of) =>
    Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null)),
  'number as text': (of) => (of['level'] === 7 ? { ...of, level: '7' } : of),
};

/** What two texts differ in, from the texts alone. */
function differences(sent: string, signed: string): Record<string, boolean> {
  const names = (text: string): string[] => Object.keys(JSON.parse(text) as object);
  const common = (text: string, other: string): string =>
    String(names(text).filter((name) => names(other).includes(name)));
  const gaps = (text: string): string => {
    const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '"');
    return [bare.includes(', '), bare.includes(': ')].join();
  };
  const level = (text: string): string => typeof (JSON.parse(text) as { level?: unknown }).level;
  const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;
  const same = (pattern: RegExp): boolean => count(sent, pattern) === count(signed, pattern);
  const isBoth = names(sent).includes('level') && names(signed).includes('level');
  return {
    order: common(sent, signed) !== common(signed, sent),
    members: [...names(sent)].sort().join() !== [...names(signed)].sort().join(),
    quotes: isBoth && level(sent) !== level(signed),
    spacing: gaps(sent) !== gaps(signed),
    nonAscii: !same(/[\u0080-\uffff]/g),
    slash: !same(/\\\//g),
    ascii: !same(/\\u00[0-7]./g),
  };
}

const told: Readonly<Record<string, RegExp>> = {
  order: /The keys .*were signed in/,
  members: /left out of what was/,
  quotes: /A value was signed as/,
  spacing: /JSON .*was signed, but the body was sent/,
  nonAscii: /A non-ASCII character was signed/,
  slash: /A slash was signed/,
  ascii: /An ASCII character was signed/,
};

it('tells exactly the dimensions in which the sent and the signed JSON differ', () => {
  let explained = 0;
  fc.assert(
    fc.property(
      body,
      style,
      style,
      fc.constantFrom(...Object.keys(edits)),
      (value, one, other, name) => {
        const sent = encoded(value, one);
        const signed = encoded(edits[name]?.(value) ?? value, other);
        const { outcome, finding } = diagnosed(
          sessionRequest({ body: sent, signature: hmac(credential.secretKey ?? '', signed) }),
        );
        if (outcome.kind === 'right' || outcome.kind === 'refused-anyway') return sent === signed;
        if (finding === null || !finding.says.includes('signed')) return true;
        explained += 1;
        const said = Object.entries(told).map(([key, pattern]) => [
          key,
          pattern.test(finding.says),
        ]);
        const shown = [sent, signed, finding.says].join('\n');
        expect(Object.fromEntries(said), shown).toEqual(differences(sent, signed));
        return true;
      },
    ),
    { numRuns: 150 },
  );
  expect(explained).toBeGreaterThan(100);
});
