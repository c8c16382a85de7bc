// Loaded into the executable by NODE_OPTIONS. A story has a time, a computer, a terminal and a service of its own; the
// executable takes them from the system, so they are put there. STORY_DOORS: what to put, as JSON.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const tls = require('node:tls');
const tty = require('node:tty');

const { nowMs, account, port, certificate, terminal } = JSON.parse(process.env.STORY_DOORS);
delete process.env.STORY_DOORS;

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

// The three streams are pipes and a file.
if (terminal) {
  const { fstatSync } = fs;
  fs.fstatSync = (descriptor, ...more) =>
    descriptor > 2 ? fstatSync(descriptor, ...more) : { isCharacterDevice: () => true, rdev: -1, ino: 1 };
  tty.isatty = (descriptor) => descriptor <= 2;
}
// The line while a person waits is drawn by a timer.
globalThis.setInterval = () => ({ unref: () => undefined });

const { connect } = tls;
tls.connect = (options) =>
  connect({ ...options, host: '127.0.0.1', port, servername: 'localhost', ca: certificate });
