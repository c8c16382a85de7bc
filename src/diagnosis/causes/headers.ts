import type { HeaderText } from '../observed-request.js';
import { causes } from '../cause.js';

const isMissing = ({ value, wrongName }: HeaderText): boolean =>
  wrongName === undefined && (value === undefined || value === '');

const renamed = (rightName: string | undefined, { wrongName }: HeaderText): string[] =>
  rightName === undefined || wrongName === undefined ? [] : [`${rightName} was sent as ${wrongName}.`];

const repeated = (name: string | undefined, { value, values = [] }: HeaderText): string[] => {
  if (name === undefined || values.length === 0) return [];
  const at = values.indexOf(value ?? '');
  return [
    `${name} has ${String(values.length)} values.${at > 0 ? ` The signature is right with number ${String(at + 1)}.` : ''}`,
  ];
};

/** A header is missing, has another name or several values. */
export const headers = causes({ where: 'everywhere', kind: 'headers' })({
  'hdr-signature-missing': {
    commonness: 'A',
    says: 'The request has no X-Signature header.',
    typical: 'A proxy, CORS or a redirect that removes it; a header that was set on another client object.',
    fix: 'Set X-Signature on the request that is sent. Log that request to see what leaves.',
    seen: ({ headers }) => (isMissing(headers.signature) ? [''] : []),
  },
  'hdr-timestamp-missing': {
    where: 'timestamp',
    commonness: 'B',
    says: 'The request has no X-Timestamp header.',
    typical: 'Code for the session interface that is used for the gateway.',
    fix: 'Set X-Timestamp to the same text that was signed.',
    seen: ({ headers }) => (isMissing(headers.timestamp) ? [''] : []),
  },
  'hdr-client-id-missing': {
    where: 'clientId',
    commonness: 'B',
    says: 'The request has no X-Client-ID header.',
    typical: 'Code for the session interface that is used for the gateway.',
    fix: 'Set X-Client-ID to the same text that was signed.',
    seen: ({ headers }) => (isMissing(headers.clientId) ? [''] : []),
  },
  'hdr-name-wrong': {
    commonness: 'B',
    says: 'A header was sent under a wrong name.',
    typical: 'Code copied from another provider; underscores instead of dashes, which nginx drops.',
    fix: 'For the gateway, use the names X-Client-ID, X-Timestamp and X-Signature. For the session interface, use X-Signature.',
    seen: ({ scheme, headers }) => [
      ...renamed(scheme.headers.signature, headers.signature),
      ...renamed(scheme.headers.timestamp, headers.timestamp),
      ...renamed(scheme.headers.clientId, headers.clientId),
    ],
  },
  'hdr-repeated': {
    commonness: 'C',
    says: 'A header was sent more than once.',
    typical:
      'A retry that adds the headers to the same request again; a middleware and the code that both sign.',
    fix: 'Send each header once: replace the old value instead of adding another.',
    seen: ({ scheme, headers }) => [
      ...repeated(scheme.headers.signature, headers.signature),
      ...repeated(scheme.headers.timestamp, headers.timestamp),
      ...repeated(scheme.headers.clientId, headers.clientId),
    ],
  },
});
