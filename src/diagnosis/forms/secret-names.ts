/** Names of the variable that holds the secret. */
export const secretNames = [
  'CLIENT_SECRET',
  'SECRET_KEY',
  'client_secret',
  'secret_key',
  'SECRET',
  'secret',
  'GATEWAY_SECRET',
  'HMAC_SECRET',
  'API_SECRET',
  'clientSecret',
  'secretKey',
  'GATEWAY_CLIENT_SECRET',
  'GAME_SECRET',
  'APP_SECRET',
  'SIGNING_SECRET',
  'PVG_CLIENT_SECRET',
  'PVG_SECRET_KEY',
  'NAME',
];

/** Placeholders for a secret in sample code. */
export const usualPlaceholders = [
  'secret',
  'changeme',
  'your-secret-here',
  'your-secret',
  'your_secret',
  'YOUR_SECRET',
  'YOUR_CLIENT_SECRET',
  'YOUR_SECRET_KEY',
  'client_secret',
  'CLIENT_SECRET',
  'secret_key',
  'SECRET_KEY',
  '$CLIENT_SECRET',
  '$SECRET_KEY',
  '${CLIENT_SECRET}',
  '${SECRET_KEY}',
  '$PVG_CLIENT_SECRET',
  '$PVG_SECRET_KEY',
  'test',
  'demo',
  'password',
  'xxx',
  'demo-client-secret',
  'demo-secret-key',
  '<client_secret>',
];

/** The name of a variable in place of its value. */
const namesInstead = ['XMDT_SECRET_KEY', 'SESSION_SECRET_KEY', ...secretNames].flatMap((name) => [
  name,
  `\${${name}}`,
  `$${name}`,
  `{{${name}}}`,
  `%${name}%`,
]);

/** Placeholders in other spellings, and masks from a log or a settings page. */
const rareTexts = [
  'your_client_secret',
  'your_secret_key',
  'your-client-secret',
  'your-secret-key',
  'your_secret_here',
  'YOUR_SECRET_HERE',
  '<secret_key>',
  '***',
  '****',
  '********',
  '[REDACTED]',
  '[MASKED]',
];

/** Tried only when everything else is right. */
export const rarePlaceholders = [...namesInstead, ...rareTexts].filter(
  (name) => !usualPlaceholders.includes(name),
);
