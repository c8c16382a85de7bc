/** How a page of pvg speaks with the pvg that served it. */

/** pvg did not answer: it ended, or the connection broke. */
export class ConnectionLost extends Error {}

/** pvg refused the request itself, in a sentence. */
class RequestRefused extends Error {}

const keyName = 'pvg-key';

/**
 * The code of the address works once, and leaves the address bar: no picture of the screen and no bookmark has it. The key
 * stays in this tab, so that it can be loaded again.
 */
export async function exchangeCode(): Promise<void> {
  // Whoever pastes another address of this page into the address bar changes only its code, which loads nothing.
  addEventListener('hashchange', () => location.reload());
  const code = location.hash.slice(1);
  if (code === '') return;
  history.replaceState(null, '', location.pathname);
  const response = await post('/key', { headers: { 'x-pvg-code': code } });
  const { key } = (await response.json()) as { readonly key: string };
  sessionStorage.setItem(keyName, key);
}

/** @throws {RequestRefused} @throws {ConnectionLost} */
export async function postWithKey(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  return post(path, { headers: keyHeader(), body: JSON.stringify(body), signal: signal ?? null });
}

/** @throws {RequestRefused} @throws {ConnectionLost} */
export async function getWithKey(path: string): Promise<Response> {
  return send(path, { headers: keyHeader() });
}

const keyHeader = () => ({ 'x-pvg-key': sessionStorage.getItem(keyName) ?? '' });

interface PostInit {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | null;
}

function post(path: string, { headers, body = '{}', signal = null }: PostInit): Promise<Response> {
  return send(path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal,
  });
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((error: unknown) => {
    throw init.signal?.aborted === true ? error : new ConnectionLost('pvg does not answer.');
  });
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as { readonly says?: string };
  throw new RequestRefused(answer.says ?? `pvg answered with HTTP ${response.status}.`);
}
