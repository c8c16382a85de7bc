import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../../src/text/shell.js';
import { notesOf, only, refusal, summary, text } from './reading.js';

const url = 'https://h.example/xmdt/session';

/** As Chrome copies a text for PowerShell. */
const psText = (given: string): string =>
  `"${given.replace(/[`$"]/g, '`$&').replace(/[^ -~]/g, (unit) => `$([char]${String(unit.charCodeAt(0))})`)}"`;
const psBody = (body: string): string =>
  /^[\0-\x7f]*$/.test(body) ? psText(body) : `([System.Text.Encoding]::UTF8.GetBytes(${psText(body)}))`;

type Dialect = (body: string, headers: Readonly<Record<string, string>>) => string;

const dialects: Readonly<Record<string, Dialect>> = {
  'Copy as fetch': (body, headers) =>
    `fetch(${JSON.stringify(url)}, ${JSON.stringify({ headers, referrer: url, body, method: 'POST', mode: 'cors' }, null, 2)});`,
  'fetch, written with single quotes': (body, headers) =>
    `const r = await fetch('${url}', {\n  method: 'post', // signed\n  headers: ${JSON.stringify(headers)},\n  body: '${body.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r')}',\n})`,
  'fetch, with a template': (body, headers) =>
    `fetch(\`${url}\`, { body: \`${body.replace(/[\\`$]/g, '\\$&').replace(/\r/g, '\\r')}\`, method: "POST", headers: new Headers(${JSON.stringify(headers)}), })`,
  'Copy as PowerShell': (body, headers) =>
    `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n$session.UserAgent = "Mozilla/5.0 (X11; Linux)"\nInvoke-WebRequest -UseBasicParsing -Uri ${psText(url)} \`\n-Method "POST" \`\n-WebSession $session \`\n-Headers @{\n${Object.entries(
      headers,
    )
      .map(([name, value]) => `  ${psText(name)}=${psText(value)}`)
      .join('\n')}\n} \`\n-Body ${psBody(body)}`,
  'PowerShell, with variables': (body, headers) =>
    `$headers = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"\n${Object.entries(
      headers,
    )
      .map(([name, value]) => `$headers.Add(${psText(name)}, ${psText(value)})`)
      .join(
        '\n',
      )}\n$body = ${psBody(body)}\n\n$response = Invoke-RestMethod '${url}' -Method 'POST' -Headers $headers -Body $body\n$response | ConvertTo-Json`,
  'PowerShell, in single quotes and splatted': (body, headers) =>
    `$params = @{\n  Uri = '${url}'; Method = 'Post'\n  Headers = @{ ${Object.entries(headers)
      .map(([name, value]) => `'${name}' = '${value.replaceAll("'", "''")}'`)
      .join('; ')} }\n  Body = '${body.replaceAll("'", "''")}'\n}\nirm @params`,
  'HTTPie with --raw': (body, headers) =>
    `http --raw ${shellWord(body)} POST ${url} ${Object.entries(headers)
      .map(([name, value]) =>
        shellWord(`${name}:${value.replace(/[\\:;=@]/g, (all) => (all === '\\' ? all : `\\${all}`))}`),
      )
      .join(' ')}`,
  wget: (body, headers) =>
    `wget -qO- ${Object.entries(headers)
      .map(([name, value]) => `--header=${shellWord(`${name}: ${value}`)}`)
      .join(' ')} --post-data=${shellWord(body)} ${url}`,
};

describe('a request that is copied as a command', () => {
  const value = fc.stringMatching(/^[!-[\]-~](?:[ -[\]-~]{0,20}[!-[\]-~])?$/);
  const bodies = fc.oneof(
    fc.json(),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      '{"a":"it\'s $5 `x` \\"q\\" \\n \\u00e9"}',
      '{"é":"😀"}',
      'fetch("x")',
      ' curl -d ',
      "''",
      '@file',
      '`$',
    ),
  );

  it.each(Object.entries(dialects))('is read back to the same bytes: %s', (_, write) => {
    fc.assert(
      fc.property(bodies, value, value, (given, signature, other) => {
        // No shell word has a NUL.
        const body = given.replaceAll('\0', '');
        const headers = { 'X-Signature': signature, 'content-type': 'application/json', 'X-Other': other };
        const back = only(write(body, headers));
        expect(text(back)).toBe(Buffer.from(body).toString());
        expect(back).toMatchObject({ method: 'POST', url, interface: 'session' });
        expect(
          Object.fromEntries(back.headers.map(([name, each]) => [name.toLowerCase(), each])),
        ).toMatchObject({ 'x-signature': signature, 'content-type': 'application/json', 'x-other': other });
      }),
      { numRuns: 300 },
    );
  });

  it('has the JSON that HTTPie makes of name=value', () => {
    const name = fc.stringMatching(/^[a-zA-Z_]{1,8}$/);
    const items = fc.uniqueArray(fc.tuple(name, fc.stringMatching(/^[ -[\]-~]{0,12}$/)), {
      minLength: 1,
      maxLength: 5,
      selector: ([each]) => each,
    });
    fc.assert(
      fc.property(items, (given) => {
        const escaped = (each: string): string => each.replace(/[:;=@]/g, '\\$&');
        const command = `http POST ${url} ${given.map(([each, item]) => shellWord(`${each}=${escaped(item)}`)).join(' ')}`;
        const members = given.map(([each, item]) => `${JSON.stringify(each)}: ${JSON.stringify(item)}`);
        expect(text(only(command))).toBe(`{${members.join(', ')}}`);
      }),
    );
  });
});

describe('fetch', () => {
  it.each([
    ['JSON.stringify({a: 1, "b": [true, null, 1e2], c: undefined})', '{"a":1,"b":[true,null,100]}'],
    ['JSON.stringify({b: 1, 2: "é"}, null, 2)', '{\n  "2": "é",\n  "b": 1\n}'],
    ['"\\x41\\u00e9\\u{1F600}\\q"', 'Aé😀q'],
    ['{a: 1}', '[object Object]'],
  ])('sends %s as the program does', (body, sent) => {
    expect(text(only(`fetch("${url}", {method: "POST", body: ${body}})`))).toBe(sent);
  });

  it('adds the type of a text, and no type without a body', () => {
    expect(only(`fetch("${url}", {method: "POST", body: "x"})`).headers).toEqual([
      ['Content-Type', 'text/plain;charset=UTF-8'],
    ]);
    expect(only(`fetch("${url}")`)).toMatchObject({ method: 'GET', headers: [] });
  });

  it.each([
    ['body: payload', 'The body is a variable'],
    ['body', 'The body is a variable'],
    ['body: JSON.stringify(payload)', 'The body is a variable'],
    ['body: "a" + b', 'The body is a variable'],
    ['body: `{"a":${a}}`', 'The body is a variable'],
    ['headers: {"X-Signature": sign(body)}', 'The value of X-Signature is a variable'],
    ['headers', 'The headers are a variable'],
    ['body: "x', 'is not closed'],
  ])('is refused when only a run would show it: %s', (options, says) => {
    expect(refusal(`fetch("${url}", {method: "POST", ${options}})`)).toContain(says);
  });

  it('says which other header is unknown', () => {
    expect(notesOf(`fetch("${url}", {headers: {"X-Trace": id(), "X-Signature": "ab"}, body: "x"})`)).toEqual([
      'The value of X-Trace is a variable or made by code, which pvg does not run, so it is unknown.',
    ]);
  });

  it('is read several times, and never in the middle of a word', () => {
    expect(summary(`fetch("${url}", {body: "a"});\nfetch("${url}", {body: "b"});\nprefetch("x")`)).toEqual([
      'request 1: a',
      'request 2: b',
    ]);
  });
});

describe('PowerShell', () => {
  const base = `Invoke-RestMethod -Uri '${url}' -Method Post`;

  it.each([
    ['here-string', `${base} -Body @'\n{"a":\n"x"}\n'@`, '{"a":\n"x"}'],
    ['here-string with escapes', `$b = @"\n{\`n  \`"a\`": 1\n}\n"@\n${base} -Body $b`, '{\n  "a": 1\n}'],
    ['variable inside a text', `$n = 'player-1'\n${base} -Body "{\`"u\`":\`"$n\`"}"`, '{"u":"player-1"}'],
    ['shortened names', `irm ${url} -Me POST -B 'x'`, 'x'],
    ['alias of Windows PowerShell', `curl -Uri ${url} -Method POST -Body 'x'`, 'x'],
    ['prompt and assignment', `PS C:\\> $r = iwr ${url} -Method POST -Body 'x' | Select-Object Content`, 'x'],
    [
      'brackets and try',
      `try { (Invoke-WebRequest ${url} -Method Post -Body 'x').Content } catch { 'y' }`,
      'x',
    ],
  ])('with a %s', (_, script, body) => {
    expect(text(only(script))).toBe(body);
    expect(only(script)).toMatchObject({ url, method: 'POST' });
  });

  it('sends a form type if none is set', () => {
    expect(only(`${base} -Body x`).headers).toEqual([['Content-Type', 'application/x-www-form-urlencoded']]);
    expect(only(`${base} -Body x -ContentType 'application/json'`).headers).toEqual([
      ['Content-Type', 'application/json'],
    ]);
  });

  it('says that the encoding of characters outside ASCII depends on the version', () => {
    expect(notesOf(`${base} -Body '{"a":"é"}'`)[0]).toContain('PowerShell before 7.4');
    expect(notesOf(`${base} -Body '{"a":"é"}' -ContentType 'application/json; charset=utf-8'`)).toEqual([]);
  });

  it.each([
    [`${base} -Body $payload`, 'The body is a variable'],
    [`${base} -Body ($o | ConvertTo-Json)`, 'The body is a variable'],
    [`$b = @{a=1} | ConvertTo-Json\n${base} -Body $b`, 'The body is a variable'],
    [`@{a=1} | ConvertTo-Json | ${base}`, 'The body is a variable'],
    [`${base} -InFile b.json`, 'in a file'],
    [`${base} -Body @{a=1}`, 'a hashtable'],
    [`${base} -Headers $h -Body x`, 'The headers are a variable'],
    [`${base} -Headers @{ 'X-Signature' = $sig } -Body x`, 'The value of X-Signature is a variable'],
    [`${base} -Body "x`, 'A quote in line 1 of the command is not closed'],
  ])('is refused when only a run would show it: %s', (script, says) => {
    expect(refusal(script)).toContain(says);
  });
});
