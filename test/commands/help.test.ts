import { describe, expect, it } from 'vitest';
import { commands } from '../../src/command-list.js';
import { pvg } from '../helpers/pvg.js';

describe('help', () => {
  it('of pvg alone has every command under the heading of its readers', async () => {
    const { out } = await pvg('', { terminal: true });
    const parts = out.split(/\n\n/);
    for (const [name, { group }] of Object.entries(commands))
      expect(parts.find((part) => part.startsWith(group))).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('has the global options on one page, and leads to it from each command', async () => {
    expect((await pvg('--help')).out).toContain('--no-input');
    for (const name of [...Object.keys(commands), 'profile add', 'journal list']) {
      const { out } = await pvg(`${name} --help`);
      expect(out).not.toMatch(/--no-input|--debug/);
      expect(out).toContain('Global options: `pvg --help`.');
      expect(out, name).toMatch(/^Examples:\n {2}\$ .*pvg /);
    }
  });

  it.each(['refund', 'pending', 'ios'])('of %s is a topic with a next step', async (topic) => {
    const { status, out } = await pvg(`help ${topic}`);
    expect(status).toBe(0);
    expect(out).toMatch(/^ {2}\$ pvg /m);
  });
});
