import { describe, expect, it } from 'vitest'
import {
  addressReason,
  dailyCap,
  isReturn,
  reviewReason,
  USDT_ATOMS,
  type AddressFacts,
} from './rules.ts'

const NOW = 1_700_000_000_000
const DAY_MS = 86_400_000
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

const facts = (changes: Partial<AddressFacts> = {}): AddressFacts => ({
  address: ADDRESS,
  entry: undefined,
  whitelist: false,
  now: NOW,
  contracts: new Set(),
  isHot: false,
  isOwn: false,
  ...changes,
})

describe('what a level may withdraw a day (wallet 4)', () => {
  it.each([
    [0, 10_000],
    [1, 50_000],
    [2, 200_000],
    [3, 1_000_000],
    [4, 3_000_000],
    [5, 10_000_000],
  ])('is for level %i %i USDT', (level, usdt) => {
    expect(dailyCap(level)).toBe(BigInt(usdt) * 10n ** 8n)
  })

  it('is that of the highest level beyond it', () => {
    expect(dailyCap(9)).toBe(dailyCap(5))
  })

  it.each([-1, 0.5, Number.NaN])('is nothing for the level %d, which is none', (level) => {
    expect(dailyCap(level)).toBe(0n)
  })
})

describe('where coins may go (wallet 4)', () => {
  it.each<[string, Partial<AddressFacts>, string | undefined]>([
    ['an address that nobody knows', {}, undefined],
    ['a contract', { contracts: new Set([ADDRESS.toLowerCase()]) }, 'contract'],
    ['another contract', { contracts: new Set(['0x1']) }, undefined],
    ['a hot address', { isHot: true }, 'hot'],
    ['a deposit address', { isOwn: true }, 'own'],
    ['an unlisted address under a whitelist', { whitelist: true }, 'whitelist'],
    ['a listed one', { whitelist: true, entry: { usableAt: NOW } }, undefined],
    ['one that is listed from the next millisecond on', { entry: { usableAt: NOW + 1 } }, 'new'],
    ['a new one under a whitelist', { whitelist: true, entry: { usableAt: NOW + 1 } }, 'new'],
    ['one that is listed since a day', { entry: { usableAt: NOW - DAY_MS } }, undefined],
  ])('says of %s: %s', (_, changes, reason) => {
    expect(addressReason(facts(changes))).toBe(reason)
  })

  it('names the reason that no waiting cures first', () => {
    const all = facts({
      contracts: new Set([ADDRESS.toLowerCase()]),
      isHot: true,
      isOwn: true,
      whitelist: true,
    })
    const reasons = [
      all,
      { ...all, contracts: new Set<string>() },
      { ...all, contracts: new Set<string>(), isHot: false },
      { ...all, contracts: new Set<string>(), isHot: false, isOwn: false },
    ].map(addressReason)
    expect(reasons).toEqual(['contract', 'hot', 'own', 'whitelist'])
  })
})

describe('what two persons look at (wallet 4)', () => {
  const LIMIT = 1_000n * USDT_ATOMS

  it.each([
    ['nothing', { value: 0n }, undefined],
    ['exactly 1,000 USDT', { value: LIMIT }, undefined],
    ['an atom more', { value: LIMIT + 1n }, 'large'],
    ['what goes back', { value: 0n, clientOid: 'return:evm-a:0x1:0' }, 'return'],
    ['much that goes back', { value: LIMIT + 1n, clientOid: 'return:1' }, 'large'],
    ['a name that a user chose', { value: 0n, clientOid: 'returned-1' }, undefined],
  ])('is not, or is: %s', (_, withdrawal, reason) => {
    expect(reviewReason(withdrawal)).toBe(reason)
  })

  it.each([
    ['return:', true],
    ['return:evm-a:0x1:0', true],
    ['Return:1', false],
    ['return', false],
    ['my-return:1', false],
    ['', false],
  ])('takes the key "%s" for one of a return: %s', (clientOid, isOne) => {
    expect(isReturn({ clientOid })).toBe(isOne)
  })

  it('takes a withdrawal without a key for none', () => {
    expect(isReturn({})).toBe(false)
  })
})
