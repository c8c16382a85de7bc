import { spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { interfaceRecords } from '../src/contract/interfaces.js';
import { limits } from '../src/contract/limits.js';
import { listedFailures } from '../src/contract/listed.js';
import { notShown } from '../src/contract/not-shown.js';
import { testVectors } from '../src/signing/vectors.js';
import { printLine } from '../src/support/journal/entry.js';
import { topics } from '../src/commands/topics.js';
import { exitStatuses, pvgCodes } from '../src/failure.js';
import { addGlobalOptions } from '../src/input/options.js';
import { topicNames } from '../src/input/topic-names.js';
import { commands } from '../src/command-list.js';
import { advices, lookupKinds } from '../src/service/outcome.js';
import { catalogue } from '../src/wording/catalogue.js';
import { blocksOf, commandPages, exampleHome, expectPrinted, pages } from './helpers/examples.js';
import { read, redirected, root, typedIn } from './helpers/examples.js';
import { temporaryFolder } from './helpers/context.js';
import { entryOf, replyOf, writeJournal } from './helpers/journal.js';
import { json, pvg } from './helpers/pvg.js';
import { ended, rightSignature, signerProgram } from './helpers/signer.js';

/** A server that listens nowhere and is asked to end at once. */
const noServer = {
  serve: ({ port }: { port: number }) => Promise.resolve({ port, close: () => Promise.resolve() }),
  interrupt: AbortSignal.abort(),
};

/** Runs one line of a page or a help. */
async function runLine(line: string, home: string) {
  const { typed, stdin, into } = typedIn(line);
  const run = await pvg(typed, {
    home,
    stdin,
    execute: signerProgram((asked) => ended(rightSignature(asked))),
    ...(['desk', 'emulate', 'listen'].includes(typed[0] ?? '') && noServer),
  });
  return redirected(run, home, into);
}

/** A folder for PATH, in which `pvg` is the built program. */
function folderWithPvg(home: string): string {
  const folder = join(home, 'bin');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'pvg'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin', 'pvg.js')}' "$@"\n`,
    { mode: 0o755 },
  );
  return folder;
}

describe('what the pages print', () => {
  it('is there to be compared', () => {
    expect(commandPages.length).toBeGreaterThan(7);
    expect(commandPages.map(({ page }) => page)).toContain('README.md');
  });

  it.each(commandPages)(
    '$page: every command prints what stands under it',
    async ({ page, examples }) => {
      const home = exampleHome();
      for (const example of examples)
        expectPrinted(page, example, await runLine(example.command, home));
    },
  );

  const scripts = pages.flatMap((page) =>
    blocksOf(page)
      .filter(({ language, lines }) => language === 'sh' && lines[0]?.startsWith('#!') === true)
      .map(({ line, lines }) => ({
        place: `${page}:${String(line)}`,
        page,
        text: lines.join('\n'),
      })),
  );

  it.each(scripts)('$place: the script runs and prints what the page says', ({ page, text }) => {
    const home = exampleHome();
    const folder = folderWithPvg(home);
    const { status, stdout } = spawnSync(/^#!(\S+)/.exec(text)?.[1] ?? 'sh', ['-c', text], {
      cwd: home,
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: home },
    });
    expect(status).toBe(0);
    expect(read(page)).toContain(`It prints \`${stdout.trim()}\``);
  });
});

describe('docs/guides/scripting.md', () => {
  const page = read('docs/guides/scripting.md');

  it('says of each advice what a script does', () => {
    const [, part = ''] = /^## Advice\n([^]*?)^## /m.exec(page) ?? [];
    const named = [...part.matchAll(/^\| `([a-z-]+)` /gm)].map(([, advice]) => advice).slice(1);
    expect(named).toEqual(advices);
  });

  it('names every member that all results have, and says of each status what a script does', () => {
    const { properties } = JSON.parse(read('docs/schemas/result.schema.json')) as {
      properties: Record<string, unknown>;
    };
    const [, members = ''] = /^\| Member ([^]*?)\n\n/m.exec(page) ?? [];
    for (const member of ['asked', 'notes', 'asks']) {
      expect([member in properties, members]).toEqual([
        true,
        expect.stringContaining(`\`${member}\``),
      ]);
    }
    const [, statuses = ''] = /^\| Status +\| What a script([^]*?)\n\n/m.exec(page) ?? [];
    const rows = [...statuses.matchAll(/^\| ([\d, ]+?) *\|/gm)].flatMap(
      ([, row]) => row?.split(', ') ?? [],
    );
    expect(rows.map(Number).sort((one, other) => one - other)).toEqual(
      Object.keys(exitStatuses).map(Number),
    );
  });
});

describe('docs/guides/granting.md', () => {
  const [, unknown = ''] = /^## 3\. ([^]*?)^## /m.exec(read('docs/guides/granting.md')) ?? [];
  /** What the first cells of the rows name. */
  const namedIn = (heading: string): string[] => {
    const [, rows = ''] = new RegExp(`^\\| ${heading} ([^]*?)\n\n`, 'm').exec(unknown) ?? [];
    return [...rows.matchAll(/^\|([^|]*)\|/gm)].flatMap(
      ([, cell]) => cell?.match(/[a-z]+(?:-[a-z]+)+|\b[a-z]+(?=`)|\d{3}|\b[A-Z_]{5,}\b/g) ?? [],
    );
  };

  it('says of every verdict of a look-up what to do', () => {
    const named = namedIn('`verdict\\.id`');
    expect(named.sort()).toEqual([...lookupKinds].sort());
  });

  it('says of every refusal of the gateway whether the purchase stays written down', () => {
    const named = namedIn('The answer');
    const refusals = Object.entries(listedFailures.gateway).filter(
      ([, { status }]) => status < 500,
    );
    for (const [code, { status }] of refusals)
      expect(named).toContain(status === 422 ? code : String(status));
  });
});

describe('the files that README names', () => {
  it('are in the package, too', () => {
    const { files } = JSON.parse(read('package.json')) as { files: string[] };
    const named = ['README.md', 'docs/guides/refunds.md'].flatMap((page) =>
      [...read(page).matchAll(/docs\/examples\/[\w/.-]*\w/g)].map(([path]) => path),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(
      named.filter((path) => !files.some((each) => path === each || path.startsWith(`${each}/`))),
    ).toEqual([]);
  });

  it.each(['README.md', 'docs/guides/refunds.md'])(
    'are copied before a command of %s uses one',
    (page) => {
      const copying = read(page).indexOf('cp -r "$(npm root --global)/pvg/docs" .');
      expect(copying).toBeGreaterThan(0);
      expect(read(page).search(/pvg [a-z]+ --.*docs\/examples\//)).toBeGreaterThan(copying);
    },
  );
});

describe('the script of a job every night', () => {
  const script = read('docs/examples/night/look-up-day');

  it('stands on its page as it is', () => {
    expect(read('docs/guides/night-jobs.md')).toContain(`\`\`\`shell\n${script}\`\`\``);
  });

  it.each([
    ['all rows are answered', 'demo-recorded', 0],
    ['a row cannot be read', 'GPA.1234-1234-1234-12345', 21],
  ])('ends with the status of pvg: %s', (_, receipt, expected) => {
    const home = exampleHome();
    const folder = folderWithPvg(home);
    const header = 'receipt,product_id,package';
    writeFileSync(join(home, 'day.csv'), `${header}\n${receipt},gems_100,com.example.game\n`);
    const { status } = spawnSync('sh', ['-c', script, 'look-up-day', 'day.csv'], {
      cwd: home,
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: home, PVG_PROFILE: 'local' },
    });
    expect(status).toBe(expected);
    expect(JSON.parse(readFileSync(join(home, 'day.json'), 'utf8'))).toMatchObject({
      exit: expected,
    });
  });
});

describe('the script that joins a month', () => {
  const page = read('docs/guides/night-jobs.md');
  const script = page.slice(page.indexOf('month=2026-11'), page.lastIndexOf('```'));

  it('compares with the month before it failed', () => {
    const home = exampleHome();
    const path = `${folderWithPvg(home)}:${process.env['PATH'] ?? ''}`;
    const env = { PATH: path, HOME: home, PVG_PROFILE: 'local' };
    const runMonth = (): number | null =>
      spawnSync('sh', ['-c', script], { cwd: home, encoding: 'utf8', env }).status;
    const purchase = 'demo-recorded,gems_100,com.example.game';
    writeFileSync(join(home, '2026-11.csv'), `receipt,product_id,package\n${purchase}\n`);
    writeFileSync(join(home, 'grants.csv'), 'receipt,player\ndemo-recorded,player-1\n');
    const voided = join(home, 'voided.json');
    writeFileSync(voided, '{"voidedPurchases":[{"purchaseToken":"other","orderId":"GPA.1"}]}');
    expect(runMonth()).toBe(0);
    rmSync(voided);
    expect(runMonth()).toBe(2);
    expect(existsSync(join(home, '2026-11-classes.ndjson'))).toBe(true);
    writeFileSync(voided, '{"voidedPurchases":[{"purchaseToken":"other","orderId":"GPA.1"}]}');
    expect(runMonth()).toBe(0);
    expect(readFileSync(join(home, '2026-11-classes.ndjson'), 'utf8')).toContain('"change":"same"');
  });

  it('asks again about what was pending, and takes a month without voids and grants', () => {
    const home = exampleHome();
    const path = `${folderWithPvg(home)}:${process.env['PATH'] ?? ''}`;
    const env = { PATH: path, HOME: home, PVG_PROFILE: 'local' };
    const results = join(home, '2026-11.ndjson');
    writeFileSync(
      join(home, '2026-11.csv'),
      'receipt,product_id,package\ndemo-recorded,gems_100,com.example.game\n',
    );
    writeFileSync(join(home, 'grants.csv'), 'receipt,player\n');
    writeFileSync(join(home, 'voided.json'), '{}');
    const runMonth = (): number | null =>
      spawnSync('sh', ['-c', script], { cwd: home, encoding: 'utf8', env }).status;
    expect(runMonth()).toBe(0);
    const paid = readFileSync(results, 'utf8');
    writeFileSync(results, paid.replace('"paid-and-recorded"', '"pending"'));
    expect(runMonth()).toBe(0);
    const [line = '', ...others] = readFileSync(results, 'utf8').trimEnd().split('\n');
    expect(others).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ verdict: { id: 'paid-and-recorded' } });
  });
});

describe('what is made from the program', () => {
  interface Generators {
    errorsPage(catalogues: object): string;
    withImportTable(page: string, config: unknown): string;
    openApi(facts: object): string;
    referencePages(program: object): Promise<Record<string, string>>;
  }
  const module = async (path: string): Promise<Record<string, unknown>> =>
    (await import(/* @vite-ignore */ join(root, path))) as Record<string, unknown>;

  it.each([
    'docs/errors.md',
    'docs/architecture.md',
    'docs/openapi.yaml',
    'docs/vectors.json',
    ...['commands', 'environment', 'exit-statuses', 'json'].map(
      (name) => `docs/reference/${name}.md`,
    ),
  ])('%s is fresh: `npm run docs`', async (path) => {
    const { errorsPage, openApi, withImportTable, referencePages } = {
      ...(await module('scripts/errors-page.mjs')),
      ...(await module('scripts/import-table.mjs')),
      ...(await module('scripts/openapi.mjs')),
      ...(await module('scripts/reference-pages.mjs')),
    } as unknown as Generators;
    const pages: Record<string, string> = {
      'docs/errors.md': errorsPage({ catalogue, pvgCodes }),
      'docs/openapi.yaml': openApi({ records: interfaceRecords, listedFailures }),
      'docs/vectors.json': JSON.stringify(testVectors),
      'docs/architecture.md': withImportTable(
        read('docs/architecture.md'),
        await module('eslint.config.js'),
      ),
      ...(await referencePages({
        commands,
        addGlobalOptions,
        topics,
        exitStatuses,
        pvgCodes,
        catalogues: [catalogue.gateway, catalogue.session],
      })),
    };
    const options = { ...(await resolveConfig(join(root, path))), filepath: path };
    expect(await format(pages[path] ?? '', options)).toBe(read(path));
  });

  it('has a line for every room of src', () => {
    const page = read('docs/architecture.md');
    const rooms = readdirSync(join(root, 'src'));
    expect(rooms.filter((room) => !new RegExp(`^\\| \`${room}/?\` `, 'm').test(page))).toEqual([]);
  });
});

describe('docs/service.md', () => {
  /** By section: its text. */
  const parts = new Map(
    read('docs/service.md')
      .split(/^##+ /m)
      .slice(1)
      .map((part) => [part.split(' ')[0] ?? '', part]),
  );

  it('has a heading for every section that the sources cite', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const sources = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(join('src', file)));
    const cited = sources.flatMap((text) => text.match(/(?<!RFC \d+ )§\d+(?:\.\d+)?/g) ?? []);
    expect([...new Set(cited)].filter((section) => !parts.has(section))).toEqual([]);
  });

  it('names in its section what the contract does not show, and nothing else', () => {
    const named = [...parts].flatMap(([section, part]) =>
      [...part.matchAll(/^- Not shown: (.*)\.$/gm)].map(([, says]) => ({ section, says })),
    );
    expect(named).toEqual(Object.values(notShown));
  });

  it('has a worked signature that is right, the one of `pvg help signing`', async () => {
    const part = parts.get('§5.1') ?? '';
    const value = (name: string): string =>
      new RegExp(`${name} (?:is )?\`([^\`]*)\``).exec(part)?.[1] ?? `no ${name}`;
    const bodyHash = createHash('sha256').update(value('body')).digest('hex');
    const message = `${value('client id')}.${value('timestamp')}.${bodyHash}`;
    const signature = createHmac('sha256', value('client secret')).update(message).digest('hex');
    expect([value('body_hash'), value('message'), value('X-Signature')]).toEqual([
      bodyHash,
      message,
      signature,
    ]);
    const { out } = await pvg('help signing', { columns: 200 });
    for (const each of [bodyHash, message, signature]) expect(out).toContain(each);
  });

  it('has examples of a verify with the members of the contract, and no others', async () => {
    const jsonIn = (section: string): Record<string, unknown>[] =>
      [...(parts.get(section) ?? '').matchAll(/^- For example: `(\{.*\})`\.$/gm)].map(
        ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
      );
    const [request = {}] = jsonIn('§2.1');
    const known = Object.keys(interfaceRecords.gateway.bodies.verify);
    expect(known).toEqual(expect.arrayContaining(Object.keys(request)));
    const [success = {}, failure = {}] = jsonIn('§2.2');
    const explained = await pvg('explain-error - --json', { stdin: JSON.stringify(success) });
    expect(json(explained)).toMatchObject({ exit: 0, anomalies: [] });
    expect(Object.keys(failure)).toEqual(['success', 'error', 'message']);
    expect(Object.keys(listedFailures.gateway)).toContain(failure['error']);
  });

  it('has the limits of the code', () => {
    expect(parts.get('§5.1')).toContain(`${limits.timestampSkewSeconds} seconds`);
    expect(parts.get('§8')).toContain(`${limits.timestampSkewSeconds} seconds either way`);
    expect(parts.get('§8')).toContain(`${limits.sessionTokenMinutes} minutes`);
  });

  it('is what `pvg help service` prints, without the marks of Markdown', async () => {
    const { status, out } = await pvg('help service');
    expect(status).toBe(0);
    expect(out).toContain('\n\n§1.1 Gateway\n  - A game server sends the receipt of a purchase.');
    const plain = (text: string): string => text.replace(/^(#+| *-) /gm, '').replace(/\s+/g, ' ');
    expect(plain(out)).toBe(plain(read('docs/service.md')));
  });
});

/** What the examples of a help take for granted: two profiles, one of them chosen, the files they name, and a call. */
async function stockedHome(): Promise<string> {
  const home = exampleHome();
  await pvg('profile import game-dev.json', { home });
  const session =
    '--session-url https://session.example --game-id my-game --secret-key-file secret-key';
  await pvg(`profile add game-prod --environment prod ${session}`, { home });
  await pvg('profile use game-dev', { home });
  // An example that writes this file must find its place free.
  rmSync(join(home, 'game-dev.json'));
  const call = { id: '20261121T032531Z-3f9a1c', at: '2026-11-21T03:25:31.000Z' };
  const mistyped = printLine(replyOf({ case: 'TICKET-4171' }));
  const failed = entryOf({ ...call, exit: 8, code: 'VERIFIER_ERROR', status: 502 });
  writeJournal(home, [mistyped, failed]);
  return home;
}

const examplesIn = (help: string): string[] =>
  [...help.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line?.trim() ?? '');

const helpOf = async (command: string): Promise<string[]> => {
  const { out } = await pvg(`${command} --help`.trim());
  const own = examplesIn(out);
  expect(own.length, `examples in the help of pvg ${command}`).toBeGreaterThan(0);
  const [, subcommands = ''] = /\nCommands:\n([^]*?)\n\n/.exec(command === '' ? '' : out) ?? [];
  const names = subcommands.match(/(?<=^ {2})(?!help\b)[a-z-]+/gm) ?? [];
  const deeper = await Promise.all(names.map((name) => helpOf(`${command} ${name}`)));
  return [...own, ...deeper.flat()];
};

describe('the examples of a command', async () => {
  const helps = await Promise.all(
    Object.keys(commands).map(async (command) => ({ command, lines: await helpOf(command) })),
  );

  // What a reader of docs/reference/commands.md has: the demo purchases, and nothing else.
  it.each(helps)('that need something say so: pvg $command', async ({ lines }) => {
    for (const line of lines) {
      const { typed } = typedIn(line);
      const home = temporaryFolder();
      mkdirSync(join(home, 'docs'));
      const { status, out, err } = await runLine(line, home);
      const named = typed.filter((word) => /^[a-z-]+$/.test(word)).slice(0, 2);
      const helpLines = await Promise.all(
        [named, named.slice(0, 1)].map(async (words) => (await pvg([...words, '--help'])).out),
      );
      const isSaid = helpLines.some((help) => /The examples? .*needs? /s.test(help));
      if (!isSaid) expect([1, 2, 3], `${line}\n${out}${err}`).not.toContain(status);
    }
  });
});

describe('the examples of every help', async () => {
  const lines = [
    ...(await Promise.all(['', ...Object.keys(commands)].map(helpOf))).flat(),
    ...(
      await Promise.all(topicNames.map(async (topic) => (await pvg(`help ${topic}`)).out))
    ).flatMap(examplesIn),
  ];

  it.each([...new Set(lines)])('run as printed: %s', async (line) => {
    // A name that is to be new must not be taken.
    const fresh = /profile (add|import) /.test(line);
    const home = fresh ? exampleHome() : await stockedHome();
    const { status, out, err } = await runLine(line, home);
    expect([1, 2, 3], `${line}\n${out}${err}`).not.toContain(status);
  });
});

describe('the answers of commands without a schema', () => {
  const [, described = ''] = read('docs/reference/json.md').split('## Answers of other commands');

  it.each([
    'journal list',
    'journal find 4711',
    'profile show local',
    'batch in.csv --dry-run --profile local',
  ])('of %s: each member stands on the page', async (line) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'in.csv'), 'receipt,product_id,package\ndemo-purchased,g,p.q\n');
    const { answer } = json(
      await pvg(`${line} --json`.replace('in.csv', join(home, 'in.csv')), { home }),
    );
    const names = Object.keys(answer as object);
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
  });
});
