import { feeOn } from '../accounts/fee.ts'
import type { PositionSide } from '../accounts/owner.ts'
import { magnitudeOf, PPM, type ContractTerms } from '../instruments/contractTerms.ts'
import { larger, reduced } from '../instruments/rounding.ts'
import type { Side } from '../instruments/Instrument.ts'
import { openLots, waitsForTrigger, type FuturesOrder } from '../state/futuresOrder.ts'

interface LegSums {
  buys: bigint
  sells: bigint
}

/** What open orders of a symbol would trade for, by leg, and what they would cost at once. */
export interface OrderSums {
  readonly legs: Record<PositionSide, LegSums>
  openLoss: bigint
  fees: bigint
}

/** The contract whose orders are summed, and its mark in ticks. */
export interface SumContext {
  readonly symbol: string
  readonly terms: ContractTerms
  readonly mark: number
}

/**
 * The orders of a symbol that ask for margin. Those of linear contracts are summed as numbers while
 * these are exact: an account's every order is looked at with each new one.
 */
export const sumOrders = (orders: Iterable<FuturesOrder>, context: SumContext): OrderSums =>
  (context.terms.isInverse ? undefined : sumAsNumbers(orders, context)) ??
  sumExactly(orders, context)

const asksMargin = (order: FuturesOrder, symbol: string): boolean =>
  order.symbol === symbol && !order.reduceOnly && !waitsForTrigger(order)

/** The sums in amounts of any size. */
export function sumExactly(orders: Iterable<FuturesOrder>, context: SumContext): OrderSums {
  const { symbol, terms } = context
  const sums: OrderSums = { legs: noLegs(0n), openLoss: 0n, fees: 0n }
  for (const order of orders)
    if (asksMargin(order, symbol)) {
      const lots = openLots(order)
      addToSums(sums, { ...order, lots, value: magnitudeOf(terms, lots, order.ticks) }, context)
    }
  return sums
}

/** One order more. `value`: what it would trade for, without a sign. */
export function addToSums(
  sums: OrderSums,
  {
    side,
    positionSide,
    lots,
    value,
    takerPpm,
  }: {
    readonly side: Side
    readonly positionSide: PositionSide
    readonly lots: number
    readonly value: bigint
    readonly takerPpm: number
  },
  { terms, mark }: SumContext,
): void {
  const leg = sums.legs[positionSide]
  const atMark = magnitudeOf(terms, lots, mark)
  // A sell counts at no less than the mark: that is what its position would be worth.
  if (side === 'buy') leg.buys += terms.isInverse ? larger(value, atMark) : value
  else leg.sells += larger(value, atMark)
  sums.openLoss += larger(
    0n,
    (side === 'buy') === terms.isInverse ? atMark - value : value - atMark,
  )
  sums.fees += feeOn(value, takerPpm)
}

const noLegs = <T extends number | bigint>(zero: T) => ({
  net: { buys: zero, sells: zero },
  long: { buys: zero, sells: zero },
  short: { buys: zero, sells: zero },
})

/** The same for a linear contract in lots times ticks; `undefined` where a number is not exact. */
function sumAsNumbers(
  orders: Iterable<FuturesOrder>,
  { symbol, terms, mark }: SumContext,
): OrderSums | undefined {
  const { unit } = terms
  const legs = noLegs<number>(0)
  let [openLoss, fees, largest] = [0, 0, 0]
  let rate: Rate | undefined
  for (const order of orders) {
    if (!asksMargin(order, symbol)) continue
    const lots = openLots(order)
    const { ticks, side, positionSide, takerPpm } = order
    const leg = legs[positionSide]
    const worth = lots * ticks
    if (side === 'buy') {
      leg.buys += worth
      if (ticks > mark) openLoss += lots * (ticks - mark)
    } else {
      leg.sells += lots * Math.max(ticks, mark)
      if (ticks < mark) openLoss += lots * (mark - ticks)
    }
    if (rate?.ppm !== takerPpm) rate = rateOf(terms, takerPpm)
    const product = worth * rate.parts
    fees += upTo(product, rate.by)
    largest = Math.max(largest, product, leg.buys, leg.sells, openLoss, fees)
  }
  // Nothing in a sum is below zero: what was too large once is so at the end.
  if (!(largest <= Number.MAX_SAFE_INTEGER)) return undefined
  return {
    legs: {
      net: inAtoms(legs.net, unit),
      long: inAtoms(legs.long, unit),
      short: inAtoms(legs.short, unit),
    },
    openLoss: BigInt(openLoss) * unit,
    fees: BigInt(fees),
  }
}

const inAtoms = (
  { buys, sells }: { readonly buys: number; readonly sells: number },
  unit: bigint,
) => ({
  buys: BigInt(buys) * unit,
  sells: BigInt(sells) * unit,
})

/** `parts / by`: the fee on a lot at a price of one tick, in atoms. */
interface Rate {
  readonly ppm: number
  readonly parts: number
  readonly by: number
}

/** Few fee levels meet few contracts: each rate is reduced once. */
const rates = new WeakMap<ContractTerms, Map<number, Rate>>()

function rateOf(terms: ContractTerms, ppm: number): Rate {
  const known = rates.get(terms) ?? new Map<number, Rate>()
  rates.set(terms, known)
  const rate = known.get(ppm) ?? { ppm, ...reduced(terms.unit * BigInt(ppm), PPM) }
  known.set(ppm, rate)
  return rate
}

/** The quotient rounded up, exact where the dividend is. */
function upTo(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  return (dividend - rest) / divisor + (rest > 0 ? 1 : 0)
}
