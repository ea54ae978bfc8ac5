import { describe, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import type { HouseAccountCommand } from '../../../exchange/state/houseAccountRows.ts'
import { createPairFlow, type Resting } from './createPairFlow.ts'
import { DEEP_LEVELS, KEPT_STEPS, MOST_COMMANDS } from './deepQuotes.ts'
import { MAKERS, RUNGS } from './maker.ts'
import { MARKET_PROFILES } from './profile.ts'
import { SCENARIO_NAMES, type ScenarioName, SCENARIOS } from './scenario.ts'

/** The plainest market: limit orders rest, takers consume from the best price on. */
function plainMarket() {
  const resting = new Map<string, Resting>()
  let trades = 0
  const prices: number[] = []
  const apply = (commands: readonly HouseAccountCommand[]) => {
    for (const { kind, orderName, side = 'buy', ticks = 0, lots = 0, timeInForce } of commands) {
      if (kind === 'cancel') {
        resting.delete(orderName)
        continue
      }
      const sign = side === 'buy' ? 1 : -1
      let left = lots
      const facing = [...resting.values()]
        .filter((other) => other.side !== side && (other.ticks - ticks) * sign <= 0)
        .sort((a, b) => (a.ticks - b.ticks) * sign)
      for (const other of facing) {
        if (left === 0) break
        const filled = Math.min(left, other.lots)
        left -= filled
        trades++
        prices.push(other.ticks)
        if (filled === other.lots) resting.delete(other.orderName)
        else resting.set(other.orderName, { ...other, lots: other.lots - filled })
      }
      if (left > 0 && timeInForce === 'gtc')
        resting.set(orderName, { orderName, side, ticks, lots: left })
    }
  }
  const levels = (side: 'buy' | 'sell') =>
    [
      ...new Set(
        [...resting.values()].filter((order) => order.side === side).map(({ ticks }) => ticks),
      ),
    ].sort((a, b) => (side === 'buy' ? b - a : a - b))
  return { apply, levels, list: () => [...resting.values()], trades: () => trades, prices }
}

function run({
  symbol = 'BTCUSDT',
  seed = 'generator',
  steps = 400,
  scenario = 'normal',
  deepenAt = -1,
}: {
  symbol?: string
  seed?: string
  steps?: number
  scenario?: ScenarioName
  /** The step before which somebody reads the deep book. */
  deepenAt?: number
}) {
  const profile = MARKET_PROFILES[symbol] ?? raise()
  const flow = createPairFlow({
    symbol,
    seed,
    profile,
    fair: profile.startTicks,
    scenario: SCENARIOS[scenario],
  })
  const market = plainMarket()
  const log: HouseAccountCommand[][] = []
  const middles: number[] = []
  const tradesAt: number[] = []
  for (let step = 0; step < steps; step++) {
    if (step === deepenAt) flow.deepen()
    const commands = flow.step(market.list())
    log.push(commands)
    market.apply(commands)
    middles.push(
      ((market.levels('buy')[0] ?? 0) + (market.levels('sell')[0] ?? 0)) / 2 / profile.startTicks,
    )
    tradesAt.push(market.trades())
  }
  return { log, market, profile, middles, tradesAt }
}

describe('the generated market (trading 6)', () => {
  it('is the same, byte for byte, for the same seed', () => {
    expect(JSON.stringify(run({}).log)).toBe(JSON.stringify(run({}).log))
    expect(JSON.stringify(run({ seed: 'generator:2' }).log)).not.toBe(JSON.stringify(run({}).log))
  })

  it.each(SPOT_SYMBOLS.map(({ symbol }) => symbol))(
    'keeps a deep, uncrossed book on %s',
    (symbol) => {
      const { market, profile } = run({ symbol })
      const [bids, asks] = [market.levels('buy'), market.levels('sell')]
      expect(bids.length).toBeGreaterThanOrEqual(20)
      expect(asks.length).toBeGreaterThanOrEqual(20)
      expect(bids[0]).toBeLessThan(asks[0] ?? 0)
      expect(((asks[0] ?? 0) - (bids[0] ?? 0)) / profile.startTicks).toBeLessThan(0.005)
      expect(market.trades()).toBeGreaterThan(10)
    },
  )

  it('shows at least fifty levels a side on BTC', () => {
    const { market } = run({})
    expect(market.levels('buy').length).toBeGreaterThanOrEqual(50)
    expect(market.levels('sell').length).toBeGreaterThanOrEqual(50)
  })

  it('keeps to a modest rate once its book stands', () => {
    const { log } = run({ steps: 1_200 })
    const commands = log.slice(1).reduce((sum, step) => sum + step.length, 0)
    expect(commands / 300).toBeLessThan(40)
  })

  it('quotes whole ticks and lots', () => {
    for (const { ticks, lots, kind } of run({ symbol: 'SHIBUSDT' }).log.flat()) {
      if (kind === 'cancel') continue
      expect(Number.isSafeInteger(ticks) && (ticks ?? 0) > 0).toBe(true)
      expect(Number.isSafeInteger(lots) && (lots ?? 0) > 0).toBe(true)
    }
  })

  it('trades with wicks and gaps between candles', () => {
    const { market, profile, tradesAt, middles } = run({ steps: 20 * 60 * 4 })
    const minutes = Array.from({ length: 20 }, (_, minute) =>
      market.prices.slice(tradesAt[minute * 240 - 1] ?? 0, tradesAt[minute * 240 + 239]),
    )
    const withWicks = minutes.filter((prices) => {
      const ends = [prices[0] ?? 0, prices.at(-1) ?? 0]
      return Math.max(...prices) > Math.max(...ends) || Math.min(...prices) < Math.min(...ends)
    })
    const withGaps = minutes.filter(
      (prices, minute) => minute > 0 && prices[0] !== minutes[minute - 1]?.at(-1),
    )
    expect(withWicks.length).toBeGreaterThan(15)
    expect(withGaps.length).toBeGreaterThan(8)
    const close = (minutes.at(-1)?.at(-1) ?? 0) / profile.startTicks
    expect(Math.abs(close - (middles.at(-1) ?? 0))).toBeLessThan(0.001)
  })

  it('quotes anew at once after a jump', () => {
    const { middles, log } = run({ steps: 4 * 3_600 })
    const jumps = middles.flatMap((middle, step) =>
      step > 0 && Math.abs(middle / (middles[step - 1] ?? 1) - 1) > 0.0005 ? [step] : [],
    )
    expect(jumps.length).toBeGreaterThan(0)
    for (const step of jumps) expect(log[step]?.length).toBeGreaterThan(MAKERS * RUNGS * 2)
  })

  it("removes an earlier run's orders and starts from its price", () => {
    const profile = MARKET_PROFILES['BTCUSDT'] ?? raise()
    const flow = createPairFlow({ symbol: 'BTCUSDT', seed: 'generator', profile, fair: 7_000_000 })
    const first = flow.step([{ orderName: 'old', side: 'buy', ticks: 6_000_000, lots: 5 }])
    expect(first[0]).toEqual({ kind: 'cancel', symbol: 'BTCUSDT', orderName: 'old' })
    const best = Math.max(
      ...first.filter(({ side }) => side === 'buy').map(({ ticks = 0 }) => ticks),
    )
    expect(Math.abs(best - 7_000_000) / 7_000_000).toBeLessThan(0.002)
  })
})

describe('the deep book of the generated market', () => {
  const isDeep = ({ orderName }: { readonly orderName: string }) => /-d\d+$/.test(orderName)

  it('has a thousand levels a side within three seconds', () => {
    const { market, log } = run({ steps: 32, deepenAt: 20 })
    expect(market.levels('buy').length).toBeGreaterThanOrEqual(1_000)
    expect(market.levels('sell').length).toBeGreaterThanOrEqual(1_000)
    expect(log.slice(0, 20).flat().some(isDeep)).toBe(false)
    const most = Math.max(...log.map((commands) => commands.filter(isDeep).length))
    expect(most).toBeLessThanOrEqual(MOST_COMMANDS)
  })

  it.each(SPOT_SYMBOLS.map(({ symbol }) => symbol))('lies behind the makers on %s', (symbol) => {
    const { market } = run({ symbol, steps: 60, deepenAt: 20 })
    const [bids, asks] = [market.levels('buy'), market.levels('sell')]
    expect(bids.length).toBeGreaterThan(700)
    expect(asks.length).toBeGreaterThanOrEqual(DEEP_LEVELS)
    expect(bids[0]).toBeLessThan(asks[0] ?? 0)
    const fifty = [bids[49] ?? 0, asks[49] ?? 0]
    const deep = market.list().filter(isDeep)
    for (const { side, ticks, lots } of deep) {
      expect(Number.isSafeInteger(ticks) && ticks > 0 && lots > 0).toBe(true)
      if (side === 'buy') expect(ticks).toBeLessThan(fifty[0] ?? 0)
      else expect(ticks).toBeGreaterThan(fifty[1] ?? 0)
    }
  })

  it('changes neither makers nor takers', () => {
    const [read, unread] = [run({ deepenAt: 20 }), run({})]
    const others = ({ log }: ReturnType<typeof run>) =>
      log.map((commands) => commands.filter((command) => !isDeep(command)))
    expect(others(read)).toEqual(others(unread))
  })

  it('follows the price and leaves when nobody reads it any more', () => {
    const { market, log } = run({ steps: 21 + KEPT_STEPS + 40, scenario: 'trend', deepenAt: 20 })
    const standing = log
      .slice(0, 20 + KEPT_STEPS - 1)
      .flat()
      .filter(isDeep)
    expect(standing.some(({ kind }) => kind === 'cancel')).toBe(true)
    expect(market.list().some(isDeep)).toBe(false)
  })
})

describe('scenarios of the generated market (trading 6)', () => {
  const perSecond = 4

  it.each(SCENARIO_NAMES)('%s is the same for the same seed, never crossed', (scenario) => {
    const [first, second] = [run({ scenario, steps: 700 }), run({ scenario, steps: 700 })]
    expect(JSON.stringify(first.log)).toBe(JSON.stringify(second.log))
    const [bid = 0] = first.market.levels('buy')
    const [ask = 0] = first.market.levels('sell')
    expect(bid).toBeGreaterThan(0)
    expect(bid).toBeLessThan(ask)
  })

  it('trades and moves less when calm', () => {
    const spread = ({ middles }: { middles: readonly number[] }) =>
      Math.max(...middles) - Math.min(...middles)
    const [calm, normal] = [run({ scenario: 'calm', steps: 1_200 }), run({ steps: 1_200 })]
    expect(calm.market.trades()).toBeLessThan(normal.market.trades())
    expect(spread(calm)).toBeLessThan(spread(normal))
  })

  it('raises the price two per cent in fifteen minutes (trend)', () => {
    const { middles } = run({ scenario: 'trend', steps: 15 * 60 * perSecond })
    expect(middles.at(-1)).toBeGreaterThan(1.012)
    expect(middles.at(-1)).toBeLessThan(1.028)
  })

  it('falls eight per cent in ten seconds and recovers in flash-crash', () => {
    const { middles } = run({ scenario: 'flash-crash', steps: 135 * perSecond })
    expect(middles[59 * perSecond]).toBeGreaterThan(0.99)
    const bottom = Math.min(...middles.slice(60 * perSecond, 72 * perSecond))
    expect(bottom).toBeLessThan(0.93)
    expect(bottom).toBeGreaterThan(0.9)
    expect(middles.at(-1)).toBeGreaterThan(0.98)
  })

  it('pauses three seconds and jumps two per cent without trades in gap', () => {
    const { middles, tradesAt } = run({ scenario: 'gap', steps: 70 * perSecond })
    const [before, after] = [60 * perSecond - 1, 63 * perSecond - 1]
    expect(tradesAt[after]).toBe(tradesAt[before])
    expect((middles[after] ?? 0) / (middles[before] ?? 1)).toBeLessThan(0.982)
    expect((middles[after] ?? 0) / (middles[before] ?? 1)).toBeGreaterThan(0.978)
  })
})

function raise(): never {
  throw new Error('no profile')
}
