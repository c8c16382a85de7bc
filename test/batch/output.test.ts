import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { hostname } from 'node:os';
import { platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { allPaid, asked, csv, nothingSent, said, unasked, workplace } from '../helpers/batch.js';
import { program } from '../helpers/child.js';

/** The files of a run, and standard output: what is refused before anything is sent, and what is told after. */

const place = workplace();

/** Asked for the tenth row, somebody does something. */
const meanwhile =
  (act: () => void): Send =>
  async (request, options) => {
    await new Promise(setImmediate);
    if (asked(request)['receipt'] === 'token-10') act();
    return allPaid(request, options);
  };

describe('Rows that somebody meddles with while they are written', () => {
  const [out, rows] = ['out.csv', '.out.csv.ndjson'];
  const file = () => place.at(rows);
  it.each<[string, act: () => void, left: string | undefined]>([
    ['deleted', () => void rmSync(file()), undefined],
    ['cut to a part', () => void truncateSync(file(), 10), 'token-20'],
    ['written to', () => void appendFileSync(file(), 'x'.repeat(100_000)), 'token-20'],
    ['renamed', () => void renameSync(file(), place.at('kept')), undefined],
    ['replaced', () => [rmSync(file()), place.put(rows, 'mine')], 'mine'],
  ])('%s: 14, and it is said', async (_, act, left) => {
    place.put('in.csv', csv(20));
    const ended = await place.batch(`in.csv --out ${out} --concurrency 2`, meanwhile(act));
    expect([ended.status, existsSync(place.at('out.csv'))]).toEqual([14, false]);
    expect(said(ended)).toMatch(/another program.*--resume.*--overwrite/);
    expect(existsSync(file())).toBe(left !== undefined);
    if (left !== undefined) expect(place.got(rows)).toMatch(new RegExp(`^[^\\0]*${left}[^\\0]*$`));
    if (existsSync(place.at('kept'))) renameSync(place.at('kept'), file());
    else rmSync(file(), { force: true });
    expect((await place.batch(`in.csv --out ${out} --resume`)).status).toBe(0);
    expect(place.got(out)).toContain('token-20');
  });
});

describe.each(['', '--dry-run'])('A run is refused before anything is sent %s', (way) => {
  const refused = async (options: string, says: RegExp): Promise<void> => {
    if (!existsSync(place.at('in.csv'))) place.put('in.csv', csv(1));
    const before = readdirSync(place.home).sort();
    const ended = await place.batch(`in.csv ${options} ${way}`.trim(), unasked);
    expect(ended.status).toBe(2);
    expect(said(ended)).toMatch(says);
    expect(said(ended)).toMatch(nothingSent);
    expect(ended.err).not.toContain('--concurrency)');
    expect(readdirSync(place.home).sort()).toEqual(before);
    expect(place.got('in.csv')).toBe(csv(1));
  };

  it.each(['--out', '--report', '--summary'])('where %s cannot be a new file', async (option) => {
    place.put('page.html', 'mine');
    mkdirSync(place.at('folder.html'));
    symlinkSync('nothing', place.at('link.html'));
    // --overwrite would not replace a file that is no summary.
    const wayOn = option === '--summary' ? 'another file' : '--overwrite';
    await refused(`${option} page.html`, new RegExp(`${option}.*${wayOn}`));
    await refused(`${option} folder.html`, /folder/);
    await refused(`${option} folder.html --overwrite`, /folder/);
    await refused(`${option} link.html`, /symbolic link|exists/);
    await refused(`${option} nowhere/page.html`, new RegExp(`${option}.*does not exist`));
    await refused(`${option} in.csv/page.html`, new RegExp(`${option}.*does not exist`));
    expect(place.got('page.html')).toBe('mine');
  });

  it.each(['--out', '--summary', '--failed'])('where %s is standard output', async (option) => {
    await refused(`${option} -`, /`-` is none/);
  });

  it('where the name of --out is that of another format', async () => {
    await refused('--out results.csv --format ndjson', /Leave out `--format ndjson`/);
  });

  it.each(['', '--overwrite'])('where --summary is the file of somebody else %s', async (more) => {
    place.put('sum.json', '{"mine":true}');
    await refused(`--summary sum.json ${more}`, /not a summary of/);
    expect(place.got('sum.json')).toBe('{"mine":true}');
  });

  it.runIf(platform !== 'win32')('where --out is a folder, a pipe or a device', async () => {
    spawnSync('mkfifo', [place.at('pipe')]);
    for (const more of ['', '--overwrite', '--resume']) await refused(`--out pipe ${more}`, /pipe/);
    await refused('--out . --resume', /folder/);
    await refused('--out /dev/null', /pipe|device/);
    expect(lstatSync(place.at('pipe')).isFIFO()).toBe(true);
  });

  it.each([
    '--out in.csv --overwrite',
    '--out other.csv --overwrite',
    '--report page.html --overwrite',
    '--summary in.csv --overwrite',
    '--out linked/same.html --report same.html',
    '--out same.json --summary HOME/same.json',
    // What pvg makes beside --out.
    '--out same.csv --summary .same.csv.ndjson',
    '--out same.csv --summary HOME/.same.csv.ndjson --overwrite',
    '--out same.csv --summary ..same.csv.ndjson.in-use',
    '--out same.ndjson --summary .same.ndjson.in-use',
    '--out linked/in --format csv --summary .in.ndjson',
  ])('where two of its files are one: %s', async (options) => {
    place.put('in.csv', csv(1));
    symlinkSync(place.home, place.at('linked'));
    symlinkSync('in.csv', place.at('page.html'));
    linkSync(place.at('in.csv'), place.at('other.csv'));
    await refused(options.replace('HOME', place.home), /same file/);
  });
});

describe('The file of --out', () => {
  it('is the owner’s alone, and takes the place of another with --overwrite', async () => {
    place.put('in.csv', csv(2));
    for (const name of ['out.ndjson', 'out.csv']) {
      place.put(name, 'mine');
      expect((await place.batch(`in.csv --out ${name} --overwrite`)).status).toBe(0);
      expect(place.got(name)).toContain('token-2');
      expect(statSync(place.at(name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(place.at('.out.csv.ndjson')).mode & 0o777).toBe(0o600);
  });

  it('never is what a symbolic link leads to', async () => {
    place.put('in.csv', csv(1));
    await place.batch('in.csv --out victim');
    const before = place.got('victim');
    symlinkSync('victim', place.at('out.ndjson'));
    expect((await place.batch('in.csv --out out.ndjson --resume', unasked)).status).toBe(2);
    expect(lstatSync(place.at('out.ndjson')).isSymbolicLink()).toBe(true);
    expect((await place.batch('in.csv --out out.ndjson --overwrite')).status).toBe(0);
    expect([lstatSync(place.at('out.ndjson')).isFile(), place.got('victim')]).toEqual([
      true,
      before,
    ]);
  });

  it('with notes that a spreadsheet saved is not made anew by --resume', async () => {
    place.put('in.csv', csv(2));
    await place.batch('in.csv --out o.csv');
    const noted = place.got('o.csv').replaceAll('"', '').replaceAll('\r\n', ';my note\r\n');
    place.put('o.csv', noted);
    const refused = await place.batch('in.csv --out o.csv --resume', unasked);
    expect([refused.status, said(refused)]).toEqual([
      2,
      expect.stringMatching(/saved by another.*Nothing was sent/),
    ]);
    expect(place.got('o.csv')).toBe(noted);
    renameSync(place.at('o.csv'), place.at('notes.csv'));
    expect((await place.batch('in.csv --out o.csv --resume', unasked)).status).toBe(0);
  });

  it.each(['', '--resume'])('that pvg did not write is in no command to copy: %s', async (way) => {
    place.put('in.csv', csv(2));
    place.put('mine.csv', 'my;own\n');
    const refused = await place.batch(`in.csv --out mine.csv ${way}`.trim(), unasked);
    expect(refused.status).not.toBe(0);
    expect(said(refused)).not.toContain('Next:');
  });

  it.each(['--overwrite', '--resume', ''])('is written by one run at a time: %s', async (way) => {
    place.put('in.csv', csv(3));
    const rows = '.o.csv.ndjson';
    if (way !== '') await place.batch('in.csv --out o.csv');
    const before = way === '' ? '' : place.got(rows);
    // Pid 1 lives wherever tests run.
    place.put(`.${rows}.in-use`, `1@${hostname()}`);
    const refused = await place.batch(`in.csv --out o.csv ${way}`, unasked);
    expect(refused.status).toBe(2);
    expect(said(refused)).toMatch(/Another run of pvg \(process 1 on .*Nothing was sent/);
    if (way !== '') expect(place.got(rows)).toBe(before);
    rmSync(place.at(`.${rows}.in-use`));
    expect((await place.batch(`in.csv --out o.csv ${way}`)).status).toBe(0);
    expect(readdirSync(place.home).filter((name) => name.startsWith('.'))).toEqual([rows]);
  });
});

it('A page of --report that cannot be written after the run costs the status alone: 14', async () => {
  place.put('in.csv', csv(20));
  mkdirSync(place.at('pages'));
  const spoil = (): void => {
    rmSync(place.at('pages'), { recursive: true });
    place.put('pages', 'a file');
  };
  const ended = await place.batch(
    'in.csv --report pages/page.html --out out.ndjson',
    meanwhile(spoil),
  );
  expect(ended.status).toBe(14);
  expect(said(ended)).toContain('page.html could not be written');
  expect(place.got('out.ndjson')).toContain('token-20');
});

const shell = (command: string, before = ''): { status: number | null; stderr: string } =>
  spawnSync('bash', ['-c', `${before}"${process.execPath}" "${program}" batch ${command}`], {
    ...{ cwd: place.home, env: place.processEnv, encoding: 'utf8' },
  });

describe.skipIf(platform === 'win32')('Standard output', () => {
  it.each([
    ['> /dev/null', 0, /1 row/],
    ['--out out.ndjson >&-', 0, /1 row/],
    ['--dry-run >&-', 0, /result is not shown/],
  ])('that is not wanted: %s', (options, status, says) => {
    place.put('in.csv', csv(1));
    const ended = shell(`in.csv --profile local ${options}`);
    expect(ended.stderr.replace(/\s+/g, ' ')).toMatch(says);
    expect(ended.status).toBe(status);
  });

  // Only Linux shows that it was closed.
  it.skipIf(platform !== 'linux')(
    'that is closed gets no rows: 14, before anything is sent',
    () => {
      place.put('in.csv', csv(1));
      const ended = shell('in.csv --profile local >&-');
      expect([ended.status, ended.stderr.includes('1 row')]).toEqual([14, false]);
    },
  );

  it.each(['in.csv >> in.csv', '- --dry-run < in.csv >> in.csv'])(
    'that is the input is refused, and what is in it stays: %s',
    (options) => {
      place.put('in.csv', csv(3));
      const { status, stderr } = shell(options);
      expect([status, stderr.replace(/\s+/g, ' ')]).toEqual([
        2,
        expect.stringMatching(/same file/),
      ]);
      expect(place.got('in.csv')).toBe(csv(3));
    },
  );

  it('without room for a byte leaves no lock behind, so that the run after it can begin', () => {
    place.put('in.csv', csv(1));
    const ended = shell('in.csv --profile local --out out.ndjson', 'ulimit -f 0; exec ');
    expect([ended.status, readdirSync(place.home).filter((name) => name !== 'in.csv')]).toEqual([
      14,
      [],
    ]);
  });

  it.skipIf(platform !== 'linux')(
    'that is standard error and full ends in 14, whatever is said first',
    () => {
      place.put('in.csv', Buffer.from(`receipt,product_id,package,n\nt,g,p,M\xfcller\n`, 'latin1'));
      expect(shell('in.csv --profile local --out out.ndjson 2> /dev/full').status).toBe(14);
    },
  );

  it.skipIf(platform !== 'linux')('that is full is told once', () => {
    place.put('in.csv', csv(1));
    const ended = shell('in.csv --profile local --out out.ndjson --json > /dev/full');
    expect([ended.status, ended.stderr.match(/could not be written/g)]).toEqual([
      14,
      ['could not be written'],
    ]);
  });

  it('that is no regular file may be the input too: both may be one terminal or one device', () => {
    expect(shell('- < /dev/null > /dev/null').stderr).toContain('--allow-empty');
  });
});
