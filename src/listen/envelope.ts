import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import { printJson } from '../text/json/print.js';
import { utf8Text } from '../text/utf8.js';
import type { Seen } from './entry.js';

/** A kept request: the envelope that `pvg diagnose` reads, with repeated headers, exact bytes and the time. */
export function savedText({
  interface: scheme,
  method,
  headers,
  body,
  receivedAtMs,
  ...request
}: Seen): string {
  const bytes = body ?? new Uint8Array();
  const text = utf8Text(bytes);
  const members: [string, Json][] = [
    ...(scheme === undefined ? [] : [['interface', scheme] as [string, Json]]),
    ['method', method],
    ['url', addressOf(request.target, headers)],
    ['headers', new JsonObject(headers)],
    text === undefined ? ['body_base64', Buffer.from(bytes).toString('base64')] : ['body', text],
    ['received_at', new JsonNumber(String(Math.floor(receivedAtMs / 1000)))],
  ];
  return `${printJson(new JsonObject(members), { indent: 2 })}\n`;
}

/** `2026-09-21T14-13-20.000Z-3-gateway.json`: no colons, which Windows does not take. */
export const savedName = ({ receivedAtMs, number, interface: scheme }: Seen): string =>
  `${new Date(receivedAtMs).toISOString().replaceAll(':', '-')}-${String(number)}-${scheme ?? 'unknown'}.json`;

function addressOf(target: string, headers: Seen['headers']): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
  return host !== undefined && target.startsWith('/') ? `http://${host}${target}` : target;
}
