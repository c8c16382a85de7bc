import { expect, it } from 'vitest';
import { otherPackageNotes } from '../../src/calls/purchase-differences.js';
import { localProfile } from '../../src/profiles/fields.js';
import type { ResolvedProfile } from '../../src/profiles/resolve.js';

const profileWith = (ofProfile: string | undefined): ResolvedProfile => ({
  ...localProfile,
  ...(ofProfile === undefined ? {} : { package: ofProfile }),
  environment: 'dev',
  readOnly: false,
  governingProfile: null,
  name: 'game-dev',
  local: false,
  sources: { package: 'profile game-dev' },
  notes: [],
});

it.each<
  [says: string, ofPurchase: string | undefined, ofProfile: string | undefined, count: number]
>([
  ['the same package', 'com.example.game', 'com.example.game', 0],
  ['another package', 'com.example.other', 'com.example.game', 1],
  ['a purchase without a package', undefined, 'com.example.game', 0],
  ['a profile without a package', 'com.example.game', undefined, 0],
])('a note about the package of a purchase: %s', (_says, ofPurchase, ofProfile, count) => {
  const fields = { platform: 'android', receipt: 'r', productId: 'gems_100' } as const;
  const purchase = {
    notes: [],
    typed: [],
    fields: ofPurchase === undefined ? fields : { ...fields, package: ofPurchase },
  };
  expect(otherPackageNotes(purchase, profileWith(ofProfile))).toHaveLength(count);
});
