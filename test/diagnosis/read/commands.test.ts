import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRequests } from '../../../src/diagnosis/read/read-requests.js';
import { notesOf, only, refusal, text } from './reading.js';

interface Vectors {
  readonly cases: readonly {
    readonly command: string;
    readonly requests: readonly { readonly head: readonly string[]; readonly body: string }[];
  }[];
}

/** What the real programs sent for these commands: test/vectors/commands/make.mjs. */
const vectors = (program: string): Vectors =>
  JSON.parse(
    readFileSync(new URL(`../../vectors/commands/${program}.json`, import.meta.url), 'utf8'),
  ) as Vectors;

/** Each program adds these by itself; pvg does not need them. */
const added = /^(?:host|user-agent|accept|accept-encoding|connection|content-length|expect|authorization)$/;
// Their output only a run would show.
const onlyARunShows = (command: string): boolean => /\$\(|`true`/.test(command);

describe.each(['curl', 'wget', 'httpie'])('a command line of %s', (program) => {
  const { cases } = vectors(program);

  it.each(cases.filter(({ command }) => !onlyARunShows(command)))(
    'is read as it was sent: $command',
    ({ command, requests }) => {
      const found = readRequests(Buffer.from(command)).map((each) => {
        if (!each.ok) throw new TypeError(each.says);
        return each.request;
      });
      expect(found.map(({ body }) => Buffer.from(body).toString('base64'))).toEqual(
        requests.map(({ body }) => body),
      );
      for (const [at, request] of found.entries()) {
        const [line = '', ...lines] = requests[at]?.head ?? [];
        const [method, target] = line.split(' ');
        expect(request.method).toBe(method);
        expect(request.url).toMatch(/^http:\/\/127\.0\.0\.1:PORT/);
        if (program === 'httpie') expect(request.url.slice('http://127.0.0.1:PORT'.length)).toBe(target);
        const sent = lines.map((each) => /^([^:]+): *(.*?) *$/s.exec(each)?.slice(1) ?? []);
        const own = ([name = '']: readonly string[]): boolean => !added.test(name.toLowerCase());
        expect(request.headers.filter(own).toSorted()).toEqual(sent.filter(own).toSorted());
      }
    },
  );
});

describe('HTTPie', () => {
  it.each([
    ['https example.org/xmdt/session a=1', 'https://example.org/xmdt/session'],
    ['http :8080/xmdt/session a=1', 'http://localhost:8080/xmdt/session'],
    ['http :/xmdt/session a=1', 'http://localhost/xmdt/session'],
    ['$ http example.org/xmdt/session a=1', 'http://example.org/xmdt/session'],
    ['sudo /usr/bin/http POST example.org/xmdt/session a=1', 'http://example.org/xmdt/session'],
  ])('%s goes to %s', (command, url) => {
    expect(only(command)).toMatchObject({ url, interface: 'session', method: 'POST' });
    expect(text(only(command))).toBe('{"a": "1"}');
  });

  it.each([
    ['http POST h.example/x a[b]=1', '--offline --print=HB > request.http'],
    ['http --form POST h.example/x a=1', '--offline --print=HB > request.http'],
    ['http POST h.example/x a:={', 'is not JSON'],
    ['http POST h.example/x a=$A', 'a shell variable'],
    ['http POST h.example/x X-Signature:$SIG a=1', 'The value of X-Signature is a shell variable'],
    ['http POST h.example/x --raw b a=1', 'the body comes from several places'],
    ['http POST h.example/x @body.json', 'in a file'],
    ['http POST h.example/x a=@body.json', 'in a file'],
  ])('%s is refused, with what to do', (command, says) => {
    expect(refusal(command)).toContain(says);
  });

  it.each(['http error 401', 'https is required here', 'see http and https'])(
    'is not seen in prose: %s',
    (prose) => {
      expect(refusal(prose)).toContain('The input contains no request');
    },
  );
});

describe('wget', () => {
  it('has the options that a shell variable leaves open refused', () => {
    expect(refusal('wget --post-data="$B" https://h/x')).toContain('The body is a shell variable');
    expect(refusal('wget --header="X-Signature: $S" --post-data=x https://h/x')).toContain(
      'The value of X-Signature',
    );
    expect(notesOf('wget --header="X-Trace: $S" --post-data=x https://h/x')).toEqual([
      'The value of X-Trace is a shell variable or the output of a command, so it is unknown.',
    ]);
  });
});
