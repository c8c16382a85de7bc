import type { CauseGroup } from '../cause.js';

export const headersCauses = {
  title: 'Headers',
  causes: [
    {
      id: 'hdr-signature-missing',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake: 'The request has no X-Signature header, or an empty one.',
      typicalSenders:
        'A proxy, CORS or a redirect that removes it; a header that was set on another client object.',
      fix: 'Set X-Signature on the request that is sent. Log that request to see what leaves.',
      fixKind: 'headers',
    },
    {
      id: 'hdr-timestamp-missing',
      frequency: 'common',
      appliesTo: 'timestamp',
      mistake: 'The request has no X-Timestamp header, or an empty one.',
      typicalSenders: 'Code for the session interface that is used for the gateway.',
      fix: 'Set X-Timestamp to the Unix seconds, and sign the same text.',
      fixKind: 'headers',
    },
    {
      id: 'hdr-client-id-missing',
      frequency: 'common',
      appliesTo: 'clientId',
      mistake: 'The request has no X-Client-ID header, or an empty one.',
      typicalSenders: 'Code for the session interface that is used for the gateway.',
      fix: 'Set X-Client-ID to your client id, and sign the same text.',
      fixKind: 'headers',
    },
    {
      id: 'hdr-name-wrong',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake: 'A header was sent under a wrong name.',
      typicalSenders:
        'Code copied from another provider; underscores instead of dashes, which nginx drops.',
      fix: 'For the gateway, use the names X-Client-ID, X-Timestamp and X-Signature. For the session interface, use X-Signature.',
      fixKind: 'headers',
    },
    {
      id: 'hdr-values-swapped',
      frequency: 'occasional',
      appliesTo: 'gateway',
      mistake: 'X-Client-ID and X-Timestamp have each other’s values.',
      typicalSenders: 'Two arguments in the wrong order.',
      fix: 'Send the client id in X-Client-ID and the timestamp in X-Timestamp.',
      fixKind: 'headers',
    },
    {
      id: 'hdr-secret-sent',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'The secret itself was sent in a header.',
      typicalSenders:
        'Client id and secret swapped in a configuration; code for a service that wants an API key.',
      fix: 'Use the secret only as the key of the HMAC. Have a new one issued: this one was sent in clear.',
      fixKind: 'headers',
    },
    {
      id: 'hdr-repeated',
      frequency: 'occasional',
      appliesTo: 'everywhere',
      mistake: 'A header was sent more than once.',
      typicalSenders:
        'A retry that adds the headers to the same request again; a middleware and the code that both sign.',
      fix: 'Send each header once: replace the old value instead of adding another.',
      fixKind: 'headers',
    },
  ],
} as const satisfies CauseGroup;
