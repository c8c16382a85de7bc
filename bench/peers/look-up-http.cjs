const { request } = require('node:http');
const { body, headers } = require('./sign.cjs');

const sent = request(
  `${process.env.PVG_GATEWAY_URL}/iap/gateway/lookup-receipt`,
  { method: 'POST', headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } },
  (answer) => {
    let text = '';
    answer.on('data', (chunk) => (text += chunk));
    answer.on('end', () => console.log(JSON.parse(text)));
  },
);
sent.end(body);
