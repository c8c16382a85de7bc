import { Buffer } from 'node:buffer';
import { visible } from '../../text/visible.js';
import { withoutEnd } from '../../text/ends.js';

/** A shorter text is in every other line: replacing it would shred the output, and the gaps would reveal it. */
const shortest = 4;

/** How a value can look in output: in requests as JSON, URL, HTML or shell, and in what servers echo. */
export function formsOf(value: string): string[] {
  // A lone surrogate cannot be encoded; the output has U+FFFD in its place.
  const text = Buffer.from(value, 'utf8').toString('utf8');
  const plain = [value, text, text.trim()].filter(({ length }) => length >= shortest);
  const forms = plain.flatMap((form) => [form, ...encodingsOf(form), ...escapesOf(form)]);
  return [...new Set(forms.flatMap(inAnyCase))];
}

/** Bytes have upper and lower case for ASCII only. */
const inAnyCase = (form: string): string[] =>
  /[^\0-\x7f]/.test(form) ? [form, form.toUpperCase(), form.toLowerCase()] : [form];

function encodingsOf(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  const base64 = bytes.toString('base64');
  return [
    ...[base64, unpadded(base64), ...base64Inside(bytes)].flatMap((form) => [form, forUrls(form)]),
    bytes.toString('hex'),
    [...text].reverse().join(''),
  ];
}

const unpadded = (base64: string): string => withoutEnd(base64, '=');
const forUrls = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_');

/** Inside the base64 of a longer text, after one or two bytes of a group of three; without what its neighbours share. */
const base64Inside = (bytes: Buffer): string[] =>
  [0, 1, 2]
    .map((before) => {
      const base64 = unpadded(Buffer.concat([Buffer.alloc(before), bytes]).toString('base64'));
      const isWhole = (before + bytes.length) % 3 === 0;
      return base64.slice(before === 0 ? 0 : before + 1, isWhole ? undefined : -1);
    })
    .filter(({ length }) => length >= shortest);

function escapesOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const url = encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
  return [
    url,
    url.replaceAll('%20', '+'),
    json,
    json.replaceAll('/', '\\/'),
    json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    visible(text),
    htmlText(text),
    text.replaceAll("'", "'\\''"),
  ];
}

const htmlText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
