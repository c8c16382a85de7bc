// The hand-written script: signs a look-up and prints the headers. The other node scripts use it.
const { createHash, createHmac } = require('node:crypto');

const body = JSON.stringify({
  os_id: 1,
  product_id: 'gems_100',
  package: 'com.example.game',
  receipt: 'aBcDeFgHiJ'.repeat(14),
});
const timestamp = String(Math.floor(Date.now() / 1000));
const hash = createHash('sha256').update(body).digest('hex');
const headers = {
  'Content-Type': 'application/json',
  'X-Client-ID': process.env.PVG_CLIENT_ID,
  'X-Timestamp': timestamp,
  'X-Signature': createHmac('sha256', process.env.PVG_CLIENT_SECRET)
    .update(`${process.env.PVG_CLIENT_ID}.${timestamp}.${hash}`)
    .digest('hex'),
};
module.exports = { body, headers };
if (require.main === module) console.log(headers);
