import fc from 'fast-check';

/** Spellings of one address: what a URL reads as the same host, and what reaches the same port of this computer. */

/** Each letter, digit or dot as it is, in the other case, or percent-escaped. */
const spelledText = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...text].map((character) =>
        fc.constantFrom(
          character,
          character.toUpperCase(),
          `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
        ),
      ),
    )
    .map((characters) => characters.join(''));

const hex = (value: number): string => `0x${value.toString(16)}`;
const octal = (value: number): string => `0${value.toString(8)}`;

/** The four numbers of an IPv4 address in each form that a URL reads. */
function ipv4Forms(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  const whole = ((first * 256 + second) * 256 + third) * 256 + fourth;
  const mapped = [first * 256 + second, third * 256 + fourth]
    .map((each) => each.toString(16))
    .join(':');
  return [
    address,
    `${address}.`,
    bytes.map(hex).join('.'),
    bytes.map(octal).join('.'),
    ...[String(whole), hex(whole), octal(whole)],
    `${String(first)}.${String((second * 256 + third) * 256 + fourth)}`,
    `${hex(first)}.${octal(second)}.${String(third * 256 + fourth)}`,
    ...[
      `[::ffff:${address}]`,
      `[::FFFF:${mapped}]`,
      `[0:0:0:0:0:ffff:${mapped}]`,
      `[0000::ffff:${address}]`,
    ],
  ];
}

const loopbackHosts = [
  ...ipv4Forms('127.0.0.1'),
  ...[
    '127.255.0.3',
    'localhost',
    'LocalHost.',
    '%6Cocalhost',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::0001]',
  ],
];

/** Names that need https, though they may mean this computer. */
const nearLoopbackHosts = [
  '0.0.0.0',
  '0',
  '0x0',
  '[::]',
  '[::ffff:0.0.0.0]',
  'pay.localhost',
  'A.B.LOCALHOST.',
];

const scheme = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, text.toUpperCase());
const path = fc.constantFrom('', '/', '/eu', '/eu/1/', '/%69ap', '//');

/** Of `https://game-prod.example`, `https://192.0.2.7` and `https://bücher.example`. */
export const spelledElsewhere = (host: string): fc.Arbitrary<string> => {
  const isNumber = /^[\d.]+$/.test(host);
  const hosts = isNumber
    ? fc.constantFrom(...ipv4Forms(host))
    : fc
        .tuple(spelledText(host), fc.constantFrom('', '.', '%2e', '%E3%80%82'))
        .map((parts) => parts.join(''));
  const ports = fc.constantFrom('', ':', ':443', ':0443', ':8443', ':80');
  return fc.tuple(scheme('https://'), hosts, ports, path).map((parts) => parts.join(''));
};

/** Of any address of this computer with the port. */
export const spelledHere = (port: number): fc.Arbitrary<string> => {
  const colons = fc.constantFrom(`:${String(port)}`, `:0${String(port)}`);
  const sure = fc.tuple(
    fc.oneof(scheme('http://'), scheme('https://')),
    fc.constantFrom(...loopbackHosts),
    colons,
    path,
  );
  const near = fc.tuple(scheme('https://'), fc.constantFrom(...nearLoopbackHosts), colons, path);
  return fc.oneof(sure, near).map((parts) => parts.join(''));
};
