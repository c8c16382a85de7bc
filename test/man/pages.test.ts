import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manPages } from '../../scripts/man-pages.mjs';
import { variables } from '../../src/commands/topics.js';
import { exitStatuses } from '../../src/failure.js';
import { commands, declaredProgram } from '../../src/program.js';
import { testContext } from '../support/context.js';

const program = await declaredProgram(testContext());
const pages = manPages(program, { version: '1.2.3', date: '2026-11-20', variables, exitStatuses });

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  man: string[];
};

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];
const wordsOf = (command: Command): string[] => [
  ...(command.parent === null ? [] : wordsOf(command.parent)),
  command.name(),
];
const pageOf = (command: Command): string => pages[`${wordsOf(command).join('-')}.1`] ?? '';

/** As roff prints it. */
const printed = (text: string): string =>
  text
    .replaceAll(/\\\[u([0-9A-F]+)\]/g, (_all, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replaceAll(/\\f[BR]|\\&/g, '')
    .replaceAll('\\(aq', "'")
    .replaceAll('\\(ga', '`')
    .replaceAll('\\(ha', '^')
    .replaceAll('\\(ti', '~')
    .replaceAll('\\-', '-')
    .replaceAll('\\(rs', '\\');

describe('the man pages', () => {
  it('are one for pvg and one for each command', () => {
    expect(Object.keys(pages)).toEqual(
      expect.arrayContaining(['pvg.1', ...Object.keys(commands).map((name) => `pvg-${name}.1`)]),
    );
    expect(Object.keys(pages)).toContain('pvg-journal-find.1');
  });

  it('are named in package.json, or npm does not install them: `npm run docs`', () => {
    expect(manifest.man).toEqual(
      Object.keys(pages)
        .sort()
        .map((name) => `./dist/man/${name}.gz`),
    );
  });

  describe.each(withSubcommands(program).map((command) => [wordsOf(command).join(' '), command] as const))(
    '%s',
    (_name, command) => {
      const page = pageOf(command);

      it.each(['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'EXIT STATUS', 'ENVIRONMENT', 'SEE ALSO'])(
        'has %s',
        (title) => {
          expect(page).toContain(`\n.SH ${title}\n`);
        },
      );

      it('has every option of the help, and what it does', () => {
        const lines = printed(page).split('\n');
        const help = command.helpInformation();
        for (const { flags, description } of command.options) {
          if (!help.includes(`  ${flags} `)) continue;
          expect(lines).toContain(flags);
          expect(lines[lines.indexOf(flags) + 1]).toContain(description.replaceAll('`', ''));
        }
      });

      it('has only ASCII, macros of man(7) and escapes that every roff knows', () => {
        expect(page).toMatch(/^[\n -~]*$/);
        const macros = [...page.matchAll(/^[.'](\S*)/gm)].map(([, macro]) => macro);
        expect(['TH', 'nh', 'ad', 'SH', 'PP', 'TP', 'EX', 'EE', 'BR']).toEqual(
          expect.arrayContaining([...new Set(macros)]),
        );
        expect(page.replaceAll(/\\(?:-|&|f[BR]|\((?:aq|ga|ha|ti|rs)|\[u[0-9A-F]{4,6}\])/g, '')).not.toContain(
          '\\',
        );
      });
    },
  );

  it('have every exit status and every variable', () => {
    const page = printed(pages['pvg.1'] ?? '').split('\n');
    expect(page).toEqual(
      expect.arrayContaining([...Object.keys(exitStatuses), ...variables.map(([name]) => name)]),
    );
  });

  it('take a line that begins with a dot, a backslash and a quotation mark for text', () => {
    const spoilt = program.createCommand('pvg').description(".TH it's a \\fB trap –");
    const { 'pvg.1': page = '' } = manPages(spoilt, { version: '1', date: '', variables, exitStatuses });
    expect(page).toContain('\n\\&.TH it\\(aqs a \\(rsfB trap \\[u2013].\n');
  });
});
