import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { RedPacketClaimCommand, RedPacketCreateCommand } from '../state/productCommand.ts'
import { RED_PACKETS } from './redPackets.ts'
import { splitPacket } from './splitPacket.ts'

const SEED = '07'.repeat(32)
const CODE = 'ABCDEFGHJK'

/** The sender has 20,000 units of a hundred atoms. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const run = (command: Parameters<typeof exchange.execute>[0]) => {
    const outcome = exchange.execute(command)
    return 'refused' in outcome ? outcome.refused.reason : '0'
  }
  run({ kind: 'grant', at: 1, realm: 'live', userId: 'ann', key: 'a', funds: { USDT: '2000000' } })
  let count = 0
  const create = (changes: Partial<RedPacketCreateCommand> = {}) =>
    run({
      kind: 'redPacketCreate',
      at: 10,
      userId: 'ann',
      holder: 'ann',
      clientOid: `p${++count}`,
      digest: 'd',
      asset: 'USDT',
      unit: '100',
      units: '10000',
      count: 5,
      split: 'random',
      code: CODE,
      greeting: 'Good luck',
      seed: SEED,
      expiresAt: 100,
      ...changes,
    })
  const claim = (userId: string, changes: Partial<RedPacketClaimCommand> = {}) =>
    run({ kind: 'redPacketClaim', at: 20, userId, holder: userId, code: CODE, ...changes })
  const expire = (at: number) => run({ kind: 'redPacketExpire', at, packetId: 1 })
  const has = (owner: string) => exchange.state.accounts.spendable('live', owner, 'USDT')
  return { exchange, create, claim, expire, has }
}

describe('a red packet (products 4)', () => {
  it('sets the amount aside and pays the parts in turn', () => {
    const { exchange, create, claim, has } = open()
    expect(create()).toBe('0')
    expect([has('user:ann'), has(RED_PACKETS)]).toEqual([1_000_000n, 1_000_000n])
    const users = ['1', '2', '3', '4', '5']
    for (const userId of users) expect(claim(userId)).toBe('0')
    expect(users.map((userId) => has(`user:${userId}`))).toEqual([
      4_800n,
      251_900n,
      234_400n,
      238_800n,
      270_100n,
    ])
    expect([has(RED_PACKETS), exchange.state.products.packets.size]).toEqual([0n, 0])
    expect(claim('6')).toBe('no-packet')
  })

  it('gives each holder one part, sub-accounts included, and the sender none', () => {
    const { create, claim } = open()
    create()
    expect([claim('1'), claim('1')]).toEqual(['0', 'claimed'])
    expect(claim('sub', { holder: '1' })).toBe('claimed')
    expect(claim('ann')).toBe('own-packet')
    expect(claim('anns', { holder: 'ann' })).toBe('own-packet')
    expect(claim('2', { code: 'ABCDEFGHJJ' })).toBe('no-packet')
  })

  it('returns the rest once, and not before its time', () => {
    const { create, claim, expire, has } = open()
    create()
    claim('1')
    expect(expire(99)).toBe('no-packet')
    expect(claim('2', { at: 100 })).toBe('no-packet')
    expect([expire(100), expire(101)]).toEqual(['0', 'no-packet'])
    expect([has('user:ann'), has('user:1'), has(RED_PACKETS)]).toEqual([1_995_200n, 4_800n, 0n])
  })

  it('pays 100 of 500 who claim, and exactly the total', () => {
    const { create, claim, has } = open()
    create({ count: 100 })
    const answers = Array.from({ length: 500 }, (_, at) => claim(`u${at}`))
    expect(answers.filter((answer) => answer === '0')).toHaveLength(100)
    expect(new Set(answers.slice(100))).toEqual(new Set(['no-packet']))
    const paid = Array.from({ length: 500 }, (_, at) => has(`user:u${at}`))
    expect(paid.reduce((sum, amount) => sum + amount, 0n)).toBe(1_000_000n)
    expect(paid.slice(0, 100)).toEqual(
      splitPacket({ units: 10_000n, count: 100, split: 'random', seed: SEED }).map(
        (part) => part * 100n,
      ),
    )
  })

  it.each([
    ['more than there is', { units: '20001' }, 'balance'],
    ['fewer units than people', { units: '4' }, 'packet-terms'],
    ['nobody', { count: 0 }, 'packet-terms'],
    ['more than 500 people', { count: 501 }, 'packet-terms'],
    ['a unit below an atom', { unit: '0' }, 'packet-terms'],
    ['a negative total', { units: '-10000' }, 'packet-terms'],
  ])('is refused for %s', (_what, changes, reason) => {
    const { create, has } = open()
    expect(create(changes)).toBe(reason)
    expect(has('user:ann')).toBe(2_000_000n)
  })

  it('is made once for each clientOid and each code', () => {
    const { create, has } = open()
    expect(create({ clientOid: 'once' })).toBe('0')
    expect(create({ clientOid: 'once', code: 'ZZZZZZZZZZ' })).toBe('key-used')
    expect(create()).toBe('packet-terms')
    expect(has('user:ann')).toBe(1_000_000n)
  })
})
