import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { keyOf, pageHeaders, runTool, startDesk, type RunningDesk } from '../helpers/desk.js';
import { homeWithProfiles } from '../helpers/home-with-profiles.js';
import { ask } from '../helpers/listener.js';
import { pvg } from '../helpers/pvg.js';
import { temporaryFolder } from '../helpers/context.js';
import type { FoundAnswer, JournalAnswer, StartAnswer } from '../../src/desk/wire.js';

const lookUp = {
  tool: 'lookup_purchase',
  values: { purchase: 'demo-purchased', product_id: 'gems_100', ticket: 'T-1' },
};
const post = async (
  { url }: RunningDesk,
  path: string,
  headers: Record<string, string>,
  body = '{}',
) => (await ask(url + path, { headers: pageHeaders(url, headers), body })).status;

/** The body as it travels. */
async function bytesOf(url: string, headers: Record<string, string>): Promise<Buffer> {
  const request = httpRequest(url, { headers, agent: false });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return buffer(response);
}

describe('the address of pvg desk', () => {
  it('has a code that works once', async () => {
    const desk = await startDesk();
    const exchange = () => post(desk, '/key', { 'x-pvg-code': desk.code });
    expect([await exchange(), await exchange()]).toEqual([200, 403]);
  });

  it('is printed besides the one that a browser was asked to open: nobody knows whether it did', async () => {
    const asked: string[] = [];
    const desk = await startDesk('', {
      openBrowser: async (address) => {
        asked.push(new URL(address).hash.slice(1));
        return true;
      },
    });
    expect(asked).toHaveLength(1);
    expect(asked).not.toContain(desk.code);
    for (const code of [...asked, desk.code]) {
      expect(await post(desk, '/key', { 'x-pvg-code': code })).toBe(200);
    }
  });

  it('has no key, in no address and no output', async () => {
    const desk = await startDesk();
    const key = await keyOf(desk);
    expect(key).not.toBe(desk.code);
    expect(desk.context.stderr.text() + desk.context.stdout.text()).not.toContain(key);
  });

  it('gives another code for each Enter at the terminal', async () => {
    async function* enters() {
      yield Buffer.from('\n');
      yield Buffer.from('\n');
    }
    const desk = await startDesk('', {
      source: {
        isTerminal: true,
        readAll: () => Promise.reject(new TypeError('not expected')),
        chunks: enters,
        close: () => undefined,
      },
    });
    const codes = [...desk.context.stderr.text().matchAll(/#([\w-]+)/g)].map(([, code]) => code);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes)
      expect(await post(desk, '/key', { 'x-pvg-code': code ?? '' })).toBe(200);
  });
});

describe('a request to pvg desk', () => {
  it('for the page needs no key, and the page has one script and one style, named by its policy', async () => {
    const desk = await startDesk();
    const { status, text, headers } = await ask(`${desk.url}/`, { method: 'GET' });
    expect(status).toBe(200);
    for (const tag of ['script', 'style']) {
      const found = [...text.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))];
      expect(found).toHaveLength(1);
      const hash = createHash('sha256')
        .update(found[0]?.[1] ?? '')
        .digest('base64');
      expect(headers['content-security-policy']).toContain(`${tag}-src 'sha256-${hash}'`);
    }
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /);
  });

  it('for the page is answered compressed to a browser that takes gzip: at most 32 kB travel', async () => {
    const desk = await startDesk();
    const { text } = await ask(`${desk.url}/`, { method: 'GET' });
    const sent = await bytesOf(`${desk.url}/`, { 'accept-encoding': 'gzip, deflate, br' });
    expect(gunzipSync(sent).toString()).toBe(text);
    expect(sent.byteLength).toBeLessThanOrEqual(32_000);
  });

  it.each([
    ['gzip;q=0', false],
    ['br, gzip; q=0.000', false],
    ['*;q=0', false],
    ['', false],
    ['GZIP', true],
    ['br, gzip;q=0.5', true],
  ])(
    'for the page with `accept-encoding: %s` is compressed: %s',
    async (accepted, isCompressed) => {
      const desk = await startDesk();
      const sent = await bytesOf(`${desk.url}/`, { 'accept-encoding': accepted });
      expect(sent.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))).toBe(isCompressed);
    },
  );

  it.each([
    ['without the key', {}, 403],
    ['with a wrong key', { 'x-pvg-key': 'x'.repeat(22) }, 403],
    ['from another page', { origin: 'http://127.0.0.1:1' }, 403],
    ['from a page of the Web', { origin: 'https://example.com' }, 403],
    ['that names another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['for another host', { host: 'desk.example.com' }, 403],
    ['that is no JSON', { 'content-type': 'text/plain' }, 415],
  ])('%s is refused', async (_what, headers, status) => {
    const desk = await startDesk();
    const key: Record<string, string> = { 'x-pvg-key': await keyOf(desk) };
    const isAboutKey = status === 403 && Object.keys(headers).every((name) => name === 'x-pvg-key');
    const sent: Record<string, string> = { ...(isAboutKey ? {} : key), ...headers };
    expect(await post(desk, '/start', sent)).toBe(status);
    expect(await post(desk, '/run', sent, JSON.stringify(lookUp))).toBe(status);
    expect(await post(desk, '/given', sent, '{"reply_id":"1"}')).toBe(status);
    expect(await post(desk, '/watch', sent)).toBe(status);
  });

  it('without an Origin is refused: every browser sends one', async () => {
    const desk = await startDesk();
    const headers = { 'content-type': 'application/json', 'x-pvg-key': await keyOf(desk) };
    expect((await ask(`${desk.url}/start`, { headers, body: '{}' })).status).toBe(403);
  });

  it.each([
    ['of a tool that the page may not run', { tool: 'diagnose_request', values: { request: 'x' } }],
    ['of a tool that there is not', { tool: 'verify', values: {} }],
    ['with a field that the tool does not have', { ...lookUp, values: { base_url: 'http://x' } }],
    ['with a name of every object', { ...lookUp, values: { purchase: 'x', __proto__x: '1' } }],
    [
      'with a value that begins an option',
      { ...lookUp, values: { purchase: 'x', ticket: '--json' } },
    ],
    ['with a value that names a file', { ...lookUp, values: { purchase: 'x', product_id: '@x' } }],
    ['of a profile that was not named', { ...lookUp, profile: 'other' }],
    ['without values', { tool: 'lookup_purchase' }],
    ['that is a list', []],
  ])('%s is refused, and nothing runs', async (_what, request) => {
    const desk = await startDesk();
    const key = await keyOf(desk);
    expect(await post(desk, '/run', { 'x-pvg-key': key }, JSON.stringify(request))).toBe(400);
    const { result } = await runTool(desk, key, { tool: 'list_calls', values: {} });
    expect((result.answer as JournalAnswer).entries).toEqual([]);
  });

  it('over 4 MB is refused, with an answer', async () => {
    const desk = await startDesk();
    const key = { 'x-pvg-key': await keyOf(desk) };
    expect(await post(desk, '/run', key, 'x'.repeat(5 * 1024 * 1024))).toBe(413);
  });
});

describe('the profile of the page', () => {
  const profilesOf = async (desk: RunningDesk) => {
    const headers = pageHeaders(desk.url, { 'x-pvg-key': await keyOf(desk) });
    const { text } = await ask(`${desk.url}/start`, { headers, body: '{}' });
    return (JSON.parse(text) as StartAnswer).profiles;
  };

  it('is the one that other commands use, and the terminal says which', async () => {
    const home = await homeWithProfiles();
    await pvg('profile use game-prod', { home });
    const desk = await startDesk('', { home });
    expect(await profilesOf(desk)).toEqual([
      { name: 'game-prod', environment: 'prod', isDemo: false },
    ]);
    expect(desk.context.stderr.text()).toContain('game-prod (prod)');
  });

  it('is that of PVG_PROFILE', async () => {
    const home = await homeWithProfiles();
    const desk = await startDesk('', { home, env: { PVG_PROFILE: 'game-dev' } });
    expect(await profilesOf(desk)).toMatchObject([{ name: 'game-dev' }]);
  });

  it('is local if none is chosen, and the terminal says how to use another', async () => {
    const home = await homeWithProfiles();
    const desk = await startDesk('', { home });
    expect(await profilesOf(desk)).toMatchObject([{ name: 'local', isDemo: true }]);
    expect(desk.context.stderr.text()).toContain('`pvg desk --profile');
  });

  it('is only what was named, whatever other commands use', async () => {
    const home = await homeWithProfiles();
    await pvg('profile use game-prod', { home });
    const desk = await startDesk('--profile local', { home });
    expect(await profilesOf(desk)).toMatchObject([{ name: 'local' }]);
  });
});

describe('an open connection', () => {
  it('says that pvg ends, and keeps nobody waiting', async () => {
    const desk = await startDesk();
    const headers = pageHeaders(desk.url, { 'x-pvg-key': await keyOf(desk) });
    const response = await fetch(`${desk.url}/watch`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(200);
    await desk.stop();
    expect(JSON.parse(await response.text())).toEqual({ kind: 'ended' });
  });
});

describe('a tool of the page', () => {
  it('answers with what --json prints, and its line in the journal says by which way it came', async () => {
    const home = temporaryFolder();
    const desk = await startDesk('', { home });
    const key = await keyOf(desk);
    const { result, shown } = await runTool(desk, key, lookUp);
    expect(result).toMatchObject({ command: 'lookup', exit: 0, asked: { product_id: 'gems_100' } });
    expect(shown).toMatchObject({ mood: 'careful', headline: result.verdict?.says });
    const { result: list } = await runTool(desk, key, {
      tool: 'find_calls',
      values: { what: 'T-1' },
    });
    expect((list.answer as JournalAnswer).entries).toMatchObject([{ via: 'desk', case: 'T-1' }]);
    const { out } = await pvg('journal find T-1 --json', { home });
    expect(JSON.parse(out)).toMatchObject({ answer: { entries: [{ via: 'desk' }] } });
  });

  it('shows a reply, and keeps it once, when it is given', async () => {
    const home = temporaryFolder();
    const desk = await startDesk('', { home });
    const key = await keyOf(desk);
    const { replyId } = await runTool(desk, key, {
      ...lookUp,
      values: { ...lookUp.values, reply_language: 'ko' },
    });
    const draft = { tool: 'reply_text', values: { language: 'en', situation: 'refund' } };
    expect((await runTool(desk, key, draft)).replyId).not.toBe(replyId);
    const repliesOfTicket = async () => {
      const { out } = await pvg('journal find T-1 --json', { home });
      return (JSON.parse(out) as { answer: JournalAnswer }).answer.replies;
    };
    expect(await repliesOfTicket()).toEqual([]);
    const given = JSON.stringify({ reply_id: replyId });
    expect(await post(desk, '/given', { 'x-pvg-key': key }, given)).toBe(200);
    expect(await post(desk, '/given', { 'x-pvg-key': key }, given)).toBe(200);
    expect(await repliesOfTicket()).toMatchObject([
      { case: 'T-1', languages: ['ko'], via: 'desk', call: expect.any(String) as string },
    ]);
  });

  it('says beside a reply which order of the ticket it leaves out', async () => {
    const home = temporaryFolder();
    await pvg('lookup demo-pending --profile local --product-id gems_100 --case T-3', { home });
    const desk = await startDesk('', { home });
    const key = await keyOf(desk);
    const [known, other] = ['GPA.6798-3179-6133-70040', 'GPA.3305-1111-2222-33333'];
    const values = { purchase: `Where are ${known} and ${other}?`, ticket: 'T-4' };
    await runTool(desk, key, { tool: 'lookup_purchase', values });
    const doubtsOf = async (asked: object): Promise<string> => {
      const request = { tool: 'reply_text', values: { language: 'en', ticket: 'T-4', ...asked } };
      const { shown } = await runTool(desk, key, request);
      for (const doubt of shown.reply_doubts) expect(shown.notes).not.toContain(doubt);
      return shown.reply_doubts.join(' ');
    };
    const aboutKnown = await doubtsOf({ order_id: known });
    expect(aboutKnown).toContain(other);
    expect(aboutKnown).not.toContain(known);
    expect(await doubtsOf({ situation: 'need-receipt' })).toBe('');
  });

  it.each([
    ['an order id', 'Where is GPA.1234-5678-9012-34567?', 'by an order id'],
    ['nothing', 'Hello, where are my gems?', 'with the reply below'],
    ['a player', 'I did the verification.\nUsername: player-42', 'Check this player.'],
    ['a cut receipt', 'Where is it? purchaseToken: abcdef********', 'the whole receipt'],
  ])('says in the words of the page what to do with %s', async (_what, purchase, words) => {
    const desk = await startDesk();
    const request = { tool: 'lookup_purchase', values: { purchase, ticket: 'T-6' } };
    const { result, shown } = await runTool(desk, await keyOf(desk), request);
    expect(result.asks?.situation).toBeDefined();
    expect(shown.next).toContain(words);
  });

  it('names the code of an error that was pasted in place of a purchase, in pvg’s own words', async () => {
    const desk = await startDesk();
    const key = await keyOf(desk);
    const values = { purchase: 'The game says DUPLICATE_TRANSACTION.', ticket: 'T-5' };
    const { result, shown } = await runTool(desk, key, { tool: 'lookup_purchase', values });
    expect(result.asks).toMatchObject({ names: 'error', code: 'DUPLICATE_TRANSACTION' });
    expect(shown.next).toContain('DUPLICATE_TRANSACTION');
    expect(shown.headline).toBe(result.error?.says);
    const found = await runTool(desk, key, { tool: 'find_calls', values: { what: 'T-5' } });
    expect((found.result.answer as JournalAnswer).remarks[0]?.text).toContain(
      'DUPLICATE_TRANSACTION',
    );
  });

  it('sees what was done at the terminal, and adds a note', async () => {
    const home = temporaryFolder();
    await pvg('lookup demo-pending --profile local --product-id gems_100 --case T-2', { home });
    const desk = await startDesk('', { home });
    const key = await keyOf(desk);
    const note = { tool: 'add_note', values: { ticket: 'T-2', text: 'the player called' } };
    expect((await runTool(desk, key, note)).result.ok).toBe(true);
    const { result } = await runTool(desk, key, { tool: 'find_calls', values: { what: 'T-2' } });
    expect(result.answer).toMatchObject({
      entries: [{ verdict: { id: 'pending' }, via: null }],
      remarks: [{ command: 'note', text: 'the player called', via: 'desk' }],
    });
  });

  it('keeps whether a refused paste has a damaged receipt or none', async () => {
    const desk = await startDesk();
    const key = await keyOf(desk);
    const pastes = {
      cut: { purchase: 'abcdefgh...stuvwxyz', product_id: 'gems_100' },
      masked: { purchase: 'Where is it? purchaseToken: abcdef********', product_id: 'gems_100' },
      none: { purchase: 'Hello, where are my gems?' },
      order: { purchase: 'Where is GPA.1234-5678-9012-34567?' },
      missing: { purchase: 'demo-pending' },
    };
    const problems: Record<string, unknown> = {};
    for (const [ticket, values] of Object.entries(pastes)) {
      await runTool(desk, key, { tool: 'lookup_purchase', values: { ...values, ticket } });
      const { result } = await runTool(desk, key, { tool: 'find_calls', values: { what: ticket } });
      const [remark] = (result.answer as JournalAnswer).remarks;
      problems[ticket] = remark?.receipt_problem;
    }
    expect(problems).toEqual({
      cut: 'damaged',
      masked: 'damaged',
      none: null,
      order: null,
      missing: null,
    });
  });

  it('finds with an answer what to check first, in the words of the page', async () => {
    const desk = await startDesk();
    const key = await keyOf(desk);
    const values = { purchase: 'demo-no-such-receipt', product_id: 'gems_100', ticket: 'T-9' };
    const { shown } = await runTool(desk, key, { tool: 'lookup_purchase', values });
    const { result } = await runTool(desk, key, { tool: 'find_calls', values: { what: 'T-9' } });
    expect(shown.warnings).toHaveLength(1);
    expect((result.answer as FoundAnswer).newest_answer?.doubts).toEqual(shown.warnings);
  });

  it('knows no secret and no receipt of an earlier call', async () => {
    const desk = await startDesk();
    const key = await keyOf(desk);
    await runTool(desk, key, { ...lookUp, values: { ...lookUp.values, ticket: 'first' } });
    const explained = { tool: 'explain_text', values: { text: 'demo-purchased' } };
    const { shown } = await runTool(desk, key, explained);
    expect(JSON.stringify(shown)).not.toContain('withheld');
  });

  it('opens no file, whatever it is given', async () => {
    const desk = await startDesk();
    const key = await keyOf(desk);
    for (const text of ['@/etc/passwd', '/etc/passwd', '-']) {
      const { result } = await runTool(desk, key, { tool: 'explain_text', values: { text } });
      expect(result.exit).toBe(2);
      expect(JSON.stringify(result)).not.toContain('root:');
    }
  });

  it('writes the report as Markdown and as a page', async () => {
    const desk = await startDesk();
    const key = await keyOf(desk);
    await runTool(desk, key, lookUp);
    const values = { ticket: 'T-1' };
    expect((await runTool(desk, key, { tool: 'report', values })).shown.data).toMatch(/^#/);
    expect((await runTool(desk, key, { tool: 'report_page', values })).shown.data).toMatch(
      /^<!doctype/,
    );
  });

  it('says an attempt as it happens', async () => {
    let attempts = 0;
    const send: Send = async () => {
      attempts += 1;
      if (attempts === 1) return { status: 502, headers: [], body: Buffer.from('busy') };
      return { status: 404, headers: [], body: Buffer.from('{}') };
    };
    const home = await homeWithProfiles();
    const desk = await startDesk('--profile game-dev', { home, send });
    const key = await keyOf(desk);
    const values = { ...lookUp.values, package: 'com.example.game' };
    const { notes, result } = await runTool(desk, key, { ...lookUp, values });
    expect(notes.some((note) => note.includes('502'))).toBe(true);
    expect(result.http).toMatchObject({ status: 404, attempts: 2 });
  });

  it('ends when the page goes away', async () => {
    const aborted = new AbortController();
    const send: Send = (_request, { signal }) =>
      new Promise((_resolve, reject) => {
        const end = (): void => {
          aborted.abort();
          reject(signal?.reason as Error);
        };
        if (signal?.aborted === true) end();
        signal?.addEventListener('abort', end);
        sent.abort();
      });
    const sent = new AbortController();
    const desk = await startDesk('--profile game-dev', { home: await homeWithProfiles(), send });
    const values = { ...lookUp.values, package: 'com.example.game' };
    const headers = pageHeaders(desk.url, { 'x-pvg-key': await keyOf(desk) });
    const request = httpRequest(`${desk.url}/run`, { method: 'POST', headers, agent: false });
    request.on('error', () => undefined);
    request.end(JSON.stringify({ ...lookUp, values }));
    if (!sent.signal.aborted) await once(sent.signal, 'abort');
    request.destroy();
    if (!aborted.signal.aborted) await once(aborted.signal, 'abort');
    expect(await desk.stop()).toBe(0);
  });
});
