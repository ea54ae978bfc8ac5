import { decimal, formatDecimal, formatUnits, mul, parseUnits } from '@x/decimal'
import {
  addPremium,
  fundingRate,
  impactNotional,
  impactPrice,
  markPrice,
  NO_PREMIUMS,
  premiumIndex,
  type PremiumSum,
} from '@x/trading/futures'
import type { Level } from '../../../exchange/instruments/Instrument.ts'
import type { DisplayedMarket } from '../../market-data/ports/DisplayedMarket.ts'
import type { PricedContract } from './PricedContract.ts'
import { priceIndex, type Quote } from './priceIndex.ts'

/** Mark and index in ticks. A mark of 0: no fresh index, nothing is opened or liquidated. */
export interface PriceRow {
  readonly symbol: string
  readonly mark: number
  readonly index: number
}

/** A premium of the book over the index, which the funding rate averages (futures 5). */
export interface PremiumSample {
  readonly symbol: string
  readonly at: number
  readonly index: number
  /** Decimal strings; `null` where a side has less than the impact notional. */
  readonly impactBid: string | null
  readonly impactAsk: string | null
  readonly premium: string
}

/** The rate that is due next, as far as its premiums are known. */
export interface PredictedFunding {
  readonly rate: string
  /** Milliseconds since the epoch. */
  readonly nextAt: number
  readonly msLeft: number
}

/** The rate of an interval that has ended, and the mark at which it is paid. */
export interface DueFunding {
  readonly symbol: string
  readonly rate: string
  readonly mark: number
  /** When it was due. */
  readonly at: number
}

/** Index, mark and funding of one contract. Nothing happens by itself: times are handed in. */
export interface ContractPrices {
  /** Each second: the row of this second, `undefined` before the first index. */
  second(at: number): PriceRow | undefined
  /** Each 5 seconds, after `second`; `undefined` without a fresh index. */
  samplePremium(at: number): PremiumSample | undefined
  funding(at: number): PredictedFunding
  /** The funding of an interval that has ended and has a mark to be paid at; once. */
  takeDueFunding(): DueFunding | undefined
}

export interface ContractPricesOptions {
  readonly contract: PricedContract
  /** Constituents of the index now, stale ones included. */
  readonly quotes: (at: number) => readonly Quote[]
  readonly market: Pick<DisplayedMarket, 'book' | 'lastTicks'>
  readonly startedAt: number
  /** Premiums of the running interval from before a restart. */
  readonly premiums?: PremiumSum
  /** Whether the contract had prices before: then the wait applies at the start too. */
  readonly hadPrices?: boolean
}

/** Samples of the basis that the mark averages, one a second. */
const BASES = 30
/** How long after its return an index decides nothing (futures 5). */
const RETURN_MS = 10_000
const HOUR_MS = 3_600_000
/** Levels that impact prices are looked for in. */
const DEPTH = 1_000

export function createContractPrices({
  contract,
  quotes,
  market,
  startedAt,
  premiums = NO_PREMIUMS,
  hadPrices = false,
}: ContractPricesOptions): ContractPrices {
  const { id, pricePlace, fundingHours } = contract
  const intervalMs = fundingHours * HOUR_MS
  const price = (ticks: number): string => formatUnits(BigInt(ticks), pricePlace)
  let index: number | undefined
  let isLost = hadPrices
  let returnedAt = 0
  let mark = 0
  let bases: readonly string[] = []
  let sum = premiums
  let nextAt = nextFunding(startedAt)
  let due: Omit<DueFunding, 'mark'> | undefined
  let rate = rateOf(sum)

  function nextFunding(at: number): number {
    return (Math.floor(at / intervalMs) + 1) * intervalMs
  }

  function rateOf(given: PremiumSum): string {
    // Without a premium yet the rate is that of none: interest alone.
    const known = given.count === 0 ? addPremium(NO_PREMIUMS, '0') : given
    return fundingRate({
      premiums: known,
      maxLeverage: contract.maxLeverage,
      mm: contract.maintenance,
      intervalHours: fundingHours,
    })
  }

  /** Ends the interval at its time: premiums count for the next one from here on. */
  function endInterval(at: number): void {
    if (at < nextAt) return
    if (sum.count > 0) due = { symbol: id, rate, at: nextAt }
    sum = NO_PREMIUMS
    rate = rateOf(sum)
    nextAt = nextFunding(at)
  }

  function sampleBasis(now: number): void {
    const { bids, asks } = market.book(id, 1)
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
    if (bid === undefined || ask === undefined) return
    // Five of the next place are half a tick.
    const basis = formatUnits(BigInt(bid + ask - 2 * now) * 5n, pricePlace + 1)
    bases = [...bases, basis].slice(-BASES)
  }

  function markAt(at: number, now: number): number {
    const text = markPrice({
      index: price(now),
      rate,
      msLeft: Math.max(0, nextAt - at),
      intervalHours: fundingHours,
      bases: bases.length > 0 ? bases : ['0'],
      last: price(market.lastTicks(id) ?? now),
      tick: formatUnits(1n, pricePlace),
    })
    return Number(parseUnits(text, pricePlace) ?? 0n)
  }

  return {
    second(at) {
      endInterval(at)
      const found = priceIndex(quotes(at), { at, pricePlace })
      if (found === undefined) {
        isLost = true
        mark = 0
        bases = []
        return index === undefined ? undefined : { symbol: id, mark, index }
      }
      if (isLost) returnedAt = at
      isLost = false
      index = found
      sampleBasis(found)
      mark = at - returnedAt < RETURN_MS ? 0 : markAt(at, found)
      return { symbol: id, mark, index }
    },
    samplePremium(at) {
      if (isLost || index === undefined) return undefined
      const { bids, asks } = market.book(id, DEPTH)
      const notional = impactNotional({ maxLeverage: contract.maxLeverage })
      const impact = (levels: readonly Level[]) =>
        impactPrice({
          levels: levels.map(([ticks, lots]) => [price(ticks), countOf(contract, lots)]),
          notional,
          contract: contract.nominal === undefined ? 'linear' : 'inverse',
        })
      const [impactBid, impactAsk] = [impact(bids), impact(asks)]
      const premium = premiumIndex({ impactBid, impactAsk, index: price(index) })
      sum = addPremium(sum, premium)
      rate = rateOf(sum)
      return { symbol: id, at, index, impactBid, impactAsk, premium }
    },
    funding: (at) => ({ rate, nextAt, msLeft: Math.max(0, nextAt - at) }),
    takeDueFunding() {
      if (due === undefined || mark === 0) return undefined
      const taken = { ...due, mark }
      due = undefined
      return taken
    },
  }
}

/** Lots as the formulas count them: base coin, or nominal value for inverse contracts. */
function countOf({ quantityPlace, nominal }: PricedContract, lots: number): string {
  const size = formatUnits(BigInt(lots), quantityPlace)
  return nominal === undefined ? size : formatDecimal(mul(decimal(size), decimal(nominal)))
}
