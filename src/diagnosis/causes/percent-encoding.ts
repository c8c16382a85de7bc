/** How languages write text in the query of an address: which characters stay, the space, the case of the hex. */

export interface PercentEncoding {
  /** Whose it is, in words. */
  readonly as: string;
  readonly encode: (text: string) => string;
}

/**
 * By the UTF-8 bytes of the text; a surrogate that stands alone becomes U+FFFD. `keeps` has what stays as it is
 * besides letters and digits, as the inside of a pattern's bracket.
 */
export const percentEncoding = (as: string, keeps: string, space: '%20' | '+'): PercentEncoding => {
  const special = new RegExp(`[^A-Za-z0-9 ${keeps}]+`, 'gu');
  const escaped = (characters: string): string =>
    Buffer.from(characters, 'utf8').toString('hex').toUpperCase().replace(/../g, '%$&');
  return { as, encode: (text) => text.replace(special, escaped).replaceAll(' ', space) };
};

export const lowerHex = ({ as, encode }: PercentEncoding): PercentEncoding => ({
  as: `${as}, lower-case hex`,
  encode: (text) => encode(text).replace(/%../g, (escape) => escape.toLowerCase()),
});

const dotnetWeb = percentEncoding('.NET WebUtility.UrlEncode', '\\-_.!*()', '+');

export const percentEncodings = {
  component: percentEncoding('JavaScript encodeURIComponent', "\\-_.!~*'()", '%20'),
  uri: percentEncoding('JavaScript encodeURI', ";,/?:@&=+$\\-_.!~*'()#", '%20'),
  searchParams: percentEncoding('JavaScript URLSearchParams, Java URLEncoder', '*\\-._', '+'),
  rfc3986: percentEncoding('PHP rawurlencode, Python quote without a safe /', '\\-_.~', '%20'),
  form: percentEncoding('Python quote_plus, Go QueryEscape', '\\-_.~', '+'),
  phpForm: percentEncoding('PHP urlencode', '\\-_.', '+'),
  goPath: percentEncoding('Go url.PathEscape', '\\-_.~$&+=:@', '%20'),
  pythonQuote: percentEncoding('Python quote', '/\\-_.~', '%20'),
  dotnetWeb,
  dotnetForm: { ...lowerHex(dotnetWeb), as: '.NET HttpUtility.UrlEncode' },
} as const satisfies Record<string, PercentEncoding>;

/** Undefined where a decoder refuses. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
