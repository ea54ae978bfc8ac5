import { expect, it } from 'vitest'
import { addressGroup, addressSite, maskAddress } from './addressGroup.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, group) => expect(addressGroup(address)).toBe(group))

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ffff::1', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['192.0.2.7', undefined],
  ['::ffff:192.0.2.7', undefined],
])('%s belongs to the site %s', (address, site) => expect(addressSite(address)).toBe(site))

it.each([
  ['192.0.2.7', '192.0.2.*'],
  ['::ffff:192.0.2.77', '192.0.2.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*'],
  ['::1', '0:0:0:*'],
])('shows %s to other people as %s (SR8)', (address, shown) =>
  expect(maskAddress(address)).toBe(shown),
)
