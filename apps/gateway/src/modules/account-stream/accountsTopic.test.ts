import { userTopics, type AccountAmount } from '@x/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createContractCheck } from '../../platform/http/contractCheck.ts'
import type { Harness } from '../../testing/tradingHarness.ts'
import {
  ANN,
  BOB,
  loan,
  move,
  oid,
  openMarginHarness,
  setPrices,
} from '../margin/testing/marginHarness.ts'
import { createAccountsTopic } from './createAccountsTopic.ts'

let harness: Harness
let now = 0
beforeAll(async () => {
  harness = await openMarginHarness()
  setPrices(harness)
})
afterAll(() => harness.close())

const post = (path: string, body: object, userId: string = ANN) =>
  harness.call(path, { userId, body: { ...body } })
const read = (userId: string = ANN) =>
  harness.call<AccountAmount[]>('/v1/asset/accounts', { userId })
const shown = (rows: readonly AccountAmount[]) =>
  rows
    .filter(({ amount }) => amount !== '0')
    .map(({ account, asset, amount }) => `${account} ${amount} ${asset}`)

/** The topic of a connection, and what records of the journal made it send. */
function watch(userId: string) {
  const topic = createAccountsTopic({
    view: harness.trading.service.core.state,
    session: { realm: 'live', userId },
    marginAccounts: harness.marginAccounts,
    clock: { now: () => now },
  })
  topic.snapshot()
  const sent: AccountAmount[] = []
  const stop = harness.trading.service.core.onPublished((_seq, effects) =>
    sent.push(...topic.delta(effects)),
  )
  return { topic, sent, stop }
}

it('names what moves between wallets, less what is owed', async () => {
  const { sent, stop } = watch(ANN)
  await post('/v1/asset/move', move('1000', 'futures'))
  await post('/v1/asset/move', move('300'))
  await post('/v1/margin/borrow', loan('100'))
  await harness.trading.service.core.settled()
  stop()
  // An hour of interest is owed at once.
  const [futures, margin = ''] = shown(await read())
  expect([futures, margin.slice(0, 13)]).toEqual(['futures 1000 USDT', 'margin 299.99'])
  expect(shown(sent).slice(0, 2)).toEqual(['futures 1000 USDT', 'margin 300 USDT'])
  const message = { topic: 'accounts', type: 'delta', seq: 1, prevSeq: 0, ts: 0, data: sent }
  expect(createContractCheck().messageFault(userTopics.accounts, message)).toBeUndefined()
})

it('counts a withdrawal under way until it is given back', async () => {
  const [ann, bob] = [watch(ANN), watch(BOB)]
  const { service } = harness.trading
  service.run({
    kind: 'withdraw',
    at: 5,
    userId: ANN,
    ...oid(),
    digest: 'd',
    network: 'evm-a',
    asset: 'USDT',
    address: '0x1',
    atoms: '5000000000',
    fee: '1',
    value: '0',
    cap: '0',
  })
  const [id = 0] = [...service.core.state.withdrawals.open.keys()]
  await service.core.settled()
  service.run({ kind: 'withdrawalEvent', at: 6, id, event: 'cancel' })
  await service.core.settled()
  for (const { stop } of [ann, bob]) stop()
  expect(ann.sent).toEqual([
    { account: 'pending', asset: 'USDT', amount: '50' },
    { account: 'pending', asset: 'USDT', amount: '0' },
  ])
  expect(bob.sent).toEqual([])
})

it('counts the funds of a lead and an open red packet', async () => {
  const { service } = harness.trading
  service.run({
    kind: 'copyLeadOpen',
    at: 7,
    realm: 'live',
    userId: BOB,
    holder: BOB,
    ...oid(),
    digest: 'd',
    nickname: 'bob',
    pairs: ['BTCUSDT'],
    shareBp: 1_000,
    maxFollowers: 10,
    minimum: '5000000000',
    atoms: '20000000000',
  })
  service.run({
    kind: 'redPacketCreate',
    at: 8,
    userId: BOB,
    holder: BOB,
    ...oid(),
    digest: 'd',
    asset: 'USDT',
    unit: '1000000',
    units: '300',
    count: 3,
    split: 'equal',
    code: 'ABCDEFGHJK',
    greeting: '',
    seed: '00',
    expiresAt: 9_999,
  })
  expect(shown(await read(BOB))).toEqual(['copy 200 USDT', 'pending 3 USDT'])
})

it('follows prices every two seconds at most', async () => {
  await post('/v1/spot/order/place', {
    symbol: 'BTCUSDT',
    side: 'buy',
    orderType: 'limit',
    price: '60010.00',
    size: '0.001',
    timeInForce: 'ioc',
    funds: 'cross',
    ...oid(),
  })
  const { topic, stop } = watch(ANN)
  stop()
  now = 10_000
  expect(topic.priced()).toEqual([])
  await post('/v1/asset/move', move('10', 'futures'))
  now += 1_999
  expect(topic.priced()).toEqual([])
  now += 1
  expect(shown(topic.priced())).toEqual(['futures 1010 USDT'])
})
