import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { serviceSections } from '../src/contract/service.js';
import { vectors } from '../src/signing/vectors.js';
import { topics } from '../src/commands/topics.js';
import { exitStatuses, failures, givenCodes } from '../src/failure.js';
import { gatewayErrors } from '../src/gateway/errors.js';
import { addGlobalOptions } from '../src/input/options.js';
import { topicNames } from '../src/input/topic-names.js';
import { commands } from '../src/program.js';
import { sessionErrors } from '../src/session/errors.js';
import { temporaryFolder } from './support/context.js';
import { entryOf, writeJournal } from './support/journal.js';
import { pvg, words } from './support/pvg.js';
import { ended, rightSignature, signerProgram } from './support/signer.js';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path))
    .sort(),
];

/** A folder with the files that the examples name. */
function exampleHome(): string {
  const home = temporaryFolder();
  const files = {
    'client-secret': 'my-secret',
    'new-secret': 'my-new-secret',
    'secret-key': 'my-key',
    'receipt.txt': 'demo-recorded',
    'purchase.json':
      '{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-recorded"}',
    'purchases.csv':
      'receipt,product_id,package\ndemo-purchased,gems_100,com.example.game\ndemo-pending,gems_100,com.example.game\n',
    'lookups.ndjson':
      '{"line":1,"at":"2026-02-01T10:00:00.000Z","input":{"receipt":"demo-purchased","productId":"gems_100","package":"com.example.game"},"verdict":{"id":"paid-and-recorded"},"answer":{"order_id":"GPA.3312-7716-2810-50010"}}\n',
    'voided.json':
      '{"voidedPurchases":[{"kind":"androidpublisher#voidedPurchase","purchaseToken":"demo-other","purchaseTimeMillis":"1769900000000","voidedTimeMillis":"1769999000000","orderId":"GPA.3312-7716-2810-50011","voidedSource":1,"voidedReason":7}]}',
    'grants.csv': 'order_id,granted_at,player\nGPA.3312-7716-2810-50010,2026-02-01T10:00:05Z,player-7\n',
    'game-dev.json': JSON.stringify({
      name: 'game-dev',
      environment: 'dev',
      readOnly: false,
      gateway: { baseUrl: 'https://gateway.example', clientId: 'my-client', clientSecret: 'my-secret' },
      session: {},
    }),
  };
  cpSync(join(root, 'docs', 'examples'), join(home, 'docs', 'examples'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(home, name), text);
    chmodSync(join(home, name), 0o600);
  }
  return home;
}

/** A server that listens nowhere and is asked to end at once. */
const noServer = {
  serve: ({ port }: { port: number }) => Promise.resolve({ port, close: () => Promise.resolve() }),
  interrupt: AbortSignal.abort(),
};

/** Runs one line of a page or a help: `[echo … |] pvg … [| anything] [> file]`, or the command inside `$(pvg …)`. */
async function runLine(given: string, home: string) {
  const line = /\$\((pvg [^)]*)\)/.exec(given)?.[1] ?? given;
  const parts = line.split(/ \| (?=(?:[^']*'[^']*')*[^']*$)/).map((part) => words(part));
  const at = parts.findIndex(([word]) => word === 'pvg');
  const [first = '', ...rest] = parts[at] ?? [];
  expect(first, `a command of pvg in: ${line}`).toBe('pvg');
  const [feeder = '', ...fed] = at > 0 ? (parts[at - 1] ?? []) : [];
  const stdin = feeder === 'echo' ? `${fed.join(' ')}\n` : fed.join(' ');
  const redirect = rest.indexOf('>');
  return pvg(redirect === -1 ? rest : rest.slice(0, redirect), {
    home,
    stdin,
    execute: signerProgram((asked) => ended(rightSignature(asked))),
    ...(['emulate', 'listen'].includes(rest[0] ?? '') && noServer),
  });
}

interface Example {
  readonly line: number;
  readonly command: string;
  readonly printed: readonly string[];
  readonly status: number;
}

interface Block {
  readonly language: string;
  readonly line: number;
  readonly lines: readonly string[];
}

function blocksOf(page: string): Block[] {
  const found: Block[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  read(page)
    .split('\n')
    .forEach((text, at) => {
      const fence = /^```(\w*)/.exec(text);
      if (fence && open) {
        found.push(open);
        open = undefined;
      } else if (fence) open = { language: fence[1] ?? '', line: at + 2, lines: [] };
      else open?.lines.push(text);
    });
  return found;
}

/** Every `$ …` line of a block with what stands under it. */
function examplesOf({ line, lines }: Block): Example[] {
  const starts = lines.flatMap((text, at) => (text.startsWith('$ ') ? [at] : []));
  return starts.map((start, number) => {
    const under = lines.slice(start + 1, starts[number + 1] ?? lines.length);
    const status = /^\[(\d+)\]$/.exec(under.at(-1) ?? '')?.[1];
    return {
      line: line + start,
      command: (lines[start] ?? '').slice(2).replace(/(^|\| )node bin\/pvg\.js /, '$1pvg '),
      printed: status === undefined ? under : under.slice(0, -1),
      status: Number(status ?? 0),
    };
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What is printed, as a pattern: a line `…` is any number of lines, `…` in a line any text. */
const pattern = (printed: readonly string[]): RegExp =>
  new RegExp(
    `^${printed
      .map((line) =>
        line.trim() === '…' ? '(?:.*\n)*' : `${escaped(line.trimEnd()).replaceAll('…', '.*')}\n`,
      )
      .join('')}$`,
  );

const asLines = (text: string): string => text.replace(/[ \t]+$/gm, '').replace(/\n*$/, '\n');

const matches = (printed: readonly string[], { out, err }: { out: string; err: string }): boolean =>
  // People see both; which came first differs between notes and failures.
  [out + err, err + out].some((text) => pattern(printed).test(asLines(text)));

const commandPages = pages
  .map((page) => ({
    page,
    examples: blocksOf(page)
      .filter(({ language }) => language === 'console' || language === 'sh')
      .flatMap(examplesOf)
      .filter(({ command }) => /(^|\| )pvg /.test(command)),
  }))
  .filter(({ examples }) => examples.length > 0);

describe('what the pages print', () => {
  it('is there to be compared', () => {
    expect(commandPages.map(({ page }) => page)).toEqual([
      'README.md',
      'docs/guides/ci.md',
      'docs/guides/profiles.md',
      'docs/guides/refunds.md',
      'docs/guides/scripting.md',
      'docs/guides/signature-mismatch.md',
      'docs/guides/support.md',
    ]);
  });

  it.each(commandPages)('$page: every command prints what stands under it', async ({ page, examples }) => {
    const home = exampleHome();
    for (const { line, command, printed, status } of examples) {
      const ended = await runLine(command, home);
      const place = `${page}:${String(line)}: ${command}`;
      expect({ place, status: ended.status }).toEqual({ place, status });
      if (!matches(printed, ended)) {
        // The difference of the texts says more than a pattern that did not match.
        expect(asLines(ended.out + ended.err), place).toBe(printed.join('\n'));
        expect.fail(`${place}: prints something else`);
      }
    }
  });

  const scripts = pages.flatMap((page) =>
    blocksOf(page)
      .filter(({ language, lines }) => language === 'sh' && lines[0]?.startsWith('#!') === true)
      .map(({ line, lines }) => ({ place: `${page}:${String(line)}`, page, text: lines.join('\n') })),
  );

  it.each(scripts)('$place: the script runs and prints what the page says', ({ page, text }) => {
    const home = exampleHome();
    const folder = join(home, 'bin');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'pvg'),
      `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin', 'pvg.js')}' "$@"\n`,
      { mode: 0o755 },
    );
    const { status, stdout } = spawnSync(/^#!(\S+)/.exec(text)?.[1] ?? 'sh', ['-c', text], {
      cwd: home,
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: home },
    });
    expect(status).toBe(0);
    expect(read(page)).toContain(`It prints \`${stdout.trim()}\``);
  });

  it('links only to files that are there', () => {
    for (const page of [...pages, 'CONTRIBUTING.md']) {
      for (const [, target = ''] of read(page).matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
        if (!target.startsWith('https://'))
          expect(read(join(page, '..', target)).length, `${page}: ${target}`).toBeGreaterThan(0);
      }
    }
  });
});

describe('what is made from the program', () => {
  interface Generators {
    errorsPage(catalogues: object): string;
    servicePage(sections: object): string;
    withImportTable(page: string, config: unknown): string;
    referencePages(program: object): Promise<Record<string, string>>;
  }
  const module = async (path: string): Promise<Record<string, unknown>> =>
    (await import(/* @vite-ignore */ join(root, path))) as Record<string, unknown>;

  it.each([
    'docs/errors.md',
    'docs/service.md',
    'docs/architecture.md',
    'docs/vectors.json',
    ...['commands', 'environment', 'exit-statuses', 'json'].map((name) => `docs/reference/${name}.md`),
  ])('%s is fresh: `npm run docs`', async (path) => {
    const { errorsPage, servicePage, withImportTable, referencePages } = {
      ...(await module('scripts/errors-page.mjs')),
      ...(await module('scripts/service-page.mjs')),
      ...(await module('scripts/import-table.mjs')),
      ...(await module('scripts/reference-pages.mjs')),
    } as unknown as Generators;
    const pages: Record<string, string> = {
      'docs/errors.md': errorsPage({
        gatewayErrors,
        sessionErrors,
        own: { failures, givenCodes },
      }),
      'docs/service.md': servicePage(serviceSections),
      'docs/vectors.json': JSON.stringify(vectors),
      'docs/architecture.md': withImportTable(read('docs/architecture.md'), await module('eslint.config.js')),
      ...(await referencePages({
        commands,
        addGlobalOptions,
        topics,
        exitStatuses,
        failures,
        catalogues: [gatewayErrors, sessionErrors],
      })),
    };
    const options = { ...(await resolveConfig(join(root, path))), filepath: path };
    expect(await format(pages[path] ?? '', options)).toBe(read(path));
  });

  it('has a heading for every section that the sources cite', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const cited = sources.flatMap(
      (file) => read(join('src', file)).match(/(?<!RFC \d+ )§\d+(?:\.\d+)?/g) ?? [],
    );
    const headings = serviceSections.map(({ section }) => section);
    expect([...new Set(cited)].filter((section) => !headings.includes(section))).toEqual([]);
  });

  it('has a line for every room of src', () => {
    const page = read('docs/architecture.md');
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).map(
      (each) => `${each.name}${each.isDirectory() ? '/' : ''}`,
    );
    expect(rooms.filter((room) => !page.includes(`| \`${room}\` `))).toEqual([]);
  });
});

/** What the examples of a help take for granted: two profiles, one of them chosen, the files they name, and a call. */
async function stockedHome(): Promise<string> {
  const home = exampleHome();
  await pvg('profile import game-dev.json', { home });
  await pvg(
    'profile add game-prod --environment prod --session-url https://session.example --game-id my-game --secret-key-file secret-key',
    { home },
  );
  await pvg('profile use game-dev', { home });
  // An example that writes this file must find its place free.
  rmSync(join(home, 'game-dev.json'));
  const call = { id: '20261121T032531Z-3f9a1c', at: '2026-11-21T03:25:31.000Z' };
  writeJournal(home, [entryOf({ ...call, exit: 8, code: 'VERIFIER_ERROR', status: 502 })]);
  return home;
}

const examplesIn = (help: string): string[] =>
  [...help.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line?.trim() ?? '');

const helpOf = async (command: string): Promise<string[]> => {
  const { out } = await pvg(`${command} --help`.trim());
  const [, after = ''] = out.split('\nCommands:\n');
  const below = after.split('\n\n')[0] ?? '';
  const subcommands =
    command === ''
      ? []
      : [...below.matchAll(/^ {2}([a-z-]+)/gm)]
          .map(([, name]) => name ?? '')
          .filter((name) => name !== 'help');
  const deeper = await Promise.all(subcommands.map((name) => helpOf(`${command} ${name}`)));
  const own = examplesIn(out);
  expect(own.length, `examples in the help of pvg ${command}`).toBeGreaterThan(0);
  return [...own, ...deeper.flat()];
};

describe('the examples of every help', async () => {
  const lines = [
    ...(await Promise.all(['', ...Object.keys(commands)].map(helpOf))).flat(),
    ...(await Promise.all(topicNames.map(async (topic) => (await pvg(`help ${topic}`)).out))).flatMap(
      examplesIn,
    ),
  ];

  it.each([...new Set(lines)])('run as printed: %s', async (line) => {
    // A name that is to be new must not be taken.
    const fresh = /profile (add|import) /.test(line);
    const home = fresh ? exampleHome() : await stockedHome();
    // An export needs its place free, an import needs what was exported.
    if (/journal import /.test(line)) await pvg('journal export --out journal.ndjson', { home });
    const { status, out, err } = await runLine(line, home);
    expect([1, 2, 3], `${line}\n${out}${err}`).not.toContain(status);
  });
});
