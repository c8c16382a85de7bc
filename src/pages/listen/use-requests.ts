import { useEffect, useState } from 'preact/hooks';
import type { RequestsAnswer, ShownRequest } from '../../listen/wire.js';
import { ConnectionLost, exchangeCode, getWithKey } from '../shared/client.js';

const mostShown = 1_000;
const askEveryMs = 1_000;

interface Requests {
  readonly profile: string;
  /** Newest first. */
  readonly requests: readonly ShownRequest[];
  /** The state of the connection in words. */
  readonly state: string;
  /** The list is no longer kept up to date. */
  readonly isLost: boolean;
  /** The newest request, for a screen reader; empty until one comes after the page was opened. */
  readonly news: string;
}

const nothingYet: Requests = {
  profile: '',
  requests: [],
  state: 'connecting',
  isLost: false,
  news: '',
};

/** Asks pvg for new requests, every second. */
export function useRequests(): Requests {
  const [requests, setRequests] = useState(nothingYet);
  useEffect(() => {
    let timer = 0;
    let requestCount: number | undefined;
    const ask = async (): Promise<void> => {
      try {
        const response = await getWithKey(`/requests.json?after=${requestCount ?? 0}`);
        const answer = (await response.json()) as RequestsAnswer;
        const isNews = requestCount !== undefined;
        requestCount = answer.requestCount;
        setRequests((before) => withAnswer(before, answer, isNews));
      } catch (error) {
        setRequests((before) => ({ ...before, state: lostWords(error), isLost: true }));
      }
      timer = window.setTimeout(() => void ask(), askEveryMs);
    };
    exchangeCode().then(ask, ask);
    return () => window.clearTimeout(timer);
  }, []);
  return requests;
}

function withAnswer(before: Requests, answer: RequestsAnswer, isNews: boolean): Requests {
  const latest = answer.requests.at(-1);
  const all = [...answer.requests, ...before.requests];
  return {
    profile: answer.profile,
    requests:
      latest === undefined
        ? before.requests
        : all.sort((one, other) => other.number - one.number).slice(0, mostShown),
    state: 'listening',
    isLost: false,
    news:
      latest === undefined || !isNews
        ? before.news
        : `${latest.calledPlace}: ${latest.judgement} ${latest.reasonIds}`,
  };
}

function lostWords(error: unknown): string {
  if (error instanceof ConnectionLost) return 'not connected: is pvg listen still running?';
  return error instanceof Error ? error.message : String(error);
}
