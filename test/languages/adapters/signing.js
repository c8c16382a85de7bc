import { createHash, createHmac } from 'node:crypto';

const hmac = (secret, message) => createHmac('sha256', secret).update(message).digest('hex');

export const signGateway = (clientId, secret, timestamp, body) =>
  hmac(secret, `${clientId}.${timestamp}.${createHash('sha256').update(body).digest('hex')}`);

export const signSession = hmac;
