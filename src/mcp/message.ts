import {
  parseJSONRPCMessage,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';
import { counted } from '../text/sentences.js';
import { utf8Text } from '../text/utf8.js';
import type { TooLongLine } from './line-reader.js';

/** JSON-RPC 2.0, section 5.1. */
const errorCodes = { notJson: -32_700, notARequest: -32_600 } as const;

/** The limit of one line. It has room for the longest text that a tool takes, with its escapes of JSON. */
export const mostMessageBytes = 8_000_000;

/** The error that answers a line which is not a message. The id is null if it cannot be read. */
export interface MessageRefusal {
  readonly id: RequestId | null;
  readonly code: number;
  readonly message: string;
}

type LineRead =
  { readonly message: JSONRPCMessage } | { readonly refusal: MessageRefusal } | undefined;

/** What one line of a client is; undefined for an empty one. */
export function readMessage(line: Buffer | TooLongLine): LineRead {
  if (!Buffer.isBuffer(line)) return { refusal: tooLongError(line) };
  // Some shells write a byte order mark before the first line.
  const text = utf8Text(line)?.replace(/^\ufeff/, '');
  if (text?.trim() === '') return undefined;
  const value = text === undefined ? undefined : parseOrUndefined(text);
  if (value === undefined) return lineError('notJson', 'The line is not JSON in UTF-8.');
  if (Array.isArray(value)) {
    return lineError(
      'notARequest',
      'A batch is not supported: send each message on a line of its own.',
    );
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    const says =
      'The line is not a message of JSON-RPC 2.0, such as {"jsonrpc":"2.0","id":1,"method":"ping"}.';
    return lineError('notARequest', says, idOf(value));
  }
}

const lineError = (
  kind: keyof typeof errorCodes,
  message: string,
  id: RequestId | null = null,
): { readonly refusal: MessageRefusal } => ({ refusal: { id, code: errorCodes[kind], message } });

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function idOf(value: unknown): RequestId | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const { id } = value;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

const idText = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")`;
/**
 * Where clients write the id: at the start, with only short members before it, `{"jsonrpc":"2.0","id":1,…`, or at the end, with
 * only the version behind it, `…,"id":1,"jsonrpc":"2.0"}`.
 */
const idAtStart = new RegExp(
  String.raw`^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]{1,200}"\s*,)*\s*${idText}`,
);
const idAtEnd = new RegExp(String.raw`,\s*${idText}(?:\s*,\s*"jsonrpc"\s*:\s*"2\.0")?\s*\}\s*$`);

/** The error for a line that is too long, with the id of its message: without it the client would wait forever. */
function tooLongError({ head, tail }: TooLongLine): MessageRefusal {
  const [, id] = idAtStart.exec(head) ?? idAtEnd.exec(tail) ?? [];
  return {
    // The pattern also finds texts that are not JSON, such as `007`.
    id: idOf({ id: id === undefined ? undefined : parseOrUndefined(id) }),
    code: errorCodes.notARequest,
    message: `The message has more than ${counted(mostMessageBytes, 'byte')}, and was not read.`,
  };
}
