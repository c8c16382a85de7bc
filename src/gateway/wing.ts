import { records } from '../contract/interfaces.js';
import type { Judgement } from '../contract/judgement.js';
import type { Exchange } from '../transport/exchange.js';
import { gatewayCodes } from './errors.js';
import { judgeLookup } from './judge-lookup.js';
import { judgeVerify } from './judge-verify.js';
import { lookupVerdicts, verifyVerdicts } from './verdict.js';

export const gatewayWing = {
  record: records.gateway,
  codes: gatewayCodes,
  verdicts: { ...lookupVerdicts, ...verifyVerdicts },
  judge: {
    verify: (made: Exchange): Judgement => judgeVerify(made, {}),
    lookup: (made: Exchange): Judgement => judgeLookup(made, {}),
  },
};
