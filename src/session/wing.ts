import { records } from '../contract/interfaces.js';
import type { Judgement } from '../contract/judgement.js';
import type { Exchange } from '../transport/exchange.js';
import { sessionCodes } from './errors.js';
import { judgeSession, sessionVerdicts } from './judge.js';

export const sessionWing = {
  record: records.session,
  codes: sessionCodes,
  verdicts: sessionVerdicts,
  judge: { session: (made: Exchange): Judgement => judgeSession(made, { check: true }) },
};
