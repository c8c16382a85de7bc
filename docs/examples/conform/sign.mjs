// sign.mjs: pvg conform -- node sign.mjs
import { readFileSync } from 'node:fs';
import { signGateway, signSession } from './my-game/signing.js';

const body = readFileSync(0);
const { PVG_INTERFACE, PVG_CLIENT_ID, PVG_TIMESTAMP, PVG_SECRET } = process.env;
const signature =
  PVG_INTERFACE === 'gateway'
    ? signGateway(PVG_CLIENT_ID, PVG_SECRET, PVG_TIMESTAMP, body)
    : signSession(PVG_SECRET, body);
console.log(signature);
