import { expect, it } from 'vitest';
import { demoPurchases } from '../../src/emulator/demo.js';

it('has the demo receipts that the command line promises', () => {
  expect(demoPurchases.map(({ receipt }) => receipt)).toEqual([
    'demo-purchased',
    'demo-canceled',
    'demo-pending',
    'demo-unacknowledged',
    'demo-never-received',
    'demo-recorded',
    'demo-other-game',
    'demo-recorded-error',
    'demo-package-mismatch',
    'demo-store-unconfigured',
    'demo-store-down',
    'demo-flaky',
    'demo-slow',
    'demo-ios-sandbox',
  ]);
});

it('gives every purchase an order id of its own', () => {
  expect(new Set(demoPurchases.map(({ order_id }) => order_id)).size).toBe(demoPurchases.length);
});

it('keeps the order id of a receipt over versions', () => {
  const [purchased] = demoPurchases;
  expect(purchased?.order_id).toBe('GPA.6376-8651-2237-28215');
});
