import { describe, expect, it } from 'vitest'
import {
  ADVERT_TABLE,
  countCancel,
  createP2pState,
  dumpP2p,
  ORDER_TABLE,
  type P2pAdvert,
  type P2pCancels,
  type P2pOrder,
  restoreP2p,
} from './p2pState.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = 20_000 * DAY

const ADVERT: P2pAdvert = {
  id: 1,
  userId: '1',
  clientOid: 'c',
  digest: 'd',
  side: 'sell',
  asset: 'ETH',
  scale: 18,
  fiat: 'EUR',
  createdAt: 1,
  terms: {
    price: null,
    marginBp: 5,
    minimum: '1',
    maximum: '2',
    payMinutes: 15,
    methods: ['bank'],
    methodIds: [1],
    text: 't',
  },
  version: 3,
  remaining: 123_456_789_012_345_678_901n,
  openOrders: 1,
  status: 'paused',
  updatedAt: 2,
}
const ORDER: P2pOrder = {
  id: 2,
  advertId: 1,
  clientOid: 'c',
  digest: 'd',
  maker: '1',
  taker: '2',
  buyer: '2',
  seller: '1',
  asset: 'ETH',
  scale: 18,
  fiat: 'EUR',
  price: '300000000000',
  atoms: 987_654_321_098_765_432_109n,
  cents: 296_296_296n,
  feeBp: 10,
  methods: [1],
  text: 't',
  createdAt: 3,
  expiresAt: 4,
  paidAt: 5,
  appeal: { userId: '2', reason: 'r', at: 6 },
  ruling: null,
  status: 'appealed',
  updatedAt: 6,
}

describe('the tables of P2P trading (products 2)', () => {
  it('are those of the design', () => {
    expect(ORDER_TABLE).toEqual({
      awaitingPayment: { paid: ['paid'], expire: ['expired'], cancel: ['cancelled'] },
      paid: { cancel: ['cancelled'], release: ['released'], appeal: ['appealed'] },
      appealed: { cancel: ['cancelled'], release: ['released'], rule: ['released', 'refunded'] },
    })
    expect(Object.keys(ADVERT_TABLE)).toEqual(['draft', 'online', 'paused', 'closed'])
  })
})

it('restores from a dump what was there, in plain JSON (products 2)', () => {
  const state = createP2pState()
  state.adverts.set(ADVERT.id, ADVERT)
  state.orders.set(ORDER.id, ORDER)
  countCancel(state.cancels, { buyer: '2', at: START })
  const rows = JSON.parse(JSON.stringify([...dumpP2p(state)])) as Parameters<typeof restoreP2p>[1]
  const copy = createP2pState()
  restoreP2p(copy, rows)
  expect(copy).toEqual(state)
})

describe('purchases that a buyer gives up (products 2)', () => {
  const after = (...times: readonly number[]) => {
    const cancels = new Map<string, P2pCancels>()
    for (const at of times) countCancel(cancels, { buyer: 'b', at: START + at })
    return cancels.get('b')
  }

  it.each([
    [[0], 1, 0],
    [[0, HOUR], 2, 0],
    [[0, HOUR, 2 * HOUR], 3, 2 * HOUR + DAY],
    [[0, HOUR, 2 * HOUR, 3 * HOUR], 4, 3 * HOUR + DAY],
    [[23 * HOUR, 23.5 * HOUR, DAY], 1, 0],
    [[0, HOUR, 2 * HOUR, DAY + HOUR], 1, 2 * HOUR + DAY],
  ] as const)('count to a stop: %o', (times, count, stop) => {
    const stoppedUntil = stop === 0 ? 0 : START + stop
    expect(after(...times)).toMatchObject({ count, stoppedUntil })
  })

  it('are forgotten with their day and their stop', () => {
    const cancels = new Map<string, P2pCancels>()
    for (const at of [0, 1, 2]) countCancel(cancels, { buyer: 'stopped', at: START + at })
    countCancel(cancels, { buyer: 'once', at: START })
    countCancel(cancels, { buyer: 'later', at: START + DAY })
    expect([...cancels.keys()]).toEqual(['stopped', 'later'])
    countCancel(cancels, { buyer: 'later', at: START + DAY + 2 })
    expect([...cancels.keys()]).toEqual(['later'])
  })
})
