import type { FuturesAccount, FuturesSymbol, OpenOrder } from '../exports/futures.ts'
import { R, Rational, ROUNDERS } from './rational.ts'

// The formulas of futures.md, sections 3 to 7, on rationals: slow, literal, and without a line of
// the package's own arithmetic.

const ZERO = R(0)
export const most = (...values: readonly Rational[]): Rational =>
  values.reduce((a, b) => (a.compare(b) >= 0 ? a : b))
export const least = (...values: readonly Rational[]): Rational =>
  values.reduce((a, b) => (a.compare(b) <= 0 ? a : b))
export const opposite = (value: Rational): Rational => ZERO.minus(value)
const size = (value: Rational): Rational => most(value, opposite(value))
export const total = (values: readonly Rational[]): Rational =>
  values.reduce((a, b) => a.plus(b), ZERO)

type Kind = 'linear' | 'inverse'
const kindOf = ({ contract = 'linear' }: { readonly contract?: Kind }): Kind => contract

/** Size times price, or size over price in coin. */
export const worth = (kind: Kind, count: Rational, price: Rational): Rational =>
  kind === 'linear' ? count.times(price) : count.over(price)

const signed = (side: 'long' | 'short', value: Rational): Rational =>
  side === 'long' ? value : opposite(value)

/** PnL of a leg: its worth against its cost; an inverse long gains as its worth falls. */
function pnlAt(symbol: FuturesSymbol, mark: Rational): readonly Rational[] {
  return symbol.legs.map(({ side, count, cost }) => {
    const rise = worth(kindOf(symbol), R(count), mark).minus(R(cost))
    return signed(side, kindOf(symbol) === 'linear' ? rise : opposite(rise))
  })
}

const unsettledAt = (symbol: FuturesSymbol, mark: Rational): readonly Rational[] =>
  pnlAt(symbol, mark).map((pnl, at) => pnl.minus(R(symbol.legs[at]?.settled ?? '0')))

const sizeOf = (symbol: FuturesSymbol, side: 'long' | 'short'): Rational =>
  total(symbol.legs.filter((leg) => leg.side === side).map(({ count }) => R(count)))

export const largerSize = (symbol: FuturesSymbol): Rational =>
  most(sizeOf(symbol, 'long'), sizeOf(symbol, 'short'))

const raising = ({ orders = [] }: FuturesSymbol): readonly OpenOrder[] =>
  orders.filter(({ reduceOnly }) => reduceOnly !== true)

export function exposure(symbol: FuturesSymbol): Rational {
  const kind = kindOf(symbol)
  const mark = R(symbol.markPrice)
  const valuesOf = (wanted: 'buy' | 'sell') =>
    raising(symbol)
      .filter(({ side }) => side === wanted)
      .map(({ price, count }) => ({
        limit: worth(kind, R(count), R(price)),
        mark: worth(kind, R(count), mark),
      }))
  const buys = total(
    valuesOf('buy').map((value) =>
      kind === 'linear' ? value.limit : most(value.limit, value.mark),
    ),
  )
  const sells = total(valuesOf('sell').map((value) => most(value.limit, value.mark)))
  const long = worth(kind, sizeOf(symbol, 'long'), mark)
  const short = worth(kind, sizeOf(symbol, 'short'), mark)
  if (symbol.mode === 'two-way') return most(long.plus(buys), short.plus(sells))
  const value = long.minus(short)
  return most(size(value.plus(buys)), size(value.minus(sells)))
}

export const initial = (symbol: FuturesSymbol): Rational =>
  exposure(symbol).over(R(symbol.leverage))

export function lossOf(symbol: FuturesSymbol, { side, price, count }: OpenOrder): Rational {
  const [limit, mark] = [R(price), R(symbol.markPrice)]
  const d = side === 'buy' ? R(1) : R(-1)
  const linear = d.times(limit.minus(mark)).times(R(count))
  // Inverse PnL of a position opened at the limit is d·Q(1/limit - 1/mark).
  const inverse = d.times(R(count).over(mark).minus(R(count).over(limit)))
  return most(ZERO, kindOf(symbol) === 'linear' ? linear : inverse)
}

export const openLoss = (symbol: FuturesSymbol): Rational =>
  total(raising(symbol).map((order) => lossOf(symbol, order)))

export const feeOf = (symbol: FuturesSymbol, { price, count }: OpenOrder): Rational =>
  worth(kindOf(symbol), R(count), R(price)).times(R(symbol.feeRate))

const fees = (symbol: FuturesSymbol): Rational =>
  total(raising(symbol).map((order) => feeOf(symbol, order)))

/** T: what the orders add to the exposure; it does not enter inverse contracts. */
export const ordersNotional = (symbol: FuturesSymbol): Rational =>
  kindOf(symbol) === 'inverse'
    ? ZERO
    : exposure(symbol).minus(worth('linear', largerSize(symbol), R(symbol.markPrice)))

/** (mm + f)(M·P + T) - cum at the tier of M·P, with the size, price and T given. */
export function requirementWith(
  symbol: FuturesSymbol,
  { count, price, orders }: { count: Rational; price: Rational; orders: Rational },
): Rational {
  const notional = worth(kindOf(symbol), count, price)
  if (notional.plus(orders).sign() === 0) return ZERO
  const row = symbol.tiers?.find(({ upTo }) => upTo === null || notional.compare(R(upTo)) <= 0)
  const [mm, cum] = [row?.mm ?? symbol.mm ?? '0', row?.cum ?? symbol.cum ?? '0']
  return R(mm).plus(R(symbol.feeRate)).times(notional.plus(orders)).minus(R(cum))
}

export const requirementOf = (symbol: FuturesSymbol): Rational =>
  requirementWith(symbol, {
    count: largerSize(symbol),
    price: R(symbol.markPrice),
    orders: ordersNotional(symbol),
  })

export const requirement = ({ symbols }: FuturesAccount): Rational =>
  total(symbols.map(requirementOf))

export const equity = ({ wallet, symbols }: FuturesAccount): Rational =>
  R(wallet).plus(total(symbols.flatMap((one) => unsettledAt(one, R(one.markPrice)))))

const bound = ({ symbols }: FuturesAccount): Rational =>
  total(symbols.map((symbol) => initial(symbol).plus(openLoss(symbol)).plus(fees(symbol))))

export const available = (account: FuturesAccount): Rational =>
  equity(account).minus(bound(account))

export function mayLeave(account: FuturesAccount): Rational {
  const losses = account.symbols
    .flatMap((one) => unsettledAt(one, R(one.markPrice)))
    .map((value) => least(ZERO, value))
  const free = R(account.wallet).plus(total(losses)).minus(bound(account))
  return most(ZERO, least(R(account.wallet), free))
}

/** Equity less requirement while one symbol's mark moves and everything else stays. */
export function surplusAt(account: FuturesAccount, at: number, price: Rational): Rational {
  const symbol = account.symbols[at] as FuturesSymbol
  const others = { ...account, symbols: account.symbols.filter((_, index) => index !== at) }
  const own = total(unsettledAt(symbol, price))
  return equity(others)
    .minus(requirement(others))
    .plus(own)
    .minus(
      requirementWith(symbol, { count: largerSize(symbol), price, orders: ordersNotional(symbol) }),
    )
}

/** What is left of a leg's part of the equity when the leg is closed at a price, its fee paid. */
export function leftAt(
  {
    kind,
    side,
    count,
    mark,
    part,
    fee,
  }: {
    readonly kind: Kind
    readonly side: 'long' | 'short'
    readonly count: Rational
    readonly mark: Rational
    readonly part: Rational
    readonly fee: Rational
  },
  price: Rational,
): Rational {
  const rise = worth(kind, count, price).minus(worth(kind, count, mark))
  const gain = signed(side, kind === 'linear' ? rise : opposite(rise))
  return part.plus(gain).minus(fee.times(worth(kind, count, price)))
}

export const netSize = (symbol: FuturesSymbol): Rational =>
  size(sizeOf(symbol, 'long').minus(sizeOf(symbol, 'short')))

/** The fewest steps, tried one after the other. */
export function slice(
  account: FuturesAccount,
  {
    symbol: at,
    step,
    liquidationRate,
  }: { symbol: number; step: Rational; liquidationRate: string },
): Rational {
  const bare = {
    ...account,
    symbols: account.symbols.map((symbol) => ({ ...symbol, orders: [] })),
  }
  const symbol = bare.symbols[at] as FuturesSymbol
  const mark = R(symbol.markPrice)
  const whole = netSize(symbol)
  const [has, needs] = [equity(bare), requirement(bare)]
  // Due where the equity is not above the requirement, which is rounded up (futures 3).
  const atoms = R(ROUNDERS.up(needs.times(R(10n ** 8n)))).over(R(10n ** 8n))
  if (needs.sign() === 0 || has.compare(atoms) > 0) return ZERO
  if (has.times(R(3)).compare(needs.times(R(2))) <= 0) return whole
  const others = needs.minus(requirementOf(symbol))
  const rate = R(symbol.feeRate).plus(R(liquidationRate))
  for (let closed = step; closed.compare(whole) < 0; closed = closed.plus(step)) {
    const after = has.minus(rate.times(worth(kindOf(symbol), closed, mark)))
    const left = requirementWith(symbol, { count: whole.minus(closed), price: mark, orders: ZERO })
    if (after.times(R(4)).compare(others.plus(left).times(R(5))) >= 0) return closed
  }
  return whole
}

export function mark(input: {
  readonly index: string
  readonly rate: string
  readonly msLeft: number
  readonly bases: readonly string[]
  readonly last: string
}): Rational {
  const index = R(input.index)
  const hours = new Rational(BigInt(input.msLeft), 3_600_000n)
  const first = index.times(R(1).plus(R(input.rate).times(hours).over(R(8))))
  const second = index.plus(total(input.bases.map(R)).over(R(input.bases.length)))
  const three = [first, second, R(input.last)].toSorted((a, b) => a.compare(b))
  return three[1] as Rational
}

export function rate(
  premiums: readonly string[],
  { maxLeverage, mm, hours }: { maxLeverage: string; mm: string; hours: number },
): { readonly free: Rational; readonly cap: Rational } {
  let [above, below] = [ZERO, ZERO]
  for (const [at, premium] of premiums.entries()) {
    above = above.plus(R(at + 1).times(R(premium)))
    below = below.plus(R(at + 1))
  }
  const average = above.over(below)
  const pull = most(R('-0.0005'), least(R('0.0005'), R('0.0001').minus(average)))
  const spare = R('0.75').times(R(1).over(R(maxLeverage)).minus(R(mm)))
  return {
    free: average.plus(pull).times(R(hours)).over(R(8)),
    cap: most(ZERO, least(spare, R(mm))),
  }
}

/** Average price of a notional, level by level. */
export function impact(
  levels: readonly (readonly [string, string])[],
  { kind, notional }: { readonly kind: Kind; readonly notional: Rational },
): Rational | null {
  let [spent, base] = [ZERO, ZERO]
  for (const [price, count] of levels) {
    const quote = kind === 'linear' ? R(price).times(R(count)) : R(count)
    const taken = least(quote, notional.minus(spent))
    spent = spent.plus(taken)
    base = base.plus(taken.over(R(price)))
  }
  return spent.compare(notional) < 0 ? null : notional.over(base)
}
