/** How languages encode text for the query of a URL: which characters they keep, the space, the case of the hex. */

export interface PercentEncoding {
  readonly as: string;
  readonly encode: (text: string) => string;
}

/**
 * Encodes the UTF-8 bytes of the text; an unpaired surrogate becomes U+FFFD. `keeps` is the inside of a bracket of a
 * pattern: the characters that are kept, in addition to letters and digits.
 */
export const percentEncoding = (as: string, keeps: string, space: '%20' | '+'): PercentEncoding => {
  const special = new RegExp(`[^A-Za-z0-9 ${keeps}]+`, 'gu');
  const escaped = (characters: string): string =>
    Buffer.from(characters, 'utf8').toString('hex').toUpperCase().replace(/../g, '%$&');
  return { as, encode: (text) => text.replace(special, escaped).replaceAll(' ', space) };
};

export const lowerHex = ({ as, encode }: PercentEncoding): PercentEncoding => ({
  as: `${as}, in lower-case hex`,
  encode: (text) => encode(text).replace(/%../g, (escape) => escape.toLowerCase()),
});

const dotnetWeb = percentEncoding('.NET WebUtility.UrlEncode', '\\-_.!*()', '+');

export const percentEncodings = {
  component: percentEncoding('JavaScript encodeURIComponent', "\\-_.!~*'()", '%20'),
  uri: percentEncoding('JavaScript encodeURI', ";,/?:@&=+$\\-_.!~*'()#", '%20'),
  searchParams: percentEncoding('JavaScript URLSearchParams, Java URLEncoder', '*\\-._', '+'),
  rfc3986: percentEncoding("PHP rawurlencode, Python quote with safe=''", '\\-_.~', '%20'),
  form: percentEncoding('Python quote_plus, Go QueryEscape', '\\-_.~', '+'),
  phpForm: percentEncoding('PHP urlencode', '\\-_.', '+'),
  goPath: percentEncoding('Go url.PathEscape', '\\-_.~$&+=:@', '%20'),
  pythonQuote: percentEncoding('Python quote', '/\\-_.~', '%20'),
  dotnetWeb,
  dotnetForm: { ...lowerHex(dotnetWeb), as: '.NET HttpUtility.UrlEncode' },
} as const satisfies Record<string, PercentEncoding>;

/** Undefined if the decoder refuses. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
