import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressGroup } from './addressGroup.ts'

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
const full = (parts: readonly number[]) =>
  parts.map((part) => part.toString(16).padStart(4, '0')).join(':')
/** The browser's own spelling: lower case, the longest run of zeros left out. */
const short = (parts: readonly number[]) =>
  new URL(`http://[${full(parts)}]/`).hostname.slice(1, -1)

describe('what limits count by', () => {
  it('every spelling of an IPv6 address is counted as one', () => {
    fc.assert(
      fc.property(groups, (parts) => {
        const spellings = [
          full(parts),
          full(parts).toUpperCase(),
          short(parts),
          `${short(parts)}%eth0`,
          parts.map((part) => part.toString(16)).join(':'),
        ]
        expect(new Set(spellings.map(addressGroup)).size).toBe(1)
      }),
    )
  })
  it('the last 64 bits never count, the first always do', () => {
    fc.assert(
      fc.property(groups, groups, (left, right) => {
        const neighbour = [...left.slice(0, 4), ...right.slice(4)]
        expect(addressGroup(short(neighbour))).toBe(addressGroup(short(left)))
        const isSameNetwork = left.slice(0, 4).join() === right.slice(0, 4).join()
        expect(addressGroup(short(left)) === addressGroup(short(right))).toBe(isSameNetwork)
      }),
    )
  })
  it('an IPv4 address is itself, also written as IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(addressGroup(address)).toBe(address)
        expect(addressGroup(`::ffff:${address}`)).toBe(address)
        expect(addressGroup(`::FFFF:${address}`)).toBe(address)
      }),
    )
  })
  it('give a key for any text, of bounded length for an address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6()), (address) => {
        const group = addressGroup(address)
        expect(typeof group).toBe('string')
        if (isIP(address)) expect(group.length).toBeLessThanOrEqual(40)
      }),
    )
  })
})
