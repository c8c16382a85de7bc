import { expect, it } from 'vitest';
import { demoPurchases } from '../../src/emulator/demo.js';
import { storeOrderId } from '../../src/emulator/purchase.js';

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
  expect(new Set(demoPurchases.map(({ orderId }) => orderId)).size).toBe(demoPurchases.length);
});

it('keeps the order id of a receipt over versions', () => {
  expect(storeOrderId('demo-purchased')).toBe('GPA.6376-8651-2237-28215');
});
