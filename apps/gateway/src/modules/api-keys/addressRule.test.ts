import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import { createAddressRule, readAddresses } from './addressRule.ts'

const refusalOf = (entries: readonly string[]) => {
  try {
    readAddresses(entries)
    return undefined
  } catch (error) {
    return error instanceof GatewayError ? [error.code, error.data] : error
  }
}
const REFUSED = ['40010', { field: 'addresses' }]

describe('the addresses that a key is bound to', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.0', true],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.0/24', '203.0.112.255', false],
    ['203.0.113.7/32', '203.0.113.7', true],
    ['203.0.113.7/32', '203.0.113.6', false],
    // The bits after those of the network do not count.
    ['203.0.113.99/24', '203.0.113.1', true],
    ['128.0.0.0/1', '127.255.255.255', false],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:1', true],
    ['2001:db8::1', '2001:DB8::1', true],
    ['2001:db8::1', '2001:db8::2', false],
    ['2001:db8:5::/48', '2001:db8:5:ffff::1', true],
    ['2001:db8:5::/48', '2001:db8:6::1', false],
    ['2001:db8::/127', '2001:db8::1', true],
    ['2001:db8::/127', '2001:db8::2', false],
    // An address of IPv4 that came over a socket of IPv6.
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['203.0.113.7', '::FFFF:203.0.113.7', true],
    ['203.0.113.0/24', '::ffff:203.0.114.7', false],
    ['2001:db8::1', '203.0.113.7', false],
    ['203.0.113.7', '2001:db8::1', false],
    ['203.0.113.7', '', false],
    ['203.0.113.7', 'unknown', false],
    ['203.0.113.7', '203.0.113.7 ', false],
    ['203.0.113.7', '203.0.113.7:443', false],
  ])('let in, with %s, %s: %s', (entry, address, isAllowed) => {
    expect(createAddressRule([entry])(address)).toBe(isAllowed)
  })

  it('let in what any of them does', () => {
    const allows = createAddressRule(['203.0.113.7', '2001:db8::/32', '198.51.100.0/25'])
    expect(
      ['203.0.113.7', '2001:db8:9::9', '198.51.100.127', '198.51.100.128', '192.0.2.1'].map(allows),
    ).toEqual([true, true, true, false, false])
  })

  it('let in everything where there are none', () => {
    expect(['203.0.113.7', '::1', ''].map(createAddressRule([]))).toEqual([true, true, true])
  })

  it('agree with a mask computed by hand', () => {
    const bits = (numbers: readonly number[]) =>
      numbers.map((each) => each.toString(2).padStart(8, '0')).join('')
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
    fc.assert(
      fc.property(
        octets,
        fc.integer({ min: 1, max: 32 }),
        fc.nat(31),
        (network, length, flipped) => {
          // An address that differs from the network in one bit.
          const text = bits(network)
          const bit = text[flipped] === '1' ? '0' : '1'
          const other = text.slice(0, flipped) + bit + text.slice(flipped + 1)
          const address = [0, 8, 16, 24].map((at) => parseInt(other.slice(at, at + 8), 2)).join('.')
          const allows = createAddressRule([`${network.join('.')}/${length}`])
          expect(allows(network.join('.'))).toBe(true)
          expect(allows(address)).toBe(flipped >= length)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('addresses as they are sent', () => {
  it('lose their spaces and repetitions, and keep their order', () => {
    expect(readAddresses([' 203.0.113.7 ', '::1', '203.0.113.7', '\t::1\n'])).toEqual([
      '203.0.113.7',
      '::1',
    ])
    expect(readAddresses([])).toEqual([])
  })

  it.each([
    '203.0.113.7',
    '203.0.113.7/1',
    '203.0.113.7/32',
    '::1',
    '::/1',
    '2001:db8::/128',
    '::ffff:203.0.113.7',
  ])('may be %s', (entry) => {
    expect(readAddresses([entry])).toEqual([entry])
  })

  it.each([
    '',
    ' ',
    'localhost',
    'example.com',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.07',
    '0xcb.0.113.7',
    '203.0.113.7:443',
    '203.0.113.7/',
    '203.0.113.7/0',
    '203.0.113.7/33',
    '203.0.113.7/-1',
    '203.0.113.7/+8',
    '203.0.113.7/8.5',
    '203.0.113.7/ 8',
    '203.0.113.7/1e1',
    '203.0.113.7/8/8',
    '/8',
    '203.0.113.*',
    '203.0.113.1-203.0.113.9',
    '[::1]',
    '::1/0',
    '::1/129',
    ':::1',
    '2001:db8::1::2',
    // A zone names an interface of one machine.
    'fe80::1%eth0',
    'fe80::1%1/64',
    '*',
    '0.0.0.0/0',
    '::/0',
  ])('are refused as %j', (entry) => {
    expect(refusalOf(['203.0.113.7', entry])).toEqual(REFUSED)
  })

  it('are named in the refusal, cut to sixty letters', () => {
    const entry = 'x'.repeat(500)
    expect(() => readAddresses([entry])).toThrow(`${'x'.repeat(60)} is no IP address or network`)
  })
})
