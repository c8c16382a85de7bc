import type { BodyVariant, Credential, ObservedRequest } from './attempt.js';
import { printsOf } from './bodies/bodies.js';
import { BodyForm } from './body-form.js';
import { catalogue, isCauseId } from './catalogue.js';
import { right, type Choice } from './choice.js';
import { difference, type Difference } from './difference.js';
import type { OtherSecret } from './knobs.js';
import { lint, type Lint } from './lint.js';
import { readSignature, type Reading } from './observed.js';
import { readHeaders, type ReadHeaders } from './read-headers.js';
import { search, type Match, type Output, type Space } from './search.js';
import {
  bodyHashes,
  clientIds,
  constructions,
  layouts,
  otherForms,
  otherSecretsMistaken,
  rightBodyHash,
  rightLayout,
  rightSecret,
  secrets,
  textTransforms,
  textVariants,
  timestamps,
} from './variations.js';

/** A set of causes that reproduces the observed signature exactly. */
export interface Finding {
  readonly causes: readonly string[];
  readonly says: string;
  readonly fix: string;
  /** Which variant, in words: the encoder, where the secret came from. */
  readonly as: readonly string[];
  /** Between the body on the wire and the bytes that were hashed in its place. */
  readonly difference: Difference | null;
}

export interface LintFinding {
  readonly id: string;
  readonly says: string;
  readonly fix: string;
}

export interface Diagnosis {
  /** Whether the signature is, to the letter, the text of §5. */
  readonly match: boolean;
  /** Simplest first; all of them reproduce the same bytes. Never a guess. */
  readonly findings: readonly Finding[];
  readonly lint: readonly LintFinding[];
  readonly tried: number;
  /** The budget ended before everything was tried. */
  readonly cutShort: boolean;
  /** What was tried to its end, for measuring. */
  readonly tiersDone: readonly string[];
}

export interface DiagnoseOptions {
  /** Credentials beside the right ones: of other profiles, games, environments. */
  readonly others: readonly Credential[];
  readonly deep: boolean;
  readonly isOver: () => boolean;
}

// Several sets of causes can give the same bytes: the simplest ones are told.
const mostFindings = 8;

/** Names why a request's signature does not match; pure but for the clock behind `isOver`. */
export function diagnose(
  request: ObservedRequest,
  credential: Credential,
  options: DiagnoseOptions,
): Diagnosis {
  const headers = readHeaders(request, credential);
  const readings = headers.signature.value === undefined ? [] : readSignature(headers.signature.value);
  const searched = search(spaceOf(request, credential, headers, readings, options.others), options);
  const [simplest] = searched.matches;
  const found = simplest?.causes ?? [];
  const exact = simplest !== undefined && found.length === 0;
  const lints = lint({
    request,
    headers,
    credential,
    found,
    signedHeaderId: simplest === undefined || simplest.attempt.clientId.causes.length === 0,
  });
  return {
    match: exact && !lints.some(({ id }) => id.startsWith('hdr-')),
    findings: exact ? [] : searched.matches.slice(0, mostFindings).map((match) => toFinding(request, match)),
    lint: lints.map(toLintFinding),
    tried: searched.tried,
    cutShort: searched.cutShort,
    tiersDone: searched.tiersDone,
  };
}

function spaceOf(
  request: ObservedRequest,
  credential: Credential,
  headers: ReadHeaders,
  readings: readonly Reading[],
  others: readonly Credential[],
): Space {
  const gateway = request.interface === 'gateway';
  const secret = (gateway ? credential.clientSecret : credential.secretKey) ?? '';
  const otherSecrets = otherSecretsOf(request, credential, others);
  const body = request.body;
  const times = timestamps(headers.timestamp.value, timesGuessed(request));
  const ids = clientIds(
    headers.clientId.value,
    credential.clientId,
    others.flatMap(({ clientId, label }) => (clientId === undefined ? [] : [[clientId, label] as const])),
  );
  const hint = encoderHint(request);
  const form = (variant: BodyVariant): Choice<BodyForm> => ({
    causes: variant.causes,
    cost: variant.cost - hint(variant),
    value: new BodyForm(() => variant.bytes),
    as: variant.as,
  });
  // Of no body at all everything is another form.
  const texts = once(() =>
    (body.byteLength === 0 ? otherForms(body) : textVariants(body)).map(moreSpecific).map(form),
  );
  const prints = once(() => [...printsOf(body, 0, likely)]);
  const otherBodies = once(() => otherForms(body).map(moreSpecific).map(form));
  const hasTimestamp = headers.timestamp.value !== undefined || times.few.length > 0;
  return {
    right: {
      body: right(new BodyForm(() => body)),
      hash: rightBodyHash,
      layout: rightLayout(request.interface),
      timestamp: times.right,
      clientId: ids.right,
      secret: rightSecret(secret),
    },
    get texts() {
      return texts();
    },
    get prints() {
      return prints();
    },
    get otherBodies() {
      return otherBodies();
    },
    composedBodies: (mostCost) => composed(prints(), mostCost),
    unlikelyPrints: (mostCost) => printsOf(body, likely, mostCost),
    hashes: gateway ? bodyHashes(body.byteLength === 0) : [],
    layouts: layouts(request.interface, hasTimestamp),
    timestamps: gateway || headers.timestamp.value !== undefined ? times.few : [],
    manyTimestamps: gateway ? times.many : [],
    clientIds: gateway ? ids.others : [],
    secrets: secrets(secret, gateway ? credential.clientId : undefined, otherSecrets),
    composedSecrets: otherSecretsMistaken(otherSecrets),
    method: request.method,
    path: pathOf(request.url),
    outputs: outputsOf(readings),
  };
}

/** Up to this cost a print is tried beside any other cause. */
const likely = 2;

/** Of equal bytes the smaller change is named: a line end lost is told before a serialiser that does not write it. */
const moreSpecific = (variant: BodyVariant): BodyVariant =>
  isSmallChange(variant) ? { ...variant, cost: Math.min(variant.cost, 0.9) } : variant;

const isSmallChange = ({ causes: [id, ...others] }: BodyVariant): boolean =>
  id !== undefined && others.length === 0 && smallChanges.includes(id);

const smallChanges = [
  'body-trailing-newline-missing',
  'body-bom-stripped',
  'body-lf',
  'body-crlf',
  'body-empty-placeholder',
];

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** Every digest length the signature's text can stand for, with what makes a digest of that length. */
function outputsOf(readings: readonly Reading[]): Output[] {
  const sizes = [...new Set(readings.map(({ digestBytes }) => digestBytes))];
  return sizes.map((size) => {
    const all = constructions(size);
    const plain = all.slice(0, 1);
    return {
      readings: readings.filter(({ digestBytes }) => digestBytes === size),
      plain,
      mistaken: all.slice(1),
    };
  });
}

/** The secrets a developer has besides the right one; that of the other interface is one of them. */
function otherSecretsOf(
  request: ObservedRequest,
  credential: Credential,
  others: readonly Credential[],
): OtherSecret[] {
  const gateway = request.interface === 'gateway';
  const own = gateway ? credential.clientSecret : credential.secretKey;
  const across = gateway ? credential.secretKey : credential.clientSecret;
  const listed = [
    ...(across === undefined
      ? []
      : [{ label: gateway ? 'the secret key' : 'the client secret', text: across }]),
    ...others.flatMap(({ label, clientSecret, secretKey }) => [
      ...(clientSecret === undefined ? [] : [{ label: `the client secret of ${label}`, text: clientSecret }]),
      ...(secretKey === undefined ? [] : [{ label: `the secret key of ${label}`, text: secretKey }]),
    ]),
  ];
  const texts = new Set(own === undefined ? [] : [own]);
  return listed.filter(({ text }) => !texts.has(text) && texts.add(text));
}

/** Without X-Timestamp the receiver's clock and the Date header are near it. */
function timesGuessed({ receivedAt, headers }: ObservedRequest): number[] {
  const date = Date.parse(headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '');
  return [
    ...(receivedAt === undefined ? [] : [Math.floor(receivedAt)]),
    ...(Number.isNaN(date) ? [] : [Math.floor(date / 1000)]),
  ];
}

const pathOf = (url: string): string => {
  const absolute = /^[a-z]+:\/\/[^/]*(\/.*)?$/i.exec(url);
  return absolute ? (absolute[1] ?? '/') : url;
};

/** A print whose text was then changed once more; both together cost at most so much. */
function* composed(prints: readonly Choice<BodyForm>[], mostCost: number): Generator<Choice<BodyForm>> {
  for (const print of prints) {
    const transforms = textTransforms.filter(({ cost }) => print.cost + cost <= mostCost);
    if (transforms.length === 0) continue;
    const printed = print.value.bytes;
    for (const transform of transforms) {
      const bytes = transform.apply(printed);
      if (bytes === undefined) continue;
      yield {
        get causes() {
          return [...print.causes, transform.id];
        },
        cost: print.cost + transform.cost,
        value: new BodyForm(() => bytes),
        get as() {
          return [print.as, transform.as].filter((words) => words !== undefined).join(', ') || undefined;
        },
      };
    }
  }
}

/** The sender names its stack in User-Agent: among equals its own encoder comes first. */
function encoderHint({ headers }: ObservedRequest): (variant: BodyVariant) => number {
  const agent = headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1].toLowerCase() ?? '';
  const words = stacks.filter(([pattern]) => pattern.test(agent)).flatMap(([, names]) => names);
  if (words.length === 0) return () => 0;
  return ({ as = '', causes }) => {
    const text = `${as} ${causes.join(' ')}`.toLowerCase();
    return words.some((word) => text.includes(word)) ? 0.3 : 0;
  };
}

const stacks: readonly (readonly [RegExp, readonly string[]])[] = [
  [/axios|node|undici|got\b|express/, ['javascript', 'json-js']],
  [/python|aiohttp|httpx|urllib/, ['python']],
  [/go-http|resty/, ['go']],
  [/php|guzzle|laravel|symfony/, ['php']],
  [/okhttp|java|apache-http|jersey|spring/, ['java', 'gson', 'jackson']],
  [/\.net|restsharp|dotnet/, ['system.text.json', 'newtonsoft', 'stj']],
  [/unreal|\+\+ue/, ['unreal']],
  [/unity/, ['unity', 'c#']],
  [/ruby|faraday|rest-client/, ['ruby', 'rails']],
  [/lua|openresty|resty/, ['lua']],
  [/godot/, ['godot']],
  [/cfnetwork|darwin|swift/, ['apple', 'swift']],
  [/reqwest|hyper|ureq/, ['rust', 'serde']],
];

function toFinding(request: ObservedRequest, { causes, as, attempt }: Match): Finding {
  const entries = causes.filter(isCauseId).map((id) => catalogue[id]);
  const uppercase = request.interface === 'gateway' && causes.includes('out-uppercase-hex');
  return {
    causes,
    as,
    says: [
      ...entries.map(({ says }) => says),
      ...(uppercase ? ['The contract shows no case for the gateway’s hex (§5.1).'] : []),
    ].join(' '),
    fix: [...new Set(entries.map(({ fix }) => fix))].join(' '),
    difference: difference(request.body, attempt.body.value.bytes),
  };
}

const toLintFinding = ({ id, seen }: Lint): LintFinding => {
  const entry = isCauseId(id) ? catalogue[id] : undefined;
  return { id, says: `${entry?.says ?? ''} ${seen}`.trim(), fix: entry?.fix ?? '' };
};
