import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/context.js';
import { words } from './support/pvg.js';

const root = join(import.meta.dirname, '..');
const preload = join(import.meta.dirname, 'fixtures', 'tell-rejected.cjs');
const purchase = '--profile local --product-id gems_100 --package com.example.game --receipt demo-purchased';

const run = (program: string, line: string, service: Record<string, string> = {}, node: string[] = []) => {
  const home = temporaryFolder();
  return spawnSync(process.execPath, [...node, join(program, 'bin', 'pvg.js'), ...words(line)], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home, ...service },
    input: '',
  });
};
const told = (program: string, line: string, service?: Record<string, string>) =>
  run(program, line, service, ['--require', preload])
    .stderr.split('\n')
    .filter((each) => /^(commands|packages)[\\/].* (taken|refused)$/.test(each));

describe('the code that the build compiled', () => {
  it.each([
    ['--version', ['commands/none.js taken']],
    ['--help', ['commands/none.js taken']],
    ['sign gateway --body {}', ['commands/sign.js taken']],
    [
      'explain-error DUPLICATE_TRANSACTION',
      ['commands/explain-error.js taken', 'packages/cli-table3.js taken'],
    ],
    [`lookup ${purchase}`, ['commands/lookup.js taken', 'packages/cli-table3.js taken']],
    ['session --profile local --username demo-completed --json', ['commands/session.js taken']],
  ])('V8 takes it: pvg %s', (line, expected) => {
    expect(told(root, line)).toEqual(expected);
  });

  it('V8 takes that of undici', () => {
    const service = {
      PVG_ENVIRONMENT: 'dev',
      PVG_GATEWAY_URL: 'http://127.0.0.1:9',
      PVG_CLIENT_ID: 'client',
      PVG_CLIENT_SECRET: 'client-secret',
    };
    const line = 'lookup --product-id gems_100 --package com.example.game --receipt demo-purchased';
    expect(told(root, line, service)).toContain('packages/lean-undici.js taken');
  });

  it('names no folder of the machine that built it', () => {
    const folder = join(root, 'dist', 'compiled');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    expect(files.length).toBeGreaterThan(15);
    expect(files.filter((name) => readFileSync(join(folder, name)).includes(root))).toEqual([]);
  });

  describe('of no use', () => {
    let copy: string;
    beforeAll(() => {
      copy = temporaryFolder();
      for (const name of ['bin', 'dist']) cpSync(join(root, name), join(copy, name), { recursive: true });
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    });
    const compiled = () => join(copy, 'dist', 'compiled');
    const file = () => {
      const [version = ''] = readdirSync(compiled());
      return join(compiled(), version, 'commands', 'lookup.js');
    };
    const answered = () => {
      const { status, stdout, stderr } = run(copy, `lookup ${purchase} --json`);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({ verdict: { id: 'paid-never-received' } });
    };

    it('since it is of another command: the program runs as well', () => {
      writeFileSync(file(), readFileSync(file().replace('lookup.js', 'sign.js')));
      expect(told(copy, `lookup ${purchase}`)).toContain('commands/lookup.js refused');
      answered();
    });
    it('since it is cut: the program runs as well', () => {
      writeFileSync(file(), readFileSync(file()).subarray(0, 1_000));
      expect(told(copy, `lookup ${purchase}`)).toContain('commands/lookup.js refused');
      answered();
    });
    describe('since something in it changed', () => {
      let whole: Buffer;
      beforeAll(() => {
        // The tests above have spoilt the file of the copy.
        const [version = ''] = readdirSync(compiled());
        whole = readFileSync(join(root, 'dist', 'compiled', version, 'commands', 'lookup.js'));
      });
      const code = () => {
        const source = statSync(join(root, 'dist', 'commands', 'lookup.js')).size;
        return (whole.length - source) / 2;
      };
      const flipped = (at: number) => (bytes: Buffer) => {
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        return bytes;
      };
      const changes: [string, (bytes: Buffer) => Buffer][] = [
        ['a page of zeros', (bytes) => bytes.fill(0, 65_536, 69_632)],
        ['a bit of the code', flipped(100_000)],
        ['a bit of its second copy', (bytes) => flipped(code() + 100_000)(bytes)],
        ['a bit of the source', (bytes) => flipped(2 * code() + 1_000)(bytes)],
        ['a bit of its last byte', (bytes) => flipped(bytes.length - 1)(bytes)],
        ['nothing but five bytes left', (bytes) => bytes.subarray(0, 5)],
        ['the last byte gone', (bytes) => bytes.subarray(0, -1)],
        ['the last two bytes gone', (bytes) => bytes.subarray(0, -2)],
      ];
      it.each(changes)('%s: the program runs as well', (_, change) => {
        writeFileSync(file(), change(Buffer.from(whole)));
        expect(told(copy, `lookup ${purchase}`)).toContain('commands/lookup.js refused');
        answered();
      });
      it('whole again, it is taken', () => {
        writeFileSync(file(), whole);
        expect(told(copy, `lookup ${purchase}`)).toContain('commands/lookup.js taken');
      });
      it('the source, by as many characters: what it says now is run', () => {
        const source = join(copy, 'dist', 'commands', 'none.js');
        const before = readFileSync(source, 'latin1');
        expect(before).toContain('Usage:');
        writeFileSync(source, before.replaceAll('Usage:', 'USAGE:'), 'latin1');
        expect(run(copy, '--help').stdout).toContain('USAGE:');
      });
    });
    it('since it is of another version of V8: the program runs as well', () => {
      const [version = ''] = readdirSync(compiled());
      renameSync(join(compiled(), version), join(compiled(), '1.2.3-elsewhere'));
      expect(told(copy, `lookup ${purchase}`)).toEqual([]);
      answered();
    });
    it('since there is none: the program runs as well', () => {
      rmSync(compiled(), { recursive: true });
      expect(existsSync(compiled())).toBe(false);
      answered();
    });
  });
});

it('a build that fails leaves the compiled code that was there, and nothing else', () => {
  const copy = temporaryFolder();
  for (const name of ['bin', 'dist', 'scripts'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  writeFileSync(join(copy, 'dist', 'commands', 'emulate.js'), '');
  const folder = join(copy, 'dist', 'compiled');
  const before = readdirSync(folder, { recursive: true });
  expect(spawnSync(process.execPath, [join(copy, 'scripts', 'compile.mjs')]).status).toBe(1);
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

describe('compiled code that node keeps itself (22.8 and newer), without any of the build', () => {
  const preload = join(import.meta.dirname, 'fixtures', 'tell-cache.cjs');
  let copy: string;
  beforeAll(() => {
    copy = temporaryFolder();
    for (const name of ['bin', 'dist']) cpSync(join(root, name), join(copy, name), { recursive: true });
    rmSync(join(copy, 'dist', 'compiled'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  /** Where pvg would have it kept, as it tells on stderr. */
  const keptIn = (env: Record<string, string>, cwd = temporaryFolder()) => {
    const words = ['--require', preload, join(copy, 'bin', 'pvg.js'), '--version'];
    const { status, stderr } = spawnSync(process.execPath, words, {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    });
    expect(status).toBe(0);
    return /^cache (.*)$/m.exec(stderr)?.[1];
  };
  const prepared = (prepare: (folder: string) => void): Record<string, string> => {
    const above = temporaryFolder();
    prepare(join(above, 'pvg'));
    return { XDG_CACHE_HOME: above };
  };

  it('is kept where the folder of the build is not whole', () => {
    const version = `${process.versions.v8}-${process.platform}-${process.arch}`;
    mkdirSync(join(copy, 'dist', 'compiled', version), { recursive: true });
    expect(keptIn({ HOME: temporaryFolder() })).toBeDefined();
    rmSync(join(copy, 'dist', 'compiled'), { recursive: true });
  });

  it('is kept under other flags of V8 than those of the build', () => {
    cpSync(join(root, 'dist', 'compiled'), join(copy, 'dist', 'compiled'), { recursive: true });
    expect(keptIn({ HOME: temporaryFolder() })).toBeUndefined();
    expect(keptIn({ HOME: temporaryFolder(), NODE_OPTIONS: '--stack-trace-limit=20' })).toBeDefined();
    rmSync(join(copy, 'dist', 'compiled'), { recursive: true });
  });

  it('makes no folder whose folder above is not there', () => {
    const above = join(temporaryFolder(), 'no', 'such');
    expect(keptIn({ XDG_CACHE_HOME: join(above, 'cache') })).toBeUndefined();
    expect(existsSync(above)).toBe(false);
  });

  it('is kept in a folder of its own that only its owner can read', () => {
    const home = temporaryFolder();
    expect(keptIn({ HOME: home })).toBe(join(home, '.cache', 'pvg'));
    expect(statSync(join(home, '.cache', 'pvg')).mode & 0o777).toBe(0o700);
  });

  const unsafe: [string, Record<string, string>][] = [
    ['a relative XDG_CACHE_HOME', { XDG_CACHE_HOME: 'here' }],
    ['an empty HOME', { HOME: '' }],
    ['a folder that others may write to', prepared((folder) => mkdirSync(folder, { mode: 0o777 }))],
    ['a link', prepared((folder) => symlinkSync(temporaryFolder(), folder))],
    [
      'something in it that others may write to',
      prepared((folder) => {
        mkdirSync(join(folder, 'v24'), { recursive: true, mode: 0o700 });
        chmodSync(join(folder, 'v24'), 0o777);
      }),
    ],
  ];
  // mkdir minds the umask.
  chmodSync(join(unsafe[2]?.[1]['XDG_CACHE_HOME'] ?? '', 'pvg'), 0o777);
  it.each(unsafe)('is not kept, and none is taken: %s', (_, env) => {
    expect(keptIn(env)).toBeUndefined();
  });

  it.runIf(process.getuid?.() === 0)('is not taken from a folder of somebody else', () => {
    const env = prepared((folder) => {
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, 65_534, 65_534);
    });
    expect(keptIn(env)).toBeUndefined();
  });
});

describe('a file of dist/ that is', () => {
  it.each([
    ['empty', (file: string) => writeFileSync(file, ''), 'damaged'],
    ['cut', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 5_000)), 'damaged'],
    ['missing', (file: string) => rmSync(file), 'missing'],
  ])('%s: pvg says that it is not whole', (_, spoil, state) => {
    const copy = temporaryFolder();
    for (const name of ['bin', 'dist']) cpSync(join(root, name), join(copy, name), { recursive: true });
    spoil(join(copy, 'dist', 'commands', 'none.js'));
    const { status, stderr } = run(copy, '--version');
    expect(status).toBe(1);
    expect(stderr).toBe(
      `This pvg is not whole: its file ${join('dist', 'commands', 'none.js')} is ${state}. ` +
        `Install it again: \`npm ci\` in ${copy}, or install the package again.\n`,
    );
    expect(run(copy, '--version --debug').stderr).toMatch(/^ {4}at /m);
  });

  it('empty, and loaded when the program runs: it says so too', () => {
    const copy = temporaryFolder();
    for (const name of ['bin', 'dist']) cpSync(join(root, name), join(copy, name), { recursive: true });
    const name = join('packages', 'cli-table3.js');
    writeFileSync(join(copy, 'dist', name), '');
    const { status, stderr } = run(copy, 'explain-error DUPLICATE_TRANSACTION');
    expect(status).toBe(1);
    expect(stderr).toContain(`its file ${join('dist', name)} is damaged`);
  });
});

it('loads nothing by a name with `node:` before it knows its node: an older one has no such names', () => {
  const [start = ''] = readFileSync(join(root, 'bin', 'pvg.js'), 'utf8').split('\nfunction ');
  expect(start).not.toContain("require('node:");
});
