import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { causes } from '../../src/diagnosis/catalogue/catalogue.js';
import { requestProblemIds } from '../../src/diagnosis/catalogue/request-problems.js';
import { variables } from '../../src/commands/topics.js';
import { exitStatuses } from '../../src/failure.js';
import { pvg } from '../helpers/pvg.js';
import { readSchema } from '../helpers/schemas.js';

/** What a topic promises to list, compared with the code. */

const root = join(import.meta.dirname, '..', '..');
const sources = [
  ...readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    // Code for other programs stands in these: their variables are not read by pvg.
    .filter((path) => path.endsWith('.ts') && !/^(languages|diagnosis\/catalogue)\//.test(path))
    .map((path) => join(root, 'src', path)),
  join(root, 'bin', 'pvg.js'),
].map((path) => readFileSync(path, 'utf8'));

/** `env.NAME`, `env['NAME']`, `readVariable('NAME')`, and every name of pvg's own. */
const reads =
  /\benv(?:\.|\[')([A-Z][A-Z_]{2,})\b|\breadVariable\('([A-Z_]+)'\)|\b(PVG_[A-Z_]*[A-Z])\b/g;
const read = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(reads)].map(([, dot, named, own]) => dot ?? named ?? own),
  ),
);
const listed = variables.flatMap(([names]) => names.split(', '));
/** Given to the signer that `pvg conform` runs; `pvg conform --help` names them. */
const forSigners = ['PVG_INTERFACE', 'PVG_TIMESTAMP', 'PVG_SECRET'];

describe('pvg help environment', () => {
  it('lists every variable that the code reads', () => {
    expect([...read]).toEqual(expect.arrayContaining(['PVG_PROFILE', 'HTTPS_PROXY', 'COLUMNS']));
    // Windows sets OS; no user does.
    expect([...listed, ...forSigners, 'OS']).toEqual(expect.arrayContaining([...read]));
  });

  it('lists no other variable', () => {
    const isList = (text: string): boolean =>
      text.includes('/** Every environment variable that pvg reads. */');
    const code = sources.filter((text) => !isList(text)).join('\n');
    // A secret may come from a file: `<NAME>_FILE`.
    expect(listed.filter((name) => !code.includes(name.replace(/_FILE$/, '')))).toEqual([]);
  });

  it('prints them, and conform prints those of signers', async () => {
    const { out } = await pvg('help environment');
    for (const name of listed) expect(out).toContain(name);
    const { out: help } = await pvg('conform --help');
    for (const name of forSigners) expect(help).toContain(name);
  });
});

it('pvg help exit-status has every status', async () => {
  const { out } = await pvg('help exit-status');
  expect([...out.matchAll(/^ {2}(\d+) /gm)].map(([, status]) => status)).toEqual(
    Object.keys(exitStatuses),
  );
});

it('pvg help json has every member of the envelope', async () => {
  const { out } = await pvg('help json');
  const { required } = readSchema('result') as { required: readonly string[] };
  for (const member of required) expect(out).toMatch(new RegExp(`\\b${member}\\b`));
});

it('pvg help causes has every id that a diagnosis gives, and an unknown one leads there', async () => {
  const { out } = await pvg('help causes');
  const ids = out.match(/^ {2}[a-z][a-z0-9-]+(?= )/gm)?.map((each) => each.trim());
  expect(ids).toEqual([...causes.map(({ id }) => id), ...requestProblemIds]);
  const unknown = await pvg('explain-error body-of-no-such-kind');
  expect(unknown.err).toContain('Next: pvg help causes\n');
});
