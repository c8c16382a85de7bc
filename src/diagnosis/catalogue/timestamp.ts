import { causes, gatewayOnly } from '../cause.js';

/** The timestamp is not the time in whole Unix seconds, or not the same in header and message. */
export const timestamp = causes({ interfaces: gatewayOnly, kind: 'unix-seconds' })({
  'ts-ms-signed': {
    number: 118,
    commonness: 'A',
    says: 'The timestamp was signed in milliseconds, but X-Timestamp has seconds.',
    typical: 'JavaScript `Date.now()`, Java `currentTimeMillis()`.',
    fix: 'Take the time once, in whole seconds, and use that text in both places.',
    hints: { java: 'Not System.currentTimeMillis().', node: 'Date.now() is milliseconds.' },
  },
  'ts-ms-header': {
    number: 119,
    commonness: 'B',
    says: 'X-Timestamp has milliseconds, but the timestamp was signed in seconds.',
    typical: 'JavaScript `Date.now()`, Java `currentTimeMillis()`.',
    fix: 'Take the time once, in whole seconds, and use that text in both places.',
    hints: { java: 'Not System.currentTimeMillis().', node: 'Date.now() is milliseconds.' },
  },
  'ts-ms-both': {
    number: 120,
    commonness: 'A',
    says: 'The timestamp is in milliseconds, in the header and in the message.',
    typical: 'JavaScript `Date.now()`, Java `currentTimeMillis()`.',
    fix: 'Use whole Unix seconds, 10 digits.',
    hints: { java: 'Not System.currentTimeMillis().', node: 'Date.now() is milliseconds.' },
  },
  'ts-float-signed': {
    number: 121,
    commonness: 'C',
    says: 'The timestamp was signed as a fraction (`….0`), but X-Timestamp has whole seconds.',
    typical: 'Python, Lua and Godot, where the time is a float.',
    fix: 'Turn the time into an integer once, and use that text in both places.',
  },
  'ts-float-both': {
    number: 122,
    commonness: 'C',
    says: 'The timestamp has a fraction, in the header and in the message.',
    typical: 'Python `str(time.time())`, Ruby `Time.now.to_f`.',
    fix: 'Turn the time into an integer.',
  },
  'ts-iso-signed': {
    number: 123,
    commonness: 'C',
    says: 'The timestamp was signed as a date text, but X-Timestamp has seconds.',
    typical: '`toISOString()` and other date formatters.',
    fix: 'Use whole Unix seconds in both places.',
  },
  'ts-iso-both': {
    number: 124,
    commonness: 'B',
    says: 'X-Timestamp is a date text instead of Unix seconds.',
    typical: '`toISOString()` and other date formatters.',
    fix: 'Use whole Unix seconds in both places.',
  },
  'ts-regenerated': {
    number: 125,
    commonness: 'A',
    says: 'The clock was read twice: the signed timestamp is some seconds away from X-Timestamp.',
    typical: 'Two calls of `time()`, a signature kept for a retry.',
    fix: 'Take the time once for each attempt, and use that text in both places.',
  },
  'ts-clock-skew': {
    number: 126,
    commonness: 'A',
    says: 'X-Timestamp is more than 300 seconds away from the receiver’s clock.',
    typical: 'Machines without NTP, containers that were paused, queues, requests sent again later.',
    fix: 'Keep the clock right with NTP, and sign at the moment of sending.',
  },
  'ts-timezone-shift': {
    number: 127,
    commonness: 'B',
    says: 'X-Timestamp is off by a time zone: local time was taken for UTC.',
    typical: 'Date arithmetic on local time, such as seven hours in Vietnam.',
    fix: 'Use Unix seconds from the system clock, which are UTC; do not build them from a date.',
    hints: {
      csharp: 'DateTimeOffset.UtcNow, not DateTime.Now.',
      unity: 'DateTimeOffset.UtcNow, not DateTime.Now.',
      unreal: 'FDateTime::UtcNow(), not FDateTime::Now().',
    },
  },
  'ts-micro-nano-both': {
    number: 128,
    commonness: 'D',
    says: 'The timestamp is in microseconds or nanoseconds, in the header and in the message.',
    typical: 'Go `UnixNano()`, Rust `as_nanos()`.',
    fix: 'Use whole Unix seconds, 10 digits.',
    hints: {
      go: 'Unix(), not UnixNano() or UnixMicro().',
      rust: 'as_secs(), not as_nanos() or as_micros().',
    },
  },
});
