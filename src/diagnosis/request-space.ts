import { interfaces, records, type InterfaceRecord } from '../contract/interfaces.js';
import type { Credential } from '../contract/credential.js';
import { signs } from '../signing/scheme.js';
import { JsonObject } from '../text/json/json.js';
import { printsOf } from './bodies/bodies.js';
import { BodyForm } from './body-form.js';
import { catalogue, isCauseId } from './catalogue.js';
import { binaryOfText, once, right, type BodyVariant, type Choice } from './choice.js';
import { decodeBody, trimmedText } from './bodies/reading.js';
import type { Known, OtherSecret, ShortField } from './knobs.js';
import { headerOf, type ObservedRequest, type ReadHeaders } from './observed-request.js';
import { readSignature } from './reading.js';
import { noLists, OutOfTime, type Lists, type Signer, type Space } from './space.js';
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
  rightLayout,
  secrets,
  textTransforms,
  textVariants,
  timestamps,
} from './variations.js';

/** Who may have sent it. */
interface Sender {
  readonly headers: ReadHeaders;
  readonly credential: Credential;
  readonly others: readonly Credential[];
}

/** All the ways in which one request can have been signed: the knobs of its interface. */
export function spaceOf(
  request: ObservedRequest,
  scheme: InterfaceRecord,
  { headers, credential, others }: Sender,
  isOver: () => boolean,
): Space {
  const { body, method } = request;
  const secret = credential[scheme.secret.member] ?? '';
  const id = headers.clientId.value ?? credential.clientId ?? '';
  const signers = signersOf(headers.signature.value);
  return {
    right: {
      body: right(new BodyForm(() => body)),
      hash: right((form) => form.sha256Hex),
      layout: rightLayout(scheme),
      timestamp: right(headers.timestamp.value ?? ''),
      clientId: right(binaryOfText(id)),
      secret: right(binaryOfText(secret)),
    },
    plain: signers.flatMap((each) => each.slice(0, 1)),
    lists: {
      ...noLists,
      ...bodyLists(body, () => {
        if (body.byteLength > quickBody && isOver()) throw new OutOfTime();
      }),
      ...listsOutside(request, scheme, { headers, credential, others }),
      constructions: once(() => signers.flatMap((each) => each.slice(1))),
    },
    method,
    path: pathOf(request.url),
    url: urlOf(request),
  };
}

// All forms of a smaller body take less time than 256 attempts.
const quickBody = 2 ** 12;

/** The lists of the body. For an empty body, every text is a different body. `check` throws when the time is up. */
function bodyLists(body: Uint8Array, check: () => void): Partial<Lists> {
  const prints = once(() => [...printsOf(body, 0, likely)]);
  return {
    texts: once(() =>
      (body.byteLength === 0 ? otherForms(body, check) : textVariants(body, check))
        .map(moreSpecific)
        .map(form),
    ),
    prints,
    unlikelyPrints: (mostCost) => printsOf(body, likely, mostCost),
    composedBodies: (mostCost) => composed(prints(), mostCost, check),
    otherBodies: once(() => otherForms(body, check).map(moreSpecific).map(form)),
    manyBodies: once(() => manyForms(body, check).map(form)),
  };
}

/** The lists of all other knobs, without those of parts that the interface does not sign. */
function listsOutside(
  request: ObservedRequest,
  scheme: InterfaceRecord,
  { headers, credential, others }: Sender,
): Partial<Lists> {
  const { value: sentTime } = headers.timestamp;
  const guesses = timesGuessed(request);
  const mayHaveTime = signs(scheme, 'timestamp') || sentTime !== undefined;
  const hasTime = mayHaveTime || guesses.length > 0;
  const { timestamps: few, ...manyTimes } = timestamps(sentTime, guesses);
  const known: Known = {
    secret: credential[scheme.secret.member] ?? '',
    clientId: signs(scheme, 'clientId') ? credential.clientId : undefined,
    sentId: headers.clientId.value ?? credential.clientId ?? '',
    others: otherSecretsOf(scheme, credential, others, headers.clientId.value),
    otherIds: others.flatMap(({ clientId, label }) => (clientId === undefined ? [] : [[clientId, label]])),
    fields: shortFields(request.body),
  };
  return {
    layouts: once(() => layouts(scheme, hasTime)),
    manyLayouts: once(() => manyLayouts(scheme, hasTime)),
    secrets: once(() => secrets(known)),
    manySecrets: once(() => manySecrets(known)),
    composedSecrets: once(() => otherSecretsMistaken(known)),
    ...(mayHaveTime && { timestamps: few }),
    ...(signs(scheme, 'timestamp') && manyTimes),
    ...(signs(scheme, 'clientId') && { clientIds: once(() => clientIds(known)) }),
    ...(signs(scheme, 'bodyHash') && { hashes: once(() => bodyHashes(request.body.byteLength === 0)) }),
  };
}

const form = ({ bytes, ...variant }: BodyVariant): Choice<BodyForm> => ({
  ...variant,
  value: new BodyForm(() => bytes),
});

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

/** By each digest length that the signature’s text can represent: the constructions of that length, the right one first. */
function signersOf(signature: string | undefined): Choice<Signer>[][] {
  const readings = signature === undefined ? [] : readSignature(signature);
  const sizes = [...new Set(readings.map(({ digestBytes }) => digestBytes))];
  return sizes.map((size) => {
    const ofSize = readings.filter(({ digestBytes }) => digestBytes === size);
    return constructions(size).map((choice) => ({
      ...choice,
      value: { digest: choice.value, readings: ofSize },
    }));
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

const printsAnew = (id: string): boolean => isCauseId(id) && catalogue[id].printsAnew === true;

/** A print whose text was then changed once more, if both together cost no more than `mostCost`. */
function* composed(
  prints: readonly Choice<BodyForm>[],
  mostCost: number,
  check: () => void,
): Generator<Choice<BodyForm>> {
  for (const print of prints) {
    const transforms = textTransforms.filter(({ cost }) => print.cost + cost <= mostCost);
    if (transforms.length === 0) continue;
    const printed = print.value.bytes;
    for (const transform of transforms) {
      check();
      const bytes = transform.value(printed);
      if (bytes === undefined) continue;
      yield {
        get causes() {
          const told = transform.causes.some(printsAnew)
            ? print.causes.filter((cause) => cause !== 'body-json-compact')
            : print.causes;
          return [...told, ...transform.causes];
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
