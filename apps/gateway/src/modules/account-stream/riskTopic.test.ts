import {
  marketTopics,
  userTopics,
  type FuturesRiskEvent,
  type LiquidationDetail,
  type PublicLiquidation,
} from '@x/api'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ladderPass } from '../../exchange/futures/liquidation.ts'
import { createContractCheck } from '../../platform/http/contractCheck.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { createLiquidationFeed } from '../futures/createLiquidationFeed.ts'
import { createFuturesTopics } from './createFuturesTopics.ts'

const BTC = 'usdt/BTCUSDT'
const check = createContractCheck()
let harness: Harness
let ann: string
let bob: string
let count = 5_000_000_000
let now = Date.UTC(2026, 0, 5, 7, 0, 1)
let stops: (() => void)[] = []
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  ;[ann, bob] = [fund('1000'), fund('100000')]
  prices(600_000)
  await post('account/leverage', ann, { symbol: 'BTCUSDT', leverage: 100 })
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

const service = () => harness.trading.service
function prices(mark: number): void {
  service().run({ kind: 'prices', at: (now += 1_000), rows: [[BTC, mark, mark]] })
}
function climbDown(): void {
  const { core } = service()
  for (const command of ladderPass(core.state, { at: now })) core.execute(command)
}
function fund(usdt: string): string {
  const userId = String((count += 1))
  const atoms = `${usdt}00000000`
  const [grant, names] = [{ key: `g${userId}`, funds: { USDT: atoms } }, { digest: 'd' }]
  service().run({ kind: 'grant', at: now, realm: 'live', userId, ...grant })
  const way = { from: 'spot', to: 'futures', asset: 'USDT', atoms, clientOid: 'fund' } as const
  service().run({ kind: 'walletMove', at: now, realm: 'live', userId, ...way, ...names })
  return userId
}
const post = (path: string, userId: string, body: object) =>
  harness.call(`/v1/futures/${path}`, { userId, body: { ...body } })
const limit = (userId: string, side: 'buy' | 'sell', [price, size]: readonly [string, string]) =>
  post('order/place', userId, { symbol: 'BTCUSDT', side, orderType: 'limit', price, size })
/** Ann is long, Bob short. */
async function open(price: string, size = '1') {
  await limit(bob, 'sell', [price, size])
  await limit(ann, 'buy', [price, size])
}

/** What a connection of the user is sent from here on, beside the snapshot. */
function watch(userId: string, realm: 'live' | 'paper' = 'live') {
  const { core } = service()
  const topics = createFuturesTopics({
    view: core.state,
    session: { realm, userId },
    readFuturesFills: () => Promise.resolve([]),
    now: () => now,
  })
  const events: FuturesRiskEvent[] = []
  const snapshot = topics.snapshot('risk') as readonly FuturesRiskEvent[]
  stops.push(
    core.onPublished((_seq, effects) => {
      events.push(...(topics.delta('risk', effects) as readonly FuturesRiskEvent[]))
    }),
  )
  const published = async () => {
    await core.settled()
    const data = [...events]
    const message = { topic: 'risk', type: 'delta', seq: 1, prevSeq: 0, ts: now, data }
    expect(check.messageFault(userTopics.risk, message)).toBeUndefined()
    return data
  }
  return { snapshot, published }
}

describe('the topic risk (futures 11)', () => {
  it('calls for margin once at each level (futures 12)', async () => {
    await open('60000')
    const { published } = watch(ann)
    for (const mark of [594_200, 593_800, 593_700, 593_400, 593_300, 600_000, 593_800]) {
      prices(mark)
      // A call is about the prices of when it is published.
      // oxlint-disable-next-line no-await-in-loop
      await service().core.settled()
    }
    const calls = await published()
    expect(calls.map(({ marginRatio }) => Number(marginRatio) / 100)).toEqual([
      expect.closeTo(0.82, 1.5),
      expect.closeTo(0.93, 1.5),
      expect.closeTo(0.96, 1.5),
      expect.closeTo(0.82, 1.5),
    ])
    expect(calls[0]).toMatchObject({ symbol: null, marginMode: 2, marginCoin: 'USDT' })
  })

  it('says in its snapshot which calls stand (futures 11)', async () => {
    await open('60000')
    expect(watch(ann).snapshot).toEqual([])
    prices(593_500)
    expect(watch(ann).snapshot).toMatchObject([{ kind: 'margin_call', marginRatio: '89.93' }])
    expect(watch(bob).snapshot).toEqual([])
    expect(watch(ann, 'paper').snapshot).toEqual([])
  })

  it('names the contract of a called isolated position (futures 12)', async () => {
    await post('account/marginMode', ann, { symbol: 'BTCUSDT', marginMode: 1 })
    await open('60000')
    prices(596_500)
    expect(watch(ann).snapshot).toMatchObject([{ symbol: 'BTCUSDT', marginMode: 1 }])
  })

  it('says each step of a liquidation with its report (futures 6)', async () => {
    await open('60000')
    await limit(ann, 'sell', ['62000', '0.1'])
    await limit(bob, 'buy', ['59250', '1'])
    const { published } = watch(ann)
    const other = watch(bob)
    prices(592_800)
    climbDown()
    const steps = (await published()).filter(({ kind }) => kind === 'liquidation')
    expect(steps).toMatchObject([
      { step: 1, symbol: null, marginMode: 2 },
      { step: 3, symbol: 'BTCUSDT', marginMode: 2 },
    ])
    const reports = await Promise.all(
      steps.map(({ liquidationId }) =>
        harness.call<LiquidationDetail>('/v1/futures/liquidation/detail', {
          userId: ann,
          query: { liquidationId: liquidationId ?? '' },
        }),
      ),
    )
    expect(new Set(reports.map((each) => each.liquidationId)).size).toBe(1)
    // In the report each step has the number under which it is published.
    expect(reports[0]?.steps.map((step) => step.liquidationId)).toEqual(
      steps.map(({ liquidationId }) => liquidationId),
    )
    expect(await other.published()).toEqual([])
  })

  it('says what funding took and gave (futures 5)', async () => {
    await open('60000')
    const [payer, receiver] = [watch(ann), watch(bob)]
    const funding = { kind: 'funding', at: now, symbol: BTC, rate: 10_000, mark: 600_000 } as const
    for (const part of [0, 1]) service().run({ ...funding, part })
    expect(await payer.published()).toMatchObject([
      { kind: 'funding', amount: '-6', symbol: 'BTCUSDT', marginMode: 2, marginCoin: 'USDT' },
    ])
    expect(await receiver.published()).toMatchObject([{ kind: 'funding', amount: '6' }])
  })

  it('says what was realised to who was deleveraged (futures 6)', async () => {
    await open('60000')
    const { published } = watch(bob)
    prices(580_000)
    climbDown()
    const [event] = (await published()).filter(({ kind }) => kind === 'deleveraged')
    expect(event).toMatchObject({ symbol: 'BTCUSDT', marginMode: 2 })
    expect(Number(event?.amount)).toBeGreaterThan(0)
    expect(event?.liquidationId).toMatch(/^adl\d+$/)
  })

  it('shows who is deleveraged first by lights (futures 6)', async () => {
    await open('60000')
    prices(599_000)
    const adlOf = async (userId: string) =>
      (await harness.call<{ adl: number }[]>('/v1/futures/position/list', { userId })).map(
        ({ adl }) => adl,
      )
    // The queue is kept for ten seconds.
    now += 10_000
    prices(599_000)
    expect(await adlOf(ann)).toEqual([0])
    const [lights] = await adlOf(bob)
    expect(lights).toBeGreaterThanOrEqual(1)
    expect(lights).toBeLessThanOrEqual(5)
  })
})

describe('the topic liquidation (futures 11)', () => {
  const address = { topic: 'liquidation', symbol: 'BTCUSDT', product: 'usdt' } as const
  interface Message {
    readonly type: string
    readonly seq: number
    readonly prevSeq: number
    readonly liquidations: readonly PublicLiquidation[]
  }
  const read = (text: string | undefined): Message => {
    const message = JSON.parse(text ?? '{}') as Message
    expect(check.messageFault(marketTopics.liquidation, message)).toBeUndefined()
    return message
  }
  const feed = () => {
    const { core } = service()
    return createLiquidationFeed({ core, db: harness.db, now: () => now, log: silentLog })
  }

  it('shows past steps, then new ones, as HTTP does (futures 14)', async () => {
    const own = feed()
    await own.start()
    const channel = own.open(address)
    const before = read(channel?.snapshot())
    await open('60000')
    await limit(bob, 'buy', ['59250', '1'])
    prices(592_800)
    climbDown()
    const messages: string[] = []
    await expect
      .poll(() => messages.push(...(channel?.deltas() ?? [])), { interval: 1 })
      .toBeGreaterThan(0)
    const [delta] = messages.map(read)
    expect(delta).toMatchObject({ type: 'delta', seq: 1, prevSeq: 0 })
    const { items } = await harness.call<{ items: PublicLiquidation[] }>(
      '/v1/futures/public/liquidations',
      { userId: 'anybody', query: { symbol: 'BTCUSDT' } },
    )
    const traded = items.filter(({ side }) => side !== null).toReversed()
    expect([...before.liquidations, ...(delta?.liquidations ?? [])]).toEqual(traded)
    expect(read(channel?.snapshot()).liquidations).toEqual(traded)
    expect(JSON.stringify(delta)).not.toContain(ann)
    await own.stop()
  })

  it('begins after a restart with what the ledger has (futures 11)', async () => {
    const own = feed()
    await own.start()
    const { liquidations, type } = read(own.open(address)?.snapshot())
    expect(type).toBe('snapshot')
    expect(liquidations.length).toBeGreaterThan(0)
    expect(own.open({ ...address, symbol: 'ETHUSDT' })?.deltas()).toEqual([])
    await own.stop()
  })

  it('is of contracts only (futures 11)', () => {
    const own = feed()
    stops.push(() => void own.stop())
    expect(own.open({ topic: 'liquidation', symbol: 'BTCUSDT' })).toBeUndefined()
    expect(own.open({ ...address, symbol: 'NONE' })).toBeUndefined()
    expect(own.open({ ...address, topic: 'trade' })).toBeUndefined()
  })
})
