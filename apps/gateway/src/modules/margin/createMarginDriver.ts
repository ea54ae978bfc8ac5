import { parseUnits } from '@x/decimal'
import type { Clock, TimerHandle } from '@x/kit'
import { type FeeRates, spotFeeRates } from '../../exchange/accounts/fee.ts'
import { isMarginDue } from '../../exchange/funds/marginLevel.ts'
import { accountLadder } from '../../exchange/margin/ladder.ts'
import { interestParts } from '../../exchange/margin/executeMargin.ts'
import {
  DAILY_RATES,
  INDEX_PRICE_SCALE,
  MARGIN_ASSETS,
} from '../../exchange/instruments/marginTerms.ts'
import { scaleOf, symbolOfBase, symbolSpec } from '../../exchange/instruments/symbols.ts'
import type { MarginFills, MarginSlice } from '../../exchange/state/marginCommand.ts'
import { marginKey } from '../../exchange/state/marginState.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'

export interface MarginDriverOptions {
  readonly core: Pick<TradingCore, 'state' | 'execute' | 'paused'>
  readonly market: Pick<DisplayedMarket, 'book' | 'status'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
  /** What the pool of each realm lends at first, by asset, decimal strings. */
  readonly pool: Readonly<Record<string, string>>
  readonly vipLevelOf: (userId: string) => number | Promise<number>
  /** After prices, and what they caused. */
  readonly onPrices?: ((at: number) => void) | undefined
}

/** Prices, interest and liquidations of margin accounts, as commands (futures 7). */
export interface MarginDriver {
  /** Prices now, then what they cause; nothing while nobody has a margin account. */
  run(): void
  start(): void
  stop(): void
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
const PRICE_UNIT = 10n ** BigInt(INDEX_PRICE_SCALE)
/** Levels of the displayed book that a slice of a paper account may take. */
const DEPTH = 50

export function createMarginDriver({
  core,
  market,
  clock,
  log,
  pool,
  vipLevelOf,
  onPrices,
}: MarginDriverOptions): MarginDriver {
  let timer: TimerHandle | undefined
  let hour = Math.floor(clock.now() / HOUR_MS) - 1
  let hasRates = false
  const feesOf = createFees(vipLevelOf)

  function run(): void {
    if (core.paused() || core.state.margin.accounts.size === 0) return
    const at = clock.now()
    const rows = indexPrices(market)
    const rates = hasRates ? {} : { rates: Object.entries(DAILY_RATES) }
    core.execute({ kind: 'marginPrices', at, rows, ...rates })
    hasRates = true
    guarded('Interest could not be charged', () => chargeInterest(at))
    liquidate(at)
    onPrices?.(at)
  }

  /** One account that cannot be liquidated stops no other. */
  function liquidate(at: number): void {
    const paperOf = (_: unknown, slice: MarginSlice) => displayedFills(market, slice)
    for (const account of core.state.margin.accounts.values()) {
      if (core.paused()) return
      if (!isMarginDue(core.state, account, at)) continue
      const fees = feesOf(account.userId)
      if (!fees) continue
      guarded(`Margin account ${marginKey(account)} could not be liquidated`, () => {
        for (const command of accountLadder(core.state, account, { at, fees, paperOf }))
          core.execute(command)
      })
    }
  }

  function guarded(failure: string, act: () => void): void {
    try {
      act()
    } catch (error) {
      log.error(failure, { error: String(error) })
    }
  }

  /** Each full hour once; those that were missed come in order. */
  function chargeInterest(at: number): void {
    const now = Math.floor(at / HOUR_MS)
    let first = hour
    for (const { loans } of core.state.margin.accounts.values())
      for (const loan of loans.values()) first = Math.min(first, loan.hour)
    for (let next = first + 1; next <= now; next++)
      for (const realm of ['live', 'paper'] as const)
        for (let part = 0; part < interestParts(core.state.margin.accounts, realm); part++)
          core.execute({ kind: 'marginInterest', at, realm, hour: next, part })
    hour = now
  }

  function seedPools(): void {
    for (const realm of ['live', 'paper'] as const)
      for (const [asset, amount] of Object.entries(pool)) {
        const atoms = String(parseUnits(amount, scaleOf(asset)) ?? 0n)
        if (!core.state.grants.has(`${realm}:pool:${asset}`))
          core.execute({ kind: 'poolSeed', at: clock.now(), realm, key: asset, asset, atoms })
      }
  }

  function tick(): void {
    guarded('Margin accounts could not be looked after', run)
    timer = clock.after(SECOND_MS, tick)
  }

  return {
    run,
    start() {
      if (!core.paused()) seedPools()
      timer = clock.after(SECOND_MS, tick)
    },
    stop: () => timer?.cancel(),
  }
}

/**
 * What slices pay, by the VIP level of whose they are. A level that has to be read is there a
 * second later; one that cannot be read is none, for a liquidation does not wait for it.
 */
function createFees(vipLevelOf: MarginDriverOptions['vipLevelOf']) {
  const read = new Map<string, number>()
  return (userId: string): FeeRates | undefined => {
    const level = vipLevelOf(userId)
    if (typeof level === 'number') return spotFeeRates(level)
    void level.then(
      (known) => read.set(userId, known),
      () => read.set(userId, 0),
    )
    const known = read.get(userId)
    return known === undefined ? undefined : spotFeeRates(known)
  }
}

/** The middle of each pair's displayed book; an asset without both sides has no price now. */
function indexPrices(
  market: MarginDriverOptions['market'],
): (readonly [asset: string, price: string])[] {
  return MARGIN_ASSETS.flatMap((asset) => {
    const symbol = symbolOfBase(asset)
    const pair = symbol === undefined ? undefined : symbolSpec(symbol)
    if (!pair) return [[asset, String(PRICE_UNIT)] as const]
    const { bids, asks } = market.book(pair.symbol, 1)
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
    if (!bid || !ask || market.status(pair.symbol) === 'paused') return []
    const price = (BigInt(bid + ask) * PRICE_UNIT) / (2n * 10n ** BigInt(pair.pricePlace))
    return [[asset, String(price)] as const]
  })
}

/** What the displayed book gives a slice at once. */
function displayedFills(market: Pick<DisplayedMarket, 'book'>, slice: MarginSlice): MarginFills {
  const { bids, asks } = market.book(slice.symbol, DEPTH)
  const facing = slice.side === 'sell' ? bids : asks
  const fills: [number, number][] = []
  let left = slice.lots
  for (const [ticks, lots] of facing) {
    const isInside = slice.side === 'sell' ? ticks >= slice.ticks : ticks <= slice.ticks
    if (!isInside || left === 0) break
    fills.push([ticks, Math.min(lots, left)])
    left -= Math.min(lots, left)
  }
  return { fills, bid: bids[0]?.[0] ?? 0, ask: asks[0]?.[0] ?? 0 }
}
