/**
 * Words that a service, a game and pvg itself use. A part of a secret that is made of them alone says nothing about it,
 * and taking it out of every text would. A list and no guess: some stores begin a receipt with many small letters.
 */
const ordinaryWords: ReadonlySet<string> = new Set([
  // From 12 letters on a word alone is long enough to be a part.
  ...['accidentally', 'acknowledged', 'acknowledgement', 'acknowledgment', 'administration'],
  ...['administrator', 'applications', 'appropriate', 'approximately', 'authenticate', 'authenticated'],
  ...['authentication', 'authorization', 'authorisation', 'automatically', 'backwards', 'cancellation'],
  ...['certificate', 'certificates', 'characteristics', 'circumstances', 'communication', 'compatibility'],
  ...['completeness', 'confidential', 'configuration', 'configurations', 'configured', 'confirmation'],
  ...['consequently', 'considerations', 'consistency', 'construction', 'continuation', 'conversation'],
  ...['corresponding', 'cryptographic', 'declarations', 'dependencies', 'description', 'descriptions'],
  ...['deserialization', 'destinations', 'development', 'disconnected', 'distribution', 'documentation'],
  ...['duplicate', 'effectiveness', 'encryption', 'entertainment', 'environment', 'environments'],
  ...['establishment', 'exceptionally', 'expectations', 'experimental', 'functionality', 'implementation'],
  ...['implementations', 'inappropriate', 'incompatible', 'inconsistent', 'independently', 'infrastructure'],
  ...['initialization', 'insufficient', 'international', 'interruption', 'intermediate', 'introduction'],
  ...['investigation', 'invalidated', 'maintenance', 'manufacturer', 'misconfigured', 'modification'],
  ...['multiplayer', 'notification', 'notifications', 'organization', 'organisation', 'participation'],
  ...['particularly', 'performance', 'permissions', 'presentation', 'professional', 'programmatic'],
  ...['purchasetoken', 'reconciliation', 'recommendation', 'registration', 'relationship'],
  ...['representation', 'reproduction', 'requirements', 'respectively', 'responsibility', 'restrictions'],
  ...['satisfaction', 'serialization', 'specification', 'specifications', 'statistically', 'subscription'],
  ...['subscriptions', 'successfully', 'sufficiently', 'temporarily', 'temporarily', 'transaction'],
  ...['transactions', 'transformation', 'troubleshooting', 'unacknowledged', 'unauthenticated'],
  ...['unauthorized', 'unauthorised', 'unavailable', 'unconfigured', 'unconfirmed', 'unexpectedly'],
  ...['unfortunately', 'unrecognized', 'unrecognised', 'unsuccessful', 'verification', 'verifications'],
  // Shorter ones stand together in names and codes: `client-secret`, `application/json`, `NEVER_RECEIVED_BY_GATEWAY`.
  ...['a', 'access', 'account', 'agent', 'an', 'and', 'android', 'answer', 'api', 'app', 'application'],
  ...['as', 'at', 'auth', 'base', 'bearer', 'been', 'body', 'by', 'call', 'cancelled', 'canceled', 'case'],
  ...['character', 'charset', 'check', 'client', 'code', 'coins', 'com', 'completed', 'confirmed'],
  ...['content', 'correct', 'dash', 'data', 'date', 'demo', 'dev', 'disabled', 'do', 'down', 'email', 'end'],
  ...['env', 'error', 'example', 'expected', 'expired', 'expires', 'failed', 'failure', 'false', 'field'],
  ...['fields', 'file', 'flaky', 'for', 'found', 'from', 'game', 'gateway', 'gems', 'gold', 'google'],
  ...['grant', 'has', 'header', 'headers', 'hmac', 'host', 'html', 'http', 'https', 'id', 'iap', 'ids', 'in'],
  ...['info', 'input', 'internal', 'invalid', 'ios', 'is', 'it', 'item', 'journal', 'json', 'key', 'last'],
  ...['level', 'limited', 'live', 'local', 'localhost', 'log', 'long', 'lookup', 'message', 'mgmt'],
  ...['mismatch', 'missing', 'mobile', 'my', 'name', 'never', 'new', 'no', 'not', 'null', 'of', 'ok', 'old'],
  ...['on', 'or', 'order', 'os', 'other', 'package', 'paid', 'password', 'path', 'payment', 'pending'],
  ...['play', 'player', 'post', 'pre', 'private', 'prod', 'product', 'production', 'profile', 'public'],
  ...['purchase', 'purchased', 'purchases', 'quantity', 'rate', 'reason', 'received', 'receipt', 'record'],
  ...['recorded', 'refund', 'refunded', 'region', 'rejected', 'report', 'request', 'required', 'response'],
  ...['result', 'role', 'sandbox', 'secret', 'secrets', 'sent', 'server', 'service', 'services', 'session'],
  ...['sha', 'sign', 'signature', 'signed', 'signing', 'skew', 'slow', 'some', 'staging', 'state', 'status'],
  ...['store', 'success', 'support', 'test', 'testing', 'text', 'that', 'the', 'this', 'time', 'timestamp'],
  ...['to', 'token', 'tokens', 'true', 'type', 'undefined', 'unknown', 'unsupported', 'url', 'user'],
  ...[
    'username',
    'utf',
    'valid',
    'value',
    'verified',
    'verifier',
    'verify',
    'version',
    'very',
    'was',
    'with',
  ],
  ...['wrong', 'www', 'xmdt', 'you', 'your'],
]);

/** Longer texts are no name that anybody writes. */
const longestName = 200;

/** Whether a text in small letters has nothing but ordinary words, joined as in names. */
export const isOrdinary = (text: string): boolean =>
  text.length <= longestName &&
  /[a-z]/.test(text) &&
  text.split(/[-_.+/=]/).every((word) => word === '' || ordinaryWords.has(word));
