/** How languages write text in the query of an address: which characters stay, the space, the case of the hex. */

export interface PercentEncoding {
  /** Whose it is, in words. */
  readonly as: string;
  /** Characters that stay as they are, besides letters and digits, as the inside of a pattern's bracket. */
  readonly keeps: string;
  readonly space: '%20' | '+';
  readonly hex?: 'lower';
}

export const percentEncodings = {
  component: { as: 'JavaScript encodeURIComponent', keeps: "\\-_.!~*'()", space: '%20' },
  uri: { as: 'JavaScript encodeURI', keeps: ";,/?:@&=+$\\-_.!~*'()#", space: '%20' },
  searchParams: { as: 'JavaScript URLSearchParams, Java URLEncoder', keeps: '*\\-._', space: '+' },
  rfc3986: { as: 'PHP rawurlencode, Python quote without a safe /', keeps: '\\-_.~', space: '%20' },
  form: { as: 'Python quote_plus, Go QueryEscape', keeps: '\\-_.~', space: '+' },
  phpForm: { as: 'PHP urlencode', keeps: '\\-_.', space: '+' },
  goPath: { as: 'Go url.PathEscape', keeps: '\\-_.~$&+=:@', space: '%20' },
  pythonQuote: { as: 'Python quote', keeps: '/\\-_.~', space: '%20' },
  dotnetWeb: { as: '.NET WebUtility.UrlEncode', keeps: '\\-_.!*()', space: '+' },
  dotnetForm: { as: '.NET HttpUtility.UrlEncode', keeps: '\\-_.!*()', space: '+', hex: 'lower' },
} as const satisfies Record<string, PercentEncoding>;

interface Compiled {
  readonly pattern: RegExp;
  /** What has been encoded so far, a character each. */
  readonly known: Map<string, string>;
}

const compiled = new Map<string, Compiled>();

function compiledOf({ keeps, hex }: PercentEncoding): Compiled {
  const key = `${hex ?? 'upper'} ${keeps}`;
  const known = compiled.get(key) ?? {
    pattern: new RegExp(`[^A-Za-z0-9 ${keeps}]`, 'gu'),
    known: new Map<string, string>(),
  };
  compiled.set(key, known);
  return known;
}

const bytesAsHex = (character: string, hex: PercentEncoding['hex']): string => {
  const digits = Buffer.from(character, 'utf8').toString('hex').replace(/../g, '%$&');
  return hex === 'lower' ? digits : digits.toUpperCase();
};

/** Encodes text by its UTF-8 bytes; a surrogate that stands alone becomes U+FFFD. */
export function percentEncode(text: string, encoding: PercentEncoding): string {
  const { pattern, known } = compiledOf(encoding);
  const encoded = text.replace(pattern, (character) => {
    const bytes = known.get(character) ?? bytesAsHex(character, encoding.hex);
    known.set(character, bytes);
    return bytes;
  });
  return encoding.space === '+' ? encoded.replaceAll(' ', '+') : encoded.replaceAll(' ', '%20');
}

export type Encoder = (part: string) => string;

/** Encoders that remember what they have encoded: the same values stand in many queries. */
export function rememberingEncoders(): (encoding: PercentEncoding) => Encoder {
  const remembered = new Map<string, Map<string, string>>();
  return (encoding) => {
    const key = `${encoding.hex ?? ''} ${encoding.space} ${encoding.keeps}`;
    const known = remembered.get(key) ?? new Map<string, string>();
    remembered.set(key, known);
    return (part) => {
      const text = known.get(part) ?? percentEncode(part, encoding);
      known.set(part, text);
      return text;
    };
  };
}
