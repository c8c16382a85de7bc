import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/support/journal/entry.js';
import { htmlReport } from '../../../src/support/report/html.js';
import { markdownReport } from '../../../src/support/report/markdown.js';
import { readReportForm, buildReport } from '../../../src/support/report/report.js';
import type { Report } from '../../../src/support/report/section.js';
import { testContext } from '../../helpers/context.js';
import { entryOf, replyOf } from '../../helpers/journal.js';

/** A stranger's text also in a reply, and in a call of another case. */
function report(given: Partial<JournalEntry>): Report {
  const entry = entryOf(given);
  const calls = [entry, { ...entry, id: 'another' }];
  const text = given.profile;
  const replies = text ? [replyOf({ situation: text, languages: [text], order_id: text })] : [];
  const found = {
    id: entry.case,
    subjects: [{ entry, calls, answersElsewhere: [] }],
    calls,
    replies,
    remarks: [],
    callsOfOtherCases: [entry],
    orderAnswers: [],
    repliesOfOtherCases: [],
    notesOfOtherCases: [],
  };
  const context = testContext({ now: () => Date.parse('2026-09-21T15:00:00Z') });
  return buildReport(context, { ...found, isOneSubjectOnly: true, incompleteWords: undefined });
}

const sectionsOf = ({ sections }: Report): string[] =>
  sections.map((each) => ('title' in each ? each.title : each.kind));

describe('a report', () => {
  it('has its sections in this order', () => {
    const anomalies = [{ field: 'a.b', says: 'is odd' }];
    expect(sectionsOf(report({ case: 'T-1', anomalies, profile: 'x' }))).toEqual([
      ...['subject', 'What the answer says', 'What was asked', 'Unusual in the answer'],
      ...['Technical details', 'Replies printed for the player', 'All calls'],
      'Other calls about the same purchase or player (another ticket, profile or environment)',
    ]);
  });

  it.each<[string, Partial<JournalEntry>, string]>([
    ['good', {}, 'good'],
    ['careful, with an anomaly', { anomalies: [{ field: 'a', says: 'b' }] }, 'careful'],
    ['careful, by its advice', { advice: 'check' }, 'careful'],
    ['bad, if it failed', { exit: 8 }, 'bad'],
    ['bad, without an answer', { phase: 'sent', exit: null }, 'bad'],
  ])('is %s', (_what, given, tone) => {
    expect(report(given).sections).toContainEqual(
      expect.objectContaining({ kind: 'subject', tone }),
    );
  });

  it('has no e-mail address', () => {
    const says = 'The player is a.player@mail.example.';
    const text = JSON.stringify(
      report({ error: { code: 'lost', says, hint: says, section: null } }),
    );
    expect(text).not.toContain('mail.example');
  });
});

/** The same text in every place that a stranger can reach. */
const everywhere = (text: string): Partial<JournalEntry> => ({
  ...{
    id: text,
    at: text,
    profile: text,
    origin: text,
    product: text,
    package: text,
    receipt: text,
  },
  ...{ order_id: text, code: text, case: text, request_sha256: text, version: text },
  verdict: { id: text, says: text, next: text },
  facts: [{ label: text, value: text }],
  anomalies: [{ field: text, says: text }],
  error: { code: text, says: `says ${text}`, hint: `hint ${text}`, section: text },
});

const payloads = [
  '<img src=x onerror="alert(1)">',
  '</style><script>alert(1)</script>',
  `"'><svg/onload=alert(1)>`,
  '&lt;b&gt; &#60;',
  '</title></head><body>',
];

describe('the page', () => {
  it.each(payloads)('shows %j as text', (payload) => {
    const page = htmlReport(report(everywhere(payload)));
    const own = htmlReport(report(everywhere('x')));
    const tags = (text: string): string[] => text.match(/<[a-z/!][^>]*>/gi) ?? [];
    expect(tags(page)).toEqual(tags(own));
  });

  it('names its only style by its digest, and allows nothing else', () => {
    const page = htmlReport(report({}));
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<link|<img|<a |href=|src=|url\(|@import|style=|\son[a-z]+=/i);
  });

  it('says the tone by a shape and by words', () => {
    const shape = (given: Partial<JournalEntry>): string =>
      /<div class="verdict [a-z]+">\s*<span class="(sign [a-z]+)"/.exec(
        htmlReport(report(given)),
      )?.[1] ?? '';
    const shapes = [{}, { advice: 'check' as const }, { exit: 8 as const }].map(shape);
    expect(new Set(shapes).size).toBe(3);
  });
});

describe('Markdown', () => {
  const written = (text: string): string => markdownReport(report(everywhere(text)));

  it.each([
    ['[click](https://evil.example)', /[^\\]\]\(|https?:/],
    ['see https://evil.example/x?y=1 now', /https?:/],
    ['www.evil.example', /\bwww\./],
    ['ftp://evil.example', /[^\\]:\/\//],
    ['![x](//evil.example/x.png)', /[^\\]\[/],
    ['<img src=x>', /[^\\]</],
    ['a | b', /[^\\]\|/],
    ['@everyone', /[^\\]@/],
    ['{code}', /[^\\]\{/],
    ['**bold** _it_', /[^\\*]\*\*bold|[^\\]_it/],
  ])('%s stays text', (payload, obeyed) => {
    const outsideOfCode = written(payload).replace(/(`+)[^]*?[^`]\1(?!`)/g, '');
    expect(outsideOfCode).not.toMatch(obeyed);
  });

  it.each(['# heading', '- item', '> quote', '```', '---', '1. one'])(
    'a line feed begins no block: %j',
    (block) => {
      const lines = written(`x\n${block}\n\n${block}\r`).split('\n');
      expect(lines).toHaveLength(written('x').split('\n').length);
    },
  );

  const quoted = (text: string): string => {
    const texts = [text];
    const call = { id: 'x', tone: 'good' as const, at: 'now', says: 'Replied', facts: [], texts };
    const page: Report = {
      ...report({}),
      sections: [{ kind: 'calls', title: 'Calls', calls: [call] }],
    };
    return markdownReport(page);
  };

  it('an address in a reply is code, with the rest escaped', () => {
    expect(quoted('See https://help.example/*a*/@team now, `*b*`')).toContain(
      '  > See `https://help.example/*a*/@team` now, \\`\\*b\\*\\`\n',
    );
  });

  it.each([
    ['1. foo', '1\\. foo'],
    ['12) foo', '12\\) foo'],
    ['- foo', '\\- foo'],
    ['===', '\\==='],
    ['2026-11-28', '2026-11-28'],
  ])('a line %j of a reply begins no list and no heading', (line, escaped) => {
    expect(quoted(`Hello\n${line}`)).toContain(`  > Hello\n  > ${escaped}\n`);
  });

  it.each([
    ['plain', '`plain`'],
    ['a`b', '``a`b``'],
    ['``', '``` `` ```'],
    [' ', '–'],
    ['', '–'],
    ['a\u202eb\u0000', '`a\\u{202e}b\\u{0}`'],
  ])('%j is shown as %s', (value, shown) => {
    expect(markdownReport(report({ facts: [{ label: 'Fact', value }] }))).toContain(
      `- Fact: ${shown}\n`,
    );
  });
});

describe.each([htmlReport, markdownReport])('both forms', (form) => {
  it('cut a long text and say so', () => {
    const text = form(report({ facts: [{ label: 'Long', value: 'x'.repeat(5_000) }] }));
    expect(text).not.toContain('x'.repeat(2_001));
    expect(text).toContain('… (5000 characters)');
  });

  it('hold no character that acts or hides', () => {
    const hidden = 'a\u0000\u001b[2J\u0007\u009b\u200b\u202e\u2066\u{e0041}\r\n\ud800b';
    expect(form(report(everywhere(hidden)))).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}/u);
  });
});

it('the form is chosen by the ending of the file, in any case', () => {
  const forms = ['x.html', 'X.HTML', 'a/b.c.md'].map((path) => readReportForm('--out', path));
  expect(forms).toEqual(['html', 'html', 'md']);
  for (const path of ['x', 'x.htm', 'x.pdf', 'html', '.html/', '-'])
    expect(() => readReportForm('--out', path)).toThrow(/\.html \(a page\) or \.md \(Markdown\)/);
});
