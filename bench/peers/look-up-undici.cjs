// Only the parts of undici that one call needs. The flag avoids a wait for V8's optimiser at the end. The bench bundles
// this file.
require('node:v8').setFlagsFromString('--liftoff-only');
const Client = require('undici/lib/dispatcher/client.js');
const request = require('undici/lib/api/api-request.js');
const { body, headers } = require('./sign.cjs');

async function main() {
  const client = new Client(process.env.PVG_GATEWAY_URL);
  const answer = await request.call(client, {
    path: '/iap/gateway/lookup-receipt',
    method: 'POST',
    headers,
    body,
  });
  console.log(await answer.body.json());
  await client.close();
}
void main();
