import { describe, expect, it } from 'vitest';
import { networksOf } from '@/app/domain/network';

describe('networksOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', null],
    ['::ffff:203.0.113.7', '203.0.113.7', null],
    ['::ffff:cb00:7107', '203.0.113.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::9', '2001:db8:1:ffff::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
    ['::1', '::/64', '::/48'],
    ['', '', null],
    ['unknown', 'unknown', null],
  ])('%s is in %s and %s', (address, narrow, wide) => {
    expect(networksOf(address)).toEqual({ narrow, wide });
  });
});
