import type { FeeSchedule, VipDetail } from '@x/api'
import { browserClock } from '@x/kit/browser'
import { formatUnits, parseUnits } from '@x/decimal'
import { FEE_TIERS, P2P_FEE, TIER_REQUIREMENTS, type TierRequirements } from '@x/trading'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { feeOn } from '../../exchange/accounts/fee.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import { scaleOf, SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { SPREAD_BP } from '../payments/ports/spread.ts'
import { DEVELOPMENT_NETWORKS } from '../wallet/ports/networks.ts'
import { feeAtoms } from '../withdrawals/withdrawalInput.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 5, 10, 9)
const [ANN, SUB, BEN] = ['1000000001', '1000000002', '1000000003']
/** The volumes of the reference gateway; nobody here is rich enough for a level. */
const BY_VOLUME = TIER_REQUIREMENTS.map(({ volume }) => ({
  volume,
  valuation: '1000000000',
})) as unknown as TierRequirements

interface FillView {
  readonly orderId: string
  readonly size: string
  readonly value: string
  readonly fee: string
  readonly side: string
}

let now = START
let harness: Harness
let count = 0
/**
 * The levels are looked at each minute; here a minute is short. A new day begins for everything at
 * once.
 */
const clock = {
  ...browserClock(),
  now: () => now,
  after: (ms: number, run: () => void) => browserClock().after(ms === 60_000 ? 5 : ms, run),
}

async function open(
  options: { tierRequirements?: TierRequirements; closes?: Readonly<Record<string, number>> } = {},
): Promise<void> {
  const { closes = {}, ...rest } = options
  harness = await openHarness({
    clock,
    dailyCloses: async (symbol) => (closes[symbol] ? [{ openTime: 0, close: closes[symbol] }] : []),
    ...rest,
  })
  for (const [id, parent] of [
    [ANN, null],
    [SUB, ANN],
    [BEN, null],
  ]) {
    await harness.db.query(
      `insert into users (id, email, password_hash, role, parent_id, created_at) values ($1::text,
        case when $2::text is null then $1::text || '@example.com' end,
        case when $2::text is null then 'x' end,
        case when $2::text is null then 'trader' else 'sub-account' end, $2::text, 0)`,
      [id, parent],
    )
    await harness.trading.seedDemo(id!)
  }
  const ticks = 6_000_000
  harness.market.print({ symbol: 'BTCUSDT', ticks, lots: 1, takerSide: 'buy' })
  // The house account buys and sells a thousand BTC at 60,000.
  harness.trading.houseAccount.submit(
    (['buy', 'sell'] as const).map((side) => ({
      kind: 'place',
      symbol: 'BTCUSDT',
      orderName: side,
      side,
      ticks: side === 'buy' ? ticks : ticks + 1,
      lots: 100_000_000,
    })),
  )
}

const levelOf = async (userId: string) =>
  (
    await harness.db.query<{ vip_level: number }>('select vip_level from users where id = $1', [
      userId,
    ])
  )[0]?.vip_level
/** The next look of the gateway is over. */
async function looked(): Promise<void> {
  const today = Math.floor(now / DAY)
  await expect
    .poll(async () =>
      Number(
        (
          await harness.db.query<{ assessed_day: bigint }>(
            'select assessed_day from fee_tier_progress',
          )
        )[0]?.assessed_day,
      ),
    )
    .toBe(today)
}
const later = async (days: number) => {
  now += days * DAY
  // The level that an order is charged by is read every two seconds.
  vi.spyOn(clock, 'monotonic').mockReturnValue(browserClock().monotonic() + now)
  await looked()
}

/** A market order for a BTC, 60,000 USDT; its fills as the user reads them. */
async function trade(
  userId: string,
  {
    realm = 'live' as const,
    side = 'buy',
    size = '1',
    ...more
  }: {
    realm?: 'live' | 'paper'
    side?: string
    size?: string
    price?: string
    selfTradePrevention?: string
  } = {},
): Promise<readonly FillView[]> {
  const body = {
    symbol: 'BTCUSDT',
    side,
    size,
    clientOid: `t${count++}`,
    ...(more.price ? { orderType: 'limit' } : { orderType: 'market', sizeUnit: 'base' }),
    ...more,
  }
  const { orderId } = await harness.call<{ orderId: string }>('/v1/spot/order/place', {
    userId,
    realm,
    body,
  })
  const { items } = await harness.call<{ items: readonly FillView[] }>('/v1/spot/order/fills', {
    userId,
    realm,
    query: { orderId },
  })
  return items
}

/**
 * Trades of one holder, as journals hold them from before prevention went by holder: a BTC each.
 */
async function tradeAsBefore(
  ...pairs: readonly (readonly [seller: string, buyer: string])[]
): Promise<void> {
  await harness.stop()
  const core = await openTradingCore({
    db: harness.db,
    clock,
    dataDir: harness.dataDir,
    instruments: [...SPOT_SYMBOLS, ...CONTRACTS],
    log: silentLog,
  })
  const terms = {
    symbol: 'BTCUSDT',
    orderType: 'limit',
    timeInForce: 'gtc',
    prevention: 'none',
    ticks: 6_000_000,
    lots: 1_000_000,
    budget: 0,
    makerPpm: 1000,
    takerPpm: 1000,
    digest: 'd',
  } as const
  for (const [seller, buyer] of pairs)
    for (const [userId, side] of [
      [seller, 'sell'],
      [buyer, 'buy'],
    ] as const)
      core.execute({ kind: 'place', at: now, userId, side, clientOid: `b${count++}`, ...terms })
  await core.settled()
  expect(core.state.orders.size).toBe(0)
  await core.stop()
  await harness.start()
}

interface ContractFill extends FillView {
  readonly role: string
}

/** A trade of a contract at 60,000; what it costs the one who asks, then the one who is asked. */
async function tradeContract(buyer: string, seller: string, of: { symbol: string; size: string }) {
  for (const [userId, side] of [
    [seller, 'sell'],
    [buyer, 'buy'],
  ] as const)
    await harness.call('/v1/futures/order/place', {
      userId,
      body: { ...of, side, orderType: 'limit', price: '60000' },
    })
  const fees = [buyer, seller].map(async (userId) => {
    const { items } = await harness.call<{ items: readonly ContractFill[] }>(
      '/v1/futures/order/fills',
      { userId, query: { symbol: of.symbol } },
    )
    return [items[0]?.role, items[0]?.fee]
  })
  return Promise.all(fees)
}

/** Buys and sells again: 120,000 USDT of volume for a fee of some hundred. */
async function volume(userId: string, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const side of ['buy', 'sell']) expect(await trade(userId, { side })).not.toEqual([])
}

/** Parts per million of what each fill brought, as the table of trading 7 has it. */
const charged = (fills: readonly FillView[]) =>
  fills.map(({ size, fee }) =>
    [0, 1, 2, 3, 4, 5].find(
      (level) =>
        feeOn(
          BigInt(Math.round(Number(size) * 1e8)),
          Math.round(Number(FEE_TIERS.spot[level as 0].taker) * 10_000),
        ) === BigInt(Math.round(Number(fee) * 1e8)),
    ),
  )

beforeEach(() => void (now = START))
afterEach(async () => {
  vi.restoreAllMocks()
  await harness.close()
})

describe('tiers by 30-day volume (trading 7)', () => {
  it('charges the VIP 1 fee from the day after a million traded', async () => {
    await open({ tierRequirements: BY_VOLUME })
    await volume(ANN!, 8)
    const before = await trade(ANN!, { size: '0.6' })
    expect([charged(before), await levelOf(ANN!)]).toEqual([[0], 0])
    await later(1)
    // 960,000 and 36,000 with a cent for each BTC bought.
    expect(await levelOf(ANN!)).toBe(0)
    const last = await trade(ANN!, { side: 'sell', size: '0.1' })
    expect(last).toHaveLength(1)
    await later(1)
    expect([await levelOf(ANN!), await levelOf(BEN!)]).toEqual([1, 0])
    const after = await trade(ANN!, { size: '0.5' })
    expect([charged(after), charged(await trade(BEN!, { size: '0.5' }))]).toEqual([[1], [0]])
    const stored = await harness.call<{ items: readonly FillView[] }>('/v1/spot/order/fills', {
      userId: ANN!,
      query: { orderId: before[0]!.orderId },
    })
    expect(stored.items).toEqual(before)
  })

  it('drops volume older than 30 days, and the level', async () => {
    await open({ tierRequirements: BY_VOLUME })
    await volume(ANN!, 9)
    await later(30)
    expect([await levelOf(ANN!), charged(await trade(ANN!, { size: '0.1' }))]).toEqual([1, [1]])
    await later(1)
    expect([await levelOf(ANN!), charged(await trade(ANN!, { size: '0.1' }))]).toEqual([0, [0]])
  })

  it('an order that stands keeps the fee that it was placed with', async () => {
    await open({ tierRequirements: BY_VOLUME })
    await volume(ANN!, 9)
    await harness.call('/v1/spot/order/place', {
      userId: ANN!,
      body: {
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'limit',
        price: '59999',
        size: '0.5',
        clientOid: 'rests',
      },
    })
    await later(1)
    expect(await levelOf(ANN!)).toBe(1)
    harness.trading.houseAccount.submit([
      { kind: 'cancel', symbol: 'BTCUSDT', orderName: 'buy' },
      {
        kind: 'place',
        symbol: 'BTCUSDT',
        orderName: 'dip',
        side: 'sell',
        orderType: 'limit',
        ticks: 5_999_900,
        lots: 50_000,
      },
    ])
    const { items } = await harness.call<{ items: readonly (FillView & { role: string })[] }>(
      '/v1/spot/order/fills',
      { userId: ANN! },
    )
    expect([items[0]?.role, items[0]?.fee]).toEqual(['maker', '0.0005'])
  })

  it('counts sub-account trades, not paper trades or trades with oneself', async () => {
    await open({
      tierRequirements: [
        { volume: '60000', valuation: '1000000000' },
        ...BY_VOLUME.slice(1),
      ] as unknown as TierRequirements,
    })
    harness.market.show('BTCUSDT', 'sell', [[6_000_000, 1_000_000]])
    await trade(BEN!, { realm: 'paper', size: '0.8' })
    await trade(BEN!, { realm: 'paper', side: 'sell', size: '1', price: '60000.00' })
    // Inside the spread of a cent there is none: the house account steps aside.
    harness.trading.houseAccount.submit(
      (['buy', 'sell'] as const).map((orderName) => ({
        kind: 'cancel',
        symbol: 'BTCUSDT',
        orderName,
      })),
    )
    await tradeAsBefore([ANN!, ANN!], [ANN!, SUB!])
    await later(1)
    expect([await levelOf(ANN!), await levelOf(BEN!)]).toEqual([0, 0])
    await trade(SUB!, { side: 'sell', size: '1', price: '60000' })
    expect(await trade(BEN!, { side: 'buy', size: '1', price: '60000' })).toHaveLength(1)
    await later(1)
    expect([await levelOf(ANN!), await levelOf(SUB!), await levelOf(BEN!)]).toEqual([1, 1, 1])
  })

  it('counts contracts, and charges their fees by the level', async () => {
    await open({
      tierRequirements: [
        { volume: '22000', valuation: '1000000000' },
        ...BY_VOLUME.slice(1),
      ] as unknown as TierRequirements,
    })
    const rows = ['usdt/BTCUSDT', 'coin/BTCUSD'].map((id) => [id, 600_000, 600_000] as const)
    harness.trading.service.run({ kind: 'prices', at: now, rows })
    for (const userId of [ANN!, BEN!])
      for (const [asset, amount] of [
        ['USDT', '10000'],
        ['BTC', '1'],
      ] as const)
        await harness.call('/v1/asset/move', {
          userId,
          body: { from: 'spot', to: 'futures', asset, amount, clientOid: `m${count++}` },
        })
    // 12,000 USDT, and a hundred contracts of 100 USD, whatever they are worth in coin.
    expect(await tradeContract(ANN!, BEN!, { symbol: 'BTCUSDT', size: '0.2' })).toEqual([
      ['taker', '7.2'],
      ['maker', '2.4'],
    ])
    await tradeContract(ANN!, BEN!, { symbol: 'BTCUSD', size: '100' })
    await later(1)
    await harness.restart()
    const { volume: traded } = await harness.call<VipDetail>('/v1/vip/detail', { userId: ANN! })
    expect([traded, await levelOf(ANN!), await levelOf(BEN!)]).toEqual(['22000.00', 1, 1])
    // VIP 1: 0.055 % of 6,000 for the taker, 0.018 % for the maker.
    expect(await tradeContract(BEN!, ANN!, { symbol: 'BTCUSDT', size: '0.1' })).toEqual([
      ['taker', '3.3'],
      ['maker', '1.08'],
    ])
  })

  it('is counted once, however often the gateway starts', async () => {
    await open({ tierRequirements: BY_VOLUME })
    await volume(ANN!, 5)
    for (let round = 0; round < 3; round++) {
      await later(1)
      await harness.restart()
    }
    // 600,000, not twice that.
    expect(
      await harness.db.query(
        'select sum(quote)::text as quote, count(*) as days from fee_volume_day where user_id = $1',
        [ANN],
      ),
    ).toEqual([{ quote: '60000005000000', days: 1n }])
    expect(await levelOf(ANN!)).toBe(0)
    await volume(ANN!, 4)
    await harness.restart()
    await later(1)
    expect(await levelOf(ANN!)).toBe(1)
    await harness.restart()
    expect([await levelOf(ANN!), charged(await trade(ANN!, { size: '0.1' }))]).toEqual([1, [1]])
  })
})

describe('tiers by asset valuation (trading 7)', () => {
  it('takes the higher level of both, valued at the previous day', async () => {
    // 100,000 USDT and 2 BTC at 80,000 are 260,000 for VIP 2; with a sub-account as rich, 520,000
    // for VIP 3.
    await open({ closes: { BTCUSDT: 8_000_000 } })
    await looked()
    expect(await levelOf(BEN!)).toBe(0)
    await later(1)
    expect([await levelOf(BEN!), await levelOf(ANN!), await levelOf(SUB!)]).toEqual([2, 3, 3])
    expect(charged(await trade(BEN!, { size: '0.5' }))).toEqual([2])
  })

  it("keeps yesterday's levels while the database fails, and retries", async () => {
    await open({ closes: { BTCUSDT: 6_000_000 } })
    await later(1)
    const query = harness.db.query.bind(harness.db)
    const failing = vi
      .spyOn(harness.db, 'query')
      .mockImplementation((text, params) =>
        text.includes('fee_volume_day v') ? Promise.reject(new Error('gone')) : query(text, params),
      )
    now += DAY
    await expect
      .poll(() => failing.mock.calls.filter(([text]) => text.includes('fee_volume_day v')).length)
      .toBeGreaterThan(1)
    expect(await levelOf(BEN!)).toBe(2)
    failing.mockRestore()
    await looked()
  })
})

describe('the fee schedule and the level of a user (products 5)', () => {
  const vip = (userId: string) => harness.call<VipDetail>('/v1/vip/detail', { userId })

  it('publishes the table that orders are charged by', async () => {
    await open()
    const schedule = await harness.call<FeeSchedule>('/v1/mix/config/fees', { userId: ANN! })
    expect(schedule.levels).toEqual(
      FEE_TIERS.spot.map((spot, level) => ({
        level,
        volume: TIER_REQUIREMENTS[level - 1]?.volume ?? null,
        valuation: TIER_REQUIREMENTS[level - 1]?.valuation ?? null,
        spot,
        futures: FEE_TIERS.futures[level],
      })),
    )
  })

  it('publishes what P2P, conversions and withdrawals are charged by', async () => {
    await open()
    const schedule = await harness.call<FeeSchedule>('/v1/mix/config/fees', { userId: ANN! })
    expect(schedule.p2p).toEqual(P2P_FEE)
    expect(schedule.convert).toEqual({ spread: formatUnits(SPREAD_BP, 2, { trim: true }) })
    const listed = DEVELOPMENT_NETWORKS.flatMap(({ id, assets }) =>
      assets.map((coin) => `${coin.asset} ${id} ${feeAtoms(coin)}`),
    )
    expect(
      schedule.withdrawals.map(
        ({ asset, network, fee }) => `${asset} ${network} ${parseUnits(fee, scaleOf(asset))}`,
      ),
    ).toEqual(listed)
  })

  it('shows what the level came from and what is lacking', async () => {
    await open({ tierRequirements: BY_VOLUME })
    await volume(ANN!, 5)
    await later(1)
    const detail = await vip(ANN!)
    const yesterday = Math.floor(now / DAY) * DAY - DAY
    expect(detail).toMatchObject({
      level: 0,
      assessedAt: yesterday + DAY,
      volume: '600000.05',
      valuation: expect.stringMatching(/^\d+\.\d\d$/),
      next: { level: 1, volume: '1000000', lackingVolume: '399999.95' },
      spot: FEE_TIERS.spot[0],
      futures: FEE_TIERS.futures[0],
    })
    expect(detail.days).toHaveLength(30)
    expect(detail.days.at(-1)).toEqual({ at: yesterday, volume: '600000.05' })
    expect(detail.days.slice(0, -1).every(({ volume: traded }) => traded === '0.00')).toBe(true)
  })

  it('counts the sub-accounts in, and shows them no amounts', async () => {
    await open({ tierRequirements: BY_VOLUME })
    await volume(SUB!, 1)
    await later(1)
    expect((await vip(ANN!)).volume).toBe('120000.01')
    expect(await vip(SUB!)).toMatchObject({
      volume: null,
      valuation: null,
      days: [],
      next: { lackingVolume: null, lackingValuation: null },
    })
    expect((await vip(BEN!)).volume).toBe('0.00')
  })

  it('has no next level at the highest one', async () => {
    const least = BY_VOLUME.map(() => ({ volume: '1', valuation: '1000000000' }))
    await open({ tierRequirements: least as unknown as TierRequirements })
    await volume(ANN!, 1)
    await later(1)
    expect(await vip(ANN!)).toMatchObject({ level: 5, next: null, spot: FEE_TIERS.spot[5] })
  })
})
