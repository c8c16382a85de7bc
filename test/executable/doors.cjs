// Loaded into the executable by NODE_OPTIONS. The pages have a time and a computer of their own; the executable takes
// them from the system, so they are put there. PAGE_DOORS: what to put, as JSON.
'use strict';
const os = require('node:os');

const { nowMs, account } = JSON.parse(process.env.PAGE_DOORS);
delete process.env.PAGE_DOORS;

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [nowMs] : parts));
  }
  static now() {
    return nowMs;
  }
};

// A call takes no time.
process.hrtime.bigint = () => 0n;

os.hostname = () => account.host;
os.userInfo = () => ({ username: account.user, homedir: process.env.HOME });
