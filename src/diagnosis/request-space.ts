import { interfaces, records, type InterfaceRecord } from '../contract/interfaces.js';
import type { Credential } from '../contract/credential.js';
import { signs, type MessagePart } from '../signing/scheme.js';
import { JsonObject } from '../text/json/json.js';
import { printsOf } from './bodies/bodies.js';
import { BodyForm } from './body-form.js';
import { right, type BodyVariant, type Choice } from './choice.js';
import { decodeBody, trimmedText } from './bodies/reading.js';
import type { KnownSecrets, OtherSecret, ShortField } from './knobs.js';
import { headerOf, type ObservedRequest, type ReadHeaders } from './observed-request.js';
import { readSignature, type Reading } from './reading.js';
import type { Output, Space } from './space.js';
import {
  bodyHashes,
  clientIds,
  constructions,
  layouts,
  manyForms,
  manyLayouts,
  manySecrets,
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

interface Known {
  readonly headers: ReadHeaders;
  readonly credential: Credential;
  readonly others: readonly Credential[];
}

/** All the ways in which one request can have been signed: the knobs of its interface. */
export function spaceOf(
  request: ObservedRequest,
  scheme: InterfaceRecord,
  { headers, credential, others }: Known,
): Space {
  const own = credential[scheme.secret.member] ?? '';
  const otherSecrets = otherSecretsOf(scheme, credential, others, headers.clientId.value);
  const { body } = request;
  const times = timestamps(headers.timestamp.value, timesGuessed(request));
  const foreignIds = others.flatMap(({ clientId, label }) =>
    clientId === undefined ? [] : [[clientId, label] as const],
  );
  const fields = shortFields(body);
  const ids = clientIds(headers.clientId.value, credential.clientId, foreignIds, fields);
  const isSigned = (part: MessagePart): boolean => signs(scheme, part);
  const mayHaveTime = isSigned('timestamp') || headers.timestamp.value !== undefined;
  const hasTime = mayHaveTime || times.few.length > 0;
  const known: KnownSecrets = {
    secret: own,
    clientId: isSigned('clientId') ? credential.clientId : undefined,
    others: otherSecrets,
    fields,
  };
  const lists = madeOnUse({
    ...formsOf(body),
    manyTimestamps: () => (isSigned('timestamp') ? times.many : []),
    farTimestamps: () => (isSigned('timestamp') ? times.far : []),
    composedSecrets: () => otherSecretsMistaken(otherSecrets),
    manyLayouts: () => manyLayouts(scheme, hasTime),
    manySecrets: () => manySecrets(known),
  });
  // Not spread: a spread would call the getters and make all lists at once.
  return Object.assign(lists, {
    composedBodies: (mostCost: number) => composed(lists.prints, mostCost),
    unlikelyPrints: (mostCost: number) => printsOf(body, likely, mostCost),
    layouts: layouts(scheme, hasTime),
    secrets: secrets(known),
    right: {
      body: right(new BodyForm(() => body)),
      hash: rightBodyHash,
      layout: rightLayout(scheme),
      timestamp: times.right,
      clientId: ids.right,
      secret: rightSecret(own),
    },
    hashes: isSigned('bodyHash') ? bodyHashes(body.byteLength === 0) : [],
    timestamps: mayHaveTime ? times.few : [],
    clientIds: isSigned('clientId') ? ids.others : [],
    method: request.method,
    path: pathOf(request.url),
    url: urlOf(request),
    outputs: outputsOf(headers.signature.value === undefined ? [] : readSignature(headers.signature.value)),
  });
}

/** The lists of the body. For an empty body, every text is a different body. */
const formsOf = (body: Uint8Array) => ({
  texts: () => (body.byteLength === 0 ? otherForms(body) : textVariants(body)).map(moreSpecific).map(form),
  prints: () => [...printsOf(body, 0, likely)],
  otherBodies: () => otherForms(body).map(moreSpecific).map(form),
  manyBodies: () => manyForms(body).map(form),
});

const form = ({ bytes, ...variant }: BodyVariant): Choice<BodyForm> => ({
  ...variant,
  value: new BodyForm(() => bytes),
});

/** Most requests are explained before the lists of unlikely mistakes are needed. */
function madeOnUse<List extends keyof Space>(make: {
  readonly [Name in List]: () => Space[Name];
}): Pick<Space, List> {
  const lists = {} as Pick<Space, List>;
  for (const [name, made] of Object.entries<() => unknown>(make))
    Object.defineProperty(lists, name, { get: once(made) });
  return lists;
}

/** A print up to this cost is tried together with every other cause. */
const likely = 2;

/** If two causes make the same bytes, the smaller change wins: a lost line break before a serialiser that writes none. */
const moreSpecific = (variant: BodyVariant): BodyVariant =>
  smallChanges.includes(variant.causes.join(' '))
    ? { ...variant, cost: Math.min(variant.cost, 0.9) }
    : variant;

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

/** Every digest length that the signature’s text can represent, with the constructions of that length. */
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

/** The other secrets that a developer has, including those of the other interfaces. */
function otherSecretsOf(
  { secret: { member: own } }: InterfaceRecord,
  credential: Credential,
  others: readonly Credential[],
  sentId: string | undefined,
): OtherSecret[] {
  const secretsOf = (of: Credential, isOwn: boolean): OtherSecret[] =>
    interfaces
      .map((id) => records[id].secret)
      .filter(({ member }) => !isOwn || member !== own)
      .flatMap(({ member, words }) => {
        const text = of[member];
        const label = isOwn ? `the ${words}` : `the ${words} of ${of.label}`;
        const isOfSentId =
          !isOwn && member === own && of.clientId === sentId && sentId !== credential.clientId;
        return text === undefined
          ? []
          : [{ label, text, ...(isOfSentId && sentId !== undefined && { ofSentId: of.label }) }];
      });
  const listed = [...secretsOf(credential, true), ...others.flatMap((other) => secretsOf(other, false))];
  const texts = new Set<string | undefined>([credential[own]]);
  return listed.filter(({ text }) => !texts.has(text) && texts.add(text));
}

/** If X-Timestamp is missing, the receiver’s clock and the Date header are close to it. */
function timesGuessed({ receivedAt, headers }: ObservedRequest): number[] {
  const date = Date.parse(headerOf(headers, 'date') ?? '');
  return [
    ...(receivedAt === undefined ? [] : [Math.floor(receivedAt)]),
    ...(Number.isNaN(date) ? [] : [Math.floor(date / 1000)]),
  ];
}

// A parse of more would cost more than such a mistake is likely.
const mostForFields = 2 ** 14;

const shortFields = (body: Uint8Array): ShortField[] => {
  const root = body.length <= mostForFields ? decodeBody(trimmedText(body)) : undefined;
  if (!(root instanceof JsonObject)) return [];
  return root.members
    .filter((member): member is ShortField => typeof member[1] === 'string' && /^.{1,64}$/.test(member[1]))
    .slice(0, 16);
};

const urlOf = ({ url, headers }: ObservedRequest): string => {
  const host = headerOf(headers, 'host');
  return url.startsWith('/') && host !== undefined ? `https://${host}${url}` : url;
};

const pathOf = (url: string): string => {
  const absolute = /^[a-z]+:\/\/[^/]*(\/.*)?$/i.exec(url);
  return absolute ? (absolute[1] ?? '/') : url;
};

/** A print whose text was then changed once more, if both together cost no more than `mostCost`. */
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
          const { causes } = print;
          const told = transform.printsAnew
            ? causes.filter((cause) => cause !== 'body-json-compact')
            : causes;
          return [...told, transform.id];
        },
        cost: print.cost + transform.cost,
        value: new BodyForm(() => bytes),
        says: transform.says,
        get as() {
          return [print.as, transform.as].filter((words) => words !== undefined).join(', ') || undefined;
        },
      };
    }
  }
}
