import type { RedPacketDetail } from '@x/api'
import { describe, expect, it } from 'vitest'
import { isSplitTrue, partsOf } from './verifySplit.ts'

const SEED = '07'.repeat(32)
const HASH = '4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0'
const random = { count: 5, split: 'random', seed: SEED } as const
const packet = (changes: Partial<RedPacketDetail> = {}): RedPacketDetail => ({
  packetId: '1',
  asset: 'USDT',
  total: '1',
  left: '0',
  count: 5,
  claimed: 2,
  split: 'random',
  greeting: '',
  status: 'finished',
  seedHash: HASH,
  createdAt: 1,
  expiresAt: 2,
  isOwn: true,
  unit: '0.0001',
  seed: SEED,
  claims: ['0.0048', '0.2519', '0.2344', '0.2388', '0.2701'].map((amount) => ({
    user: '******0001',
    isOwn: false,
    amount,
    at: 1,
  })),
  ...changes,
})

describe('the division of a red packet, checked in the browser (products 4)', () => {
  it('gives the parts of the published vector', async () => {
    expect(await partsOf(10_000n, random)).toEqual([48n, 2519n, 2344n, 2388n, 2701n])
  })

  it('divides equal parts with the rest first', async () => {
    expect(await partsOf(11n, { ...random, count: 4, split: 'equal' })).toEqual([3n, 3n, 3n, 2n])
  })

  it('accepts claims that follow from the seed, also the first alone', async () => {
    expect(await isSplitTrue(packet())).toBe(true)
    expect(await isSplitTrue(packet({ claims: packet().claims.slice(0, 2) }))).toBe(true)
  })

  it.each([
    ['another seed', { seed: '08'.repeat(32) }],
    ['another hash', { seedHash: 'f'.repeat(64) }],
    ['no seed yet', { seed: null }],
    ['an amount that was changed', { claims: [{ ...packet().claims[0]!, amount: '0.0049' }] }],
    ['claims in another order', { claims: packet().claims.toReversed() }],
    ['another total', { total: '1.0001' }],
  ])('refuses %s', async (_what, changes) => {
    expect(await isSplitTrue(packet(changes))).toBe(false)
  })
})
