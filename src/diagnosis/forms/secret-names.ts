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

/** Texts that samples have in place of a secret. */
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

/** The names of variables, where their values belong: they are tried alone. */
const namesInstead = ['XMDT_SECRET_KEY', 'SESSION_SECRET_KEY', ...secretNames].flatMap((name) => [
  name,
  `\${${name}}`,
  `$${name}`,
  `{{${name}}}`,
  `%${name}%`,
]);

/** Texts of samples in other spellings, and what masks a secret in a log or a settings page. */
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

/** They are tried alone. */
export const rarePlaceholders = [...namesInstead, ...rareTexts].filter(
  (name) => !usualPlaceholders.includes(name),
);
