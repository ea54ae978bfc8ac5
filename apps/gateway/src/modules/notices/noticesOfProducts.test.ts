import { describe, expect, it } from 'vitest'
import { noticesOf } from './noticesOfEffects.ts'

const DAY = 86_400_000
const AT = 20_000 * DAY

/** `kind state amount asset -> realm user` of each notice. */
const said = (effects: object) =>
  noticesOf({ at: AT, orders: [], ...effects }).map(({ kind, realm, userId, data }) => {
    const { state, amount, asset } = data.subject ?? {}
    const figure = typeof amount === 'string' ? ` ${amount} ${asset}` : ''
    return `${kind} ${state}${figure} -> ${realm} ${userId}`
  })
const idsOf = (effects: object) =>
  noticesOf({ at: AT, orders: [], ...effects }).map(({ noticeId }) => noticeId)

describe('notices of P2P trading (products 2)', () => {
  const order = (changes: object = {}) => ({
    p2p: {
      adverts: [],
      orders: [
        {
          id: 7,
          maker: 'mia',
          taker: 'tom',
          buyer: 'tom',
          seller: 'mia',
          asset: 'USDT',
          atoms: 100_00000000n,
          feeBp: 10,
          status: 'awaitingPayment',
          appeal: null,
          ruling: null,
          updatedAt: AT,
          ...changes,
        },
      ],
    },
  })
  const appeal = { userId: 'tom', reason: 'r', at: AT }
  const ruling = { operator: 'o', reason: 'r' }

  it.each<[string, object, readonly string[]]>([
    ['taken', {}, ['taken 100 USDT -> live mia']],
    ['taken from a buyer', { buyer: 'mia', seller: 'tom' }, ['taken 100 USDT -> live mia']],
    ['paid', { status: 'paid' }, ['paid 100 USDT -> live mia']],
    ['cancelled', { status: 'cancelled' }, ['cancelled 100 USDT -> live mia']],
    ['appealed', { status: 'appealed', appeal }, ['appealed 100 USDT -> live mia']],
    // What arrives, less the fee.
    ['released', { status: 'released' }, ['released 99.9 USDT -> live tom']],
    [
      'ruled for the buyer',
      { status: 'released', appeal, ruling },
      ['toBuyer 100 USDT -> live tom', 'toBuyer 100 USDT -> live mia'],
    ],
    [
      'ruled for the seller',
      { status: 'refunded', appeal, ruling },
      ['toSeller 100 USDT -> live tom', 'toSeller 100 USDT -> live mia'],
    ],
    [
      'expired',
      { status: 'expired' },
      ['expired 100 USDT -> live tom', 'expired 100 USDT -> live mia'],
    ],
  ])('notify who has to know of an order that is %s', (_name, changes, expected) => {
    expect(said(order(changes))).toEqual(expected.map((text) => `p2p ${text}`))
  })

  it('names the order, and each step once', () => {
    const [notice] = noticesOf({ at: AT, orders: [], ...(order() as object) })
    expect(notice?.data.subject?.id).toBe('7')
    expect(idsOf(order())).toEqual(['p2p:7:taken'])
    expect(idsOf(order({ status: 'paid' }))).toEqual(['p2p:7:paid'])
    expect(said(order({ updatedAt: AT - 1 }))).toEqual([])
  })
})

describe('notices of earn (products 3)', () => {
  const term = (changes: object = {}, amount?: bigint) => ({
    products: {
      packets: [],
      positions: [
        {
          id: 2,
          userId: 'ann',
          asset: 'USDT',
          days: 7,
          createdAt: AT - 8 * DAY,
          startDay: 20_000 - 7,
          nextDay: 20_000,
          principal: 0n,
          ...changes,
        },
      ],
      payments: amount === undefined ? [] : [{ positionId: 2, amount }],
    },
  })
  const renewed = { startDay: 20_000, principal: 10_00000000n }

  it('say that a term is over, with its interest', () => {
    expect(said(term({}, 1_00000000n))).toEqual(['earn matured 1 USDT -> live ann'])
    expect(said(term(renewed, 50000000n))).toEqual(['earn renewed 0.5 USDT -> live ann'])
  })

  it.each<[string, object]>([
    ['a day of a running term', { nextDay: 19_998, principal: 1n }],
    ['a term that was broken', { nextDay: 19_998 }],
    ['a term broken before its first day', { startDay: 20_000 }],
    ['a new position', { createdAt: AT - DAY, startDay: 20_000, principal: 1n }],
    ['a flexible position', { days: 0 }],
  ])('say nothing of %s', (_name, changes) => expect(said(term(changes))).toEqual([]))

  it('say each end once', () => {
    expect(idsOf(term(renewed))).toEqual(idsOf(term(renewed, 5n)))
    expect(idsOf(term({ ...renewed, startDay: 20_007, nextDay: 20_007 }))).not.toEqual(
      idsOf(term(renewed)),
    )
  })
})

describe('notices of red packets (products 4)', () => {
  const claim = (userId: string, amount: bigint, at = AT) => ({ userId, amount, at })
  const packet = (changes: object) => ({
    products: {
      packets: [
        { id: 4, userId: 'sid', asset: 'USDT', total: 10_00000000n, status: 'open', ...changes },
      ],
      positions: [],
      payments: [],
    },
  })

  it.each<[string, object, readonly string[]]>([
    ['created', { claims: [] }, []],
    ['opened', { claims: [claim('ben', 4_00000000n)] }, ['received 4 USDT -> live ben']],
    [
      'opened to the last part',
      {
        claims: [claim('ben', 4_00000000n, AT - 1), claim('cat', 6_00000000n)],
        status: 'finished',
      },
      ['received 6 USDT -> live cat', 'finished 10 USDT -> live sid'],
    ],
    [
      'expired',
      { claims: [claim('ben', 4_00000000n)], status: 'expired' },
      ['returned 6 USDT -> live sid'],
    ],
  ])('say that a packet is %s', (_name, changes, expected) => {
    expect(said(packet(changes))).toEqual(expected.map((text) => `redPacket ${text}`))
  })

  it('are one for each claim', () => {
    const claims = [claim('ben', 1n), claim('cat', 1n)]
    expect(idsOf(packet({ claims }))).not.toEqual(idsOf(packet({ claims: claims.slice(0, 1) })))
  })
})

it('notifies inviters of each asset of their rebates', () => {
  const entry = (userId: string, asset: string, amount: bigint) => ({
    kind: 'rebate',
    amount,
    credit: { owner: `user:${userId}`, asset },
  })
  const entries = [entry('ivy', 'USDT', 3_00000000n), entry('ivy', 'BTC', 5n)]
  const paid = { scope: 'grant', key: 'rebate:20000:0', entries }
  const effects = { transactions: [{ scope: 'grant', key: 'earn:1', entries }, paid] }
  expect(said(effects)).toEqual([
    'rebate received 3 USDT -> live ivy',
    'rebate received 0.00000005 BTC -> live ivy',
  ])
  expect(new Set(idsOf(effects)).size).toBe(2)
})
