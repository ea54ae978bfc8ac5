import { decimal, formatDecimal, formatUnits, mul, parseUnits } from '@x/decimal'
import { impactNotional, impactPrice, markPrice, premiumIndex } from '@x/trading/futures'
import type { Level } from '../../../exchange/instruments/Instrument.ts'
import type { DisplayedMarket } from '../../market-data/ports/DisplayedMarket.ts'
import {
  createFundingInterval,
  type EndedInterval,
  type KnownPremiums,
  type PredictedFunding,
} from './createFundingInterval.ts'
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

/** The rate of an interval that has ended, and the mark at which it is paid. */
export interface DueFunding extends EndedInterval {
  readonly symbol: string
  readonly mark: number
}

/** Index, mark and funding of one contract. Nothing happens by itself: times are handed in. */
export interface ContractPrices {
  /** Each second: the row of this second, `undefined` before the first index. */
  second(at: number): PriceRow | undefined
  /** Each 5 seconds, after `second`; `undefined` without a fresh index. */
  samplePremium(at: number): PremiumSample | undefined
  funding(at: number): PredictedFunding
  /** The funding of an interval that has ended and has a mark to be paid at. */
  dueFunding(): DueFunding | undefined
  /** It is paid, and due no more. */
  fundingIsPaid(): void
}

export interface ContractPricesOptions {
  readonly contract: PricedContract
  /** Constituents of the index now, stale ones included. */
  readonly quotes: (at: number) => readonly Quote[]
  readonly market: Pick<DisplayedMarket, 'book' | 'lastTicks'>
  readonly startedAt: number
  readonly known?: KnownPremiums
  /** Whether the contract had prices before: then the wait applies at the start too. */
  readonly hadPrices?: boolean
}

/** Samples of the basis that the mark averages, one a second. */
const BASES = 30
/** How long after its return an index decides nothing (futures 5). */
const RETURN_MS = 10_000
/** Levels that impact prices are looked for in. */
const DEPTH = 1_000

export function createContractPrices({
  contract,
  quotes,
  market,
  startedAt,
  known,
  hadPrices = false,
}: ContractPricesOptions): ContractPrices {
  const { id, pricePlace } = contract
  const interval = createFundingInterval({ contract, startedAt, known })
  let index: number | undefined
  let isLost = hadPrices
  let returnedAt = 0
  let mark = 0
  let bases: readonly string[] = []

  return {
    second(at) {
      interval.passTo(at)
      const found = priceIndex(quotes(at), { at, pricePlace })
      if (found === undefined) {
        isLost = true
        mark = 0
        bases = []
        return index === undefined ? undefined : { symbol: id, mark, index }
      }
      // A clock that was set back waits anew, not until it is where it was.
      if (isLost || at < returnedAt) returnedAt = at
      isLost = false
      index = found
      const basis = basisOf(contract, { market, index })
      if (basis !== undefined) bases = [...bases, basis].slice(-BASES)
      const funding = interval.predicted(at)
      mark =
        at - returnedAt < RETURN_MS
          ? 0
          : markTicks(contract, { index, bases, funding, last: market.lastTicks(id) })
      return { symbol: id, mark, index }
    },
    samplePremium(at) {
      if (isLost || index === undefined) return undefined
      const sample = premiumOf(contract, { market, index })
      interval.add(sample.premium)
      return { symbol: id, at, index, ...sample }
    },
    funding: (at) => interval.predicted(at),
    dueFunding() {
      const ended = mark === 0 ? undefined : interval.ended()
      return ended && { symbol: id, mark, ...ended }
    },
    fundingIsPaid: interval.endedIsPaid,
  }
}

type Books = Pick<DisplayedMarket, 'book'>
const priceAt = ({ pricePlace }: PricedContract, ticks: number): string =>
  formatUnits(BigInt(ticks), pricePlace)

/** Middle of the book less the index; `undefined` while a side is empty. */
function basisOf(
  { id, pricePlace }: PricedContract,
  { market, index }: { readonly market: Books; readonly index: number },
): string | undefined {
  const { bids, asks } = market.book(id, 1)
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
  if (bid === undefined || ask === undefined) return undefined
  // Five of the next place are half a tick.
  return formatUnits(BigInt(bid + ask - 2 * index) * 5n, pricePlace + 1)
}

function markTicks(
  contract: PricedContract,
  {
    index,
    bases,
    funding: { rate, msLeft },
    last = index,
  }: {
    readonly index: number
    readonly bases: readonly string[]
    readonly funding: PredictedFunding
    readonly last: number | undefined
  },
): number {
  const text = markPrice({
    index: priceAt(contract, index),
    rate,
    msLeft,
    intervalHours: contract.fundingHours,
    bases: bases.length > 0 ? bases : ['0'],
    last: priceAt(contract, last),
    tick: priceAt(contract, 1),
  })
  return Number(parseUnits(text, contract.pricePlace) ?? 0n)
}

function premiumOf(
  contract: PricedContract,
  { market, index }: { readonly market: Books; readonly index: number },
): Pick<PremiumSample, 'impactBid' | 'impactAsk' | 'premium'> {
  const { bids, asks } = market.book(contract.id, DEPTH)
  const notional = impactNotional({ maxLeverage: contract.maxLeverage })
  const impact = (levels: readonly Level[]) =>
    impactPrice({
      levels: levels.map(([ticks, lots]) => [priceAt(contract, ticks), countOf(contract, lots)]),
      notional,
      contract: contract.nominal === undefined ? 'linear' : 'inverse',
    })
  const [impactBid, impactAsk] = [impact(bids), impact(asks)]
  const premium = premiumIndex({ impactBid, impactAsk, index: priceAt(contract, index) })
  return { impactBid, impactAsk, premium }
}

/** Lots as the formulas count them: base coin, or nominal value for inverse contracts. */
function countOf({ quantityPlace, nominal }: PricedContract, lots: number): string {
  const size = formatUnits(BigInt(lots), quantityPlace)
  return nominal === undefined ? size : formatDecimal(mul(decimal(size), decimal(nominal)))
}
