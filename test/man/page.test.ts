import { describe, expect, it } from 'vitest';
import { manPage } from '../../scripts/man-page.mjs';
import { variables } from '../../src/commands/topics.js';
import { exitStatuses } from '../../src/failure.js';
import { declaredProgram } from '../../src/program.js';
import { testContext } from '../helpers/context.js';

const program = await declaredProgram(testContext());
const facts = { version: '1.2.3', date: '2026-11-20', variables, exitStatuses };
const page = manPage(program, facts);
const lines = page
  .replaceAll('\\-', '-')
  .replaceAll(/\\f[BR]/g, '')
  .split('\n');

describe('the man page', () => {
  it('has every command, global option, exit status and variable', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        ...['pvg lookup', 'pvg journal find', 'pvg profile add'],
        ...program.options.map(({ flags }) => flags),
        ...[...Object.keys(exitStatuses), ...variables.map(([name]) => name)],
      ]),
    );
  });

  it('has only ASCII, macros of man(7) and escapes that every roff knows', () => {
    expect(page).toMatch(/^[\n -~]*$/);
    const macros = [...page.matchAll(/^[.'](\S*)/gm)].map(([, macro]) => macro);
    expect(['TH', 'nh', 'ad', 'SH', 'TP', 'EX', 'EE']).toEqual(
      expect.arrayContaining([...new Set(macros)]),
    );
    expect(
      page.replaceAll(/\\(?:-|&|f[BR]|\((?:aq|ga|ha|ti|rs)|\[u[0-9A-F]{4,6}\])/g, ''),
    ).not.toContain('\\');
  });

  it('takes a line that begins with a dot, a backslash and a quotation mark for text', () => {
    const spoilt = program.createCommand('pvg');
    spoilt.command('trap').description(".TH it's a \\fB trap –");
    expect(manPage(spoilt, facts)).toContain('\n\\&.TH it\\(aqs a \\(rsfB trap \\[u2013]\n');
  });
});
