/** What mail, chat, logs and engines make of a text: each as the programs really do it. */

type Mangle = (text: string) => string;

/** As it is if it is not JSON. */
const indented: Mangle = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

export const inLines =
  (width: number, mark: string): Mangle =>
  (text) =>
    text.replace(new RegExp(`.{${String(width)}}(?=.)`, 'gu'), `$&${mark}\n`);

/** Each byte as a character; a soft line break is never inside of an encoded byte. */
const quotedPrintable: Mangle = (text) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(
      /[^\n -<>-~]/g,
      (byte) => `=${Buffer.from(byte, 'latin1').toString('hex').toUpperCase()}`,
    )
    .replace(/(?:=[^]{2}|.){73}(?=.)/g, '$&=\n');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const mangles: Readonly<Record<string, Mangle>> = {
  'as JSON text': (text) => JSON.stringify(text),
  'escaped, without its quotation marks': (text) => JSON.stringify(text).slice(1, -1),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'in base64, on lines of 76': (text) => inLines(76, '')(Buffer.from(text).toString('base64')),
  'quoted-printable': quotedPrintable,
  'in lines of 72': inLines(72, ''),
  'in lines of 76, with carriage returns': (text) => inLines(76, '')(text).replaceAll('\n', '\r\n'),
  'in lines of 31': inLines(31, ''),
  'quoted in a mail': (text) => text.replace(/^/gm, '> '),
  'quoted twice': (text) => text.replace(/^/gm, '>> '),
  'as HTML': (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? ''),
  'as HTML, with numbers': (text) => text.replaceAll('&', '&#38;').replaceAll('"', '&#x22;'),
  'with typographic quotation marks': (text) => text.replace(/"([^"]*)"/g, '\u201C$1\u201D'),
  'percent-encoded': (text) => encodeURIComponent(text),
  'in a web form': (text) => new URLSearchParams({ player: '17', purchase: text }).toString(),
  'in a code block': (text) => `\`\`\`json\n${text}\n\`\`\``,
  'in a log line': (text) =>
    `2026-11-21 09:00:00.123 [INFO] {worker-3} billing: purchase=${text} took 12 ms (100%)`,
  'in a mail': (text) =>
    `Hi,\n\nthe player's purchase is below, "as is".\n\n${text}\n\nBest regards\n-- \nAnna`,
  'as originalJson': (text) => JSON.stringify({ originalJson: text, signature: 'c2ln+/==' }),
  'in the receipt of Unity': (text) =>
    JSON.stringify({
      Store: 'GooglePlay',
      TransactionID: 'GPA.1234-5678-9012-34567',
      Payload: JSON.stringify({ json: text, signature: 'c2ln+/==' }),
    }),
  'as react-native-iap gives it': (text) =>
    JSON.stringify({ transactionReceipt: text, dataAndroid: text, platform: 'android' }),
  'as a Pub/Sub message': (text) =>
    JSON.stringify({
      message: { data: Buffer.from(text).toString('base64'), messageId: '136969346945' },
    }),
  indented,
  'behind a byte order mark': (text) => `\uFEFF${text}`,
};

const host = /\bcom\.[a-z]+(?:\.[a-z]+)*\b/g;
const orderNumber = /\b\d{4}-\d{4}-\d{4}-\d{5}\b/g;

/** What mail programs add without being asked. */
export const decorations: Readonly<Record<string, Mangle>> = {
  'with links as Outlook adds them': (text) =>
    text.replace(host, (name) => `${name}<http://${name}>`),
  'with links that end in a slash': (text) =>
    text.replace(host, (name) => `${name}<https://${name}/>`),
  'with links in place of names': (text) => text.replace(host, (name) => `<http://${name}>`),
  'with links of Markdown': (text) => text.replace(host, (name) => `[${name}](http://${name})`),
  'with links of HTML': (text) =>
    text.replace(host, (name) => `<a href="http://${name}">${name}</a>`),
  'with numbers as telephone links': (text) =>
    text.replace(/\b\d{4}-\d{4}-\d{4}-\d{5}\b|\b\d{13}\b/g, (number) => `${number}<tel:${number}>`),
  'with links of the digits alone': (text) =>
    text.replace(orderNumber, (number) => `${number}<tel:${number.replaceAll('-', '')}>`),
  'with non-breaking spaces after marks': (text) => text.replace(/([,:]) ?(?=["\w])/g, '$1\u00A0'),
  'with all spaces non-breaking': (text) => text.replaceAll(' ', '\u00A0'),
};
