import fc from 'fast-check';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { canaries, canariesIn } from '../helpers/canary.js';
import { temporaryFolder } from '../helpers/context.js';
import { effort } from '../helpers/effort.js';
import { pvg } from '../helpers/pvg.js';

/** Bytes of a stored profile with a piece cut out, overwritten or put in, or the end missing. */
const mutation = fc.tuple(
  fc.nat(),
  fc.oneof(fc.nat(20), fc.constant(100_000)),
  fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc
      .constantFrom('"', '}', '{', '[', '\\', ',', '\ufeff', '\0\0\0\0', '__proto__')
      .map((text) => Buffer.from(text)),
  ),
);

it('300 mutations of a stored profile: kept byte for byte or still right, named, never quoted, others usable', async () => {
  const home = temporaryFolder();
  const values = '--environment dev --gateway-url https://gateway.example --client-id c';
  for (const name of ['whole', 'hurt'])
    await pvg(`profile add ${name} ${values} --client-secret-file -`, {
      home,
      stdin: canaries.clientSecret,
    });
  const file = join(home, 'config', 'profiles', 'hurt.json');
  const good = readFileSync(file);
  const sign = (name: string) =>
    pvg(`sign gateway --profile ${name} --body {} --timestamp 1790000000`, { home });
  const right = (await sign('whole')).out;
  let damaged = 0;
  await fc.assert(
    fc.asyncProperty(mutation, async ([at, length, insert]) => {
      const place = at % good.length;
      const bytes = Buffer.concat([good.subarray(0, place), insert, good.subarray(place + length)]);
      writeFileSync(file, bytes);
      const ended = await sign('hurt');
      // A mutated name, id or secret may still be a profile: then it is used as it stands.
      expect([0, 3]).toContain(ended.status);
      if (ended.status === 3) damaged += 1;
      if (ended.err.includes('is damaged')) expect(ended.err).toContain(file);
      const listed = await pvg('profile list --json', { home });
      expect(listed.status).toBe(0);
      // A change over a damaged file does not overwrite it.
      const set = await pvg('profile set hurt --client-id other', { home });
      if (set.status !== 0) expect(readFileSync(file)).toEqual(bytes);
      for (const { out, err } of [ended, listed, set]) expect(canariesIn(out, err)).toEqual([]);
      expect((await sign('whole')).out).toBe(right);
    }),
    { numRuns: effort(300, 3_000) },
  );
  expect(damaged).toBeGreaterThan(100);
  expect(existsSync(file)).toBe(true);
});
