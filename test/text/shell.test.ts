import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..', '..', 'src');

/** What a shell or the system may set: a command that nobody edited would then use that value. */
const variables = [
  'HOME',
  'HOST',
  'HOSTNAME',
  'LOGNAME',
  'NAME',
  'PATH',
  'SHELL',
  'USER',
  'USERNAME',
];

it('a text to fill in never has the name of a variable that a shell sets', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const placeholders = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(source, file), 'utf8').matchAll(/placeholder\('@?([A-Z_]+)'\)/g),
    ])
    .map(([, name]) => name);
  expect(placeholders).toContain('RECEIPT');
  expect(placeholders.filter((name) => variables.includes(name ?? ''))).toEqual([]);
});
