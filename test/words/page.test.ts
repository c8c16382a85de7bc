import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allMeanings } from '../../src/desk/explain/explain.js';
import { failures } from '../../src/failure.js';
import { lookupVerdicts, verifyVerdicts } from '../../src/gateway/verdict.js';
import { topicNames } from '../../src/input/topic-names.js';
import { commands } from '../../src/program.js';
import { temporaryFolder } from '../support/context.js';
import { pvg } from '../support/pvg.js';
import { inventory } from './inventory.js';

/** docs/words.md: every sentence that pvg can print, in one place to proof-read. `npm run docs` writes it. */

const purchase = '--product-id gems_100 --package com.example.game';
const demo = `--profile local ${purchase}`;

const lookUps = [
  ...['purchased', 'canceled', 'pending', 'recorded', 'other-game', 'recorded-error', 'package-mismatch'],
  ...['store-unconfigured', 'store-down', 'nothing'],
].map((name) => `lookup ${demo} --receipt demo-${name}`);

const mistakes = [
  'lokup',
  'lookup --profle local',
  'lookup GPA.1234-5678-9012-34567',
  'lookup --profile',
  `lookup ${demo}`,
  `lookup ${demo} --receipt GPA.1234-5678-9012-34567`,
  `lookup ${demo} --receipt demo-purchased --os ios`,
  `lookup ${demo} --receipt demo-purchased --os web`,
  `lookup ${demo} --receipt demo-purchased --timeout 0`,
  `lookup ${demo} --receipt @no-such-file`,
  `lookup ${purchase} --receipt demo-purchased`,
  `lookup ${purchase} --receipt demo-purchased --profile shop`,
  'session --profile local',
  'sign gateway --profile local',
  'sign gateway --profile local --body x --timestamp 1790000000000',
  'diagnose',
  'batch no-such-file.csv --profile local',
  'profile add local --environment dev',
  'profile show shop',
  'profile add shop --environment dev --gateway-url http://gateway.example',
  'journal',
  'journal show x',
  'journal find GPA.1234-5678-9012-34567',
  'report',
  'help lokup',
  'explain-error NO_SUCH_CODE',
];

const subcommandsOf = (help: string): string[] =>
  [...(help.split('\nCommands:\n')[1] ?? '').matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name ?? '');

async function helps(): Promise<string[]> {
  const found: string[] = [];
  for (const name of Object.keys(commands)) {
    const { out } = await pvg(`${name} --help`);
    found.push(`${name} --help`, ...subcommandsOf(out).map((each) => `${name} ${each} --help`));
  }
  return ['--help', ...found, ...topicNames.map((topic) => `help ${topic}`)];
}

const explained = [
  ...allMeanings.map(({ code }) => code),
  ...Object.keys(lookupVerdicts),
  ...Object.keys(verifyVerdicts),
  ...Object.keys(failures),
  ...[
    'PURCHASED',
    'CANCELED',
    'PENDING',
    'gateway_verified',
    'NEVER_RECEIVED_BY_GATEWAY',
    '200',
    '409',
    '503',
  ],
].map((word) => `explain-error ${word}`);

const listed = (text: string): string =>
  text.includes('\n') ? `\n\`\`\`text\n${text}\n\`\`\`\n` : `- ${text.replaceAll('<', '\\<')}`;

describe('what is printed cites no section of the contract, unless it is asked for', () => {
  it.each([...lookUps, ...mistakes, `verify ${demo} --receipt demo-recorded`])('pvg %s', async (line) => {
    const { out, err } = await pvg(line, { home: temporaryFolder() });
    expect(out + err).not.toContain('§');
  });

  it.each(['purchased', 'nothing', 'recorded-error'])('-v does: demo-%s', async (name) => {
    const { err } = await pvg(`lookup ${demo} --receipt demo-${name} -v`, { home: temporaryFolder() });
    expect(err).toMatch(/^Sections? of the service’s contract: §.* \(see `pvg help service`\)\.$/m);
  });
});

it('the last line is the next command with -v too', async () => {
  const { err } = await pvg(`lookup ${demo} --receipt GPA.1234-5678-9012-34567 -v`);
  expect(err.trimEnd().split('\n').at(-1)).toBe('Next: pvg lookup GPA.1234-5678-9012-34567 --ask developers');
});

async function printed(line: string): Promise<string> {
  const { out, err } = await pvg(line, { home: temporaryFolder() });
  return ['', '```text', `$ pvg ${line}`, `${out}${err}`.trimEnd(), '```'].join('\n');
}

describe('docs/words.md', () => {
  it('has every sentence: `npm run docs`', async () => {
    const parts = inventory();
    const count = parts.reduce((sum, { sentences }) => sum + sentences.length, 0);
    const lines = [...new Set([...(await helps()), ...explained, ...lookUps, ...mistakes])];
    const runs: string[] = [];
    for (const line of lines) runs.push(await printed(line));
    const page = [
      '# Every sentence',
      '',
      'Made by `npm run docs`: change the sources, not this page. It is the one place to proof-read all that pvg says.',
      '',
      `## In the code: ${String(count)} texts`,
      '',
      '`…` stands for what is filled in.',
      ...parts.flatMap(({ file, sentences }) => ['', `### ${file}`, '', ...sentences.map(listed)]),
      '',
      `## As printed: ${String(runs.length)} runs`,
      ...runs,
      '',
    ].join('\n');
    await expect(page).toMatchFileSnapshot(join('..', '..', 'docs', 'words.md'));
  });
});
