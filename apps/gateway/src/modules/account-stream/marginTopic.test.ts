import { userTopics, type MarginAccount } from '@x/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createContractCheck } from '../../platform/http/contractCheck.ts'
import type { Harness } from '../../testing/tradingHarness.ts'
import {
  ANN,
  BOB,
  loan,
  move,
  openMarginHarness,
  setPrices,
} from '../margin/testing/marginHarness.ts'
import { createMarginTopic, createMaximaTopic } from './createMarginTopic.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openMarginHarness()
  setPrices(harness)
})
afterAll(() => harness.close())

const post = (path: string, body: object, userId = ANN) =>
  harness.call(path, { userId, body: { ...body } })

/** The topic of a connection, and what records of the journal made it send. */
function watch(userId: string) {
  const session = { realm: 'live' as const, userId }
  const topic = createMarginTopic({ session, marginAccounts: harness.marginAccounts })
  const sent: MarginAccount[] = []
  const stop = harness.trading.service.core.onPublished((_seq, effects) =>
    sent.push(...topic.delta(effects)),
  )
  return { topic, sent, stop }
}

it('begins with the cross account and isolated accounts in use', async () => {
  await post('/v1/asset/move', move('200', 'margin:BTCUSDT'))
  const { topic, stop } = watch(ANN)
  stop()
  const rows = topic.snapshot()
  expect(rows.map(({ symbol, assets }) => [symbol, assets[0]?.balance])).toEqual([
    [null, undefined],
    ['BTCUSDT', '200'],
  ])
  const message = { topic: 'marginAccount', type: 'snapshot', seq: 1, prevSeq: 0, ts: 0 }
  const check = createContractCheck()
  expect(check.messageFault(userTopics.marginAccount, { ...message, data: rows })).toBeUndefined()
})

it('sends an account that a loan changed, to its user only', async () => {
  const [ann, bob] = [watch(ANN), watch(BOB)]
  for (const { topic } of [ann, bob]) topic.snapshot()
  await post('/v1/asset/move', move('100'))
  await post('/v1/margin/borrow', loan('50'))
  await harness.trading.service.core.settled()
  expect(ann.sent.every(({ symbol }) => symbol === null)).toBe(true)
  expect(ann.sent.at(-1)).toMatchObject({ debtsValue: '50.00', level: '2.9999' })
  expect(bob.sent).toEqual([])
  ann.stop()
  bob.stop()
})

it('sends after prices the accounts that they changed, once', async () => {
  await post('/v1/spot/order/place', {
    symbol: 'BTCUSDT',
    side: 'buy',
    orderType: 'limit',
    price: '60010.00',
    size: '0.001',
    timeInForce: 'ioc',
    funds: 'cross',
    clientOid: 'topic',
  })
  const { topic, stop } = watch(ANN)
  topic.snapshot()
  setPrices(harness, 50_000)
  expect(topic.changed().map(({ symbol }) => symbol)).toEqual([null])
  expect(topic.changed()).toEqual([])
  stop()
})

it('sends maxima at first, after loans, after every third price', async () => {
  const session = { realm: 'live' as const, userId: ANN }
  const topic = createMaximaTopic({ session, marginAccounts: harness.marginAccounts })
  expect(topic.delta({ margin: undefined, accounts: [] } as never)).toEqual([])
  setPrices(harness, 50_000)
  const rows = await topic.snapshot()
  for (const { symbol, maxima } of rows)
    expect(maxima).toEqual(
      await harness.call('/v1/margin/max', {
        userId: ANN,
        query: symbol === null ? {} : { symbol },
      }),
    )
  expect(rows.map(({ symbol }) => symbol)).toEqual([null, 'BTCUSDT'])
  const message = { topic: 'marginMaxima', type: 'snapshot', seq: 1, prevSeq: 0, ts: 0 }
  const check = createContractCheck()
  expect(check.messageFault(userTopics.marginMaxima, { ...message, data: rows })).toBeUndefined()

  const sent: (string | null)[] = []
  const stop = harness.trading.service.core.onPublished((_seq, effects) =>
    sent.push(...topic.delta(effects).map(({ symbol }) => symbol)),
  )
  await post('/v1/margin/borrow', loan('10'))
  await harness.trading.service.core.settled()
  // What the pool lends less is lent less to every account: none is sent twice.
  expect(sent[0]).toBeNull()
  expect(new Set(sent).size).toBe(sent.length)
  stop()
  setPrices(harness, 40_000)
  expect([topic.changed(), topic.changed()]).toEqual([[], []])
  expect(topic.changed().map(({ symbol }) => symbol)).toContain(null)
})
