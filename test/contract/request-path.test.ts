import { describe, expect, it } from 'vitest';
import { nearestPaths } from '../../src/contract/request-path.js';

describe('a path that the service does not have', () => {
  it.each([
    ['/iap/gateway/verfy', ['/iap/gateway/verify']],
    ['/api/v1/verfy?x=1', ['/iap/gateway/verify']],
    ['http://127.0.0.1:8787/verify/', ['/iap/gateway/verify']],
    ['/xmdt/sessions', ['/xmdt/session']],
    ['/refunds', []],
    ['/', []],
  ])('%s leads to the near ones: %j', (target, near) => {
    expect(nearestPaths(target)).toEqual(near);
  });
});
