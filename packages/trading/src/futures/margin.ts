import {
  fraction,
  HUNDRED,
  larger,
  minus,
  over,
  plus,
  rounded,
  signOf,
  smaller,
  times,
  ZERO,
} from '../fraction.ts'
import { readCount, readPositive } from '../read.ts'
import {
  equityOf,
  type ExactAccount,
  exposureOf,
  type FuturesAccount,
  type FuturesSymbol,
  openLossOf,
  type OpenOrder,
  orderFeesOf,
  orderNotionalOf,
  readAccount,
  readOpenOrder,
  readSymbol,
  requirementOf,
  sumOf,
  unsettledOf,
} from './account.ts'
import { AMOUNT_SCALE, type AmountOptions, showDown, showUp } from './rounding.ts'

/**
 * What position and orders of a symbol may come to, in the margin coin (futures 3). One-way:
 * max(abs(V + B), abs(V - A)), two-way: max(V long + buys, V short + sells), with buys at their
 * limit and sells at no less than the mark, reduce-only orders left out. 8 decimals, rounded up.
 *
 * @throws TradingError `out-of-range`, `not-a-decimal`, `bad-tiers` for a malformed symbol
 */
export const exposure = (symbol: FuturesSymbol, options?: AmountOptions): string =>
  showUp(exposureOf(readSymbol(symbol)), options)

/** Arguments of {@link initialMargin}; decimal strings. */
export interface InitialMarginInput {
  /** As {@link exposure} gives it. */
  readonly exposure: string
  readonly leverage: string
}

/** Exposure / leverage, rounded up at 8 decimals (futures 3). */
export function initialMargin(input: InitialMarginInput, options?: AmountOptions): string {
  return showUp(over(readCount(input, 'exposure'), readPositive(input, 'leverage')), options)
}

/** One step of a table of sizes (futures 1); decimal strings. */
export interface LeverageTier {
  /** Upper end of the exposure; of the last tier the position limit. */
  readonly upTo: string
  readonly maxLeverage: string
}

/**
 * The highest leverage that the tier of an exposure allows (futures 1, futures 3); `null` beyond
 * the position limit, which is the end of the last tier.
 */
export function maxLeverageAt(
  input: { readonly exposure: string },
  tiers: readonly LeverageTier[],
): string | null {
  const wanted = readCount(input, 'exposure')
  const tier = tiers.find((step) => signOf(minus(readPositive(step, 'upTo'), wanted)) >= 0)
  return tier?.maxLeverage ?? null
}

/**
 * The sum of max(0, d(limit - mark)) times size over the open orders, in the margin coin
 * (futures 3); what they would lose at once if they traded at their limits. 8 decimals, rounded up.
 */
export const openLoss = (symbol: FuturesSymbol, options?: AmountOptions): string =>
  showUp(openLossOf(readSymbol(symbol)), options)

/**
 * T, how far the open orders of a symbol raise its exposure beyond the position (trading 2), in
 * the margin coin; zero for inverse contracts, into whose requirement T does not enter. 8 decimals,
 * rounded up.
 */
export const orderNotional = (symbol: FuturesSymbol, options?: AmountOptions): string =>
  showUp(orderNotionalOf(readSymbol(symbol)), options)

/**
 * What an order takes from the available balance (futures 3): the rise of the initial margin, its
 * open loss and its fee at the taker rate. 8 decimals, rounded up once.
 *
 * @param symbol the symbol before the order, with the orders that are open
 */
export function orderCost(
  symbol: FuturesSymbol,
  { order, ...options }: AmountOptions & { readonly order: OpenOrder },
): string {
  const before = readSymbol(symbol)
  const only = { ...before, orders: [readOpenOrder(order)] }
  const after = { ...before, orders: [...before.orders, ...only.orders] }
  const rise = over(minus(exposureOf(after), exposureOf(before)), before.leverage)
  return showUp(plus(plus(rise, openLossOf(only)), orderFeesOf(only)), options)
}

/**
 * Wallet and what the unrealised PnL is above what is settled (futures 2). 8 decimals, rounded down
 * (towards minus infinity).
 */
export const accountEquity = (account: FuturesAccount, options?: AmountOptions): string =>
  showDown(equityOf(readAccount(account)), options)

/**
 * What the equity must exceed (futures 3): (mm + f)(M·P + T) - cum over the symbols, M the larger
 * leg and T the {@link orderNotional}. 8 decimals, rounded up.
 */
export const requirement = (account: FuturesAccount, options?: AmountOptions): string =>
  showUp(totalRequirement(readAccount(account)), options)

export const totalRequirement = ({ symbols }: ExactAccount) => sumOf(symbols.map(requirementOf))

/**
 * Whether the equity is at or below the requirement, which is rounded up at 8 decimals (futures 3):
 * a ratio of 100 % liquidates. An account that requires nothing is not due.
 */
export function isDue(
  account: FuturesAccount,
  { scale = AMOUNT_SCALE }: AmountOptions = {},
): boolean {
  return isExactDue(readAccount(account), scale)
}

export function isExactDue(account: ExactAccount, scale: number = AMOUNT_SCALE): boolean {
  const required = totalRequirement(account)
  if (signOf(required) <= 0) return false
  const atoms = rounded(required, { scale, mode: 'up' }).units
  return signOf(minus(equityOf(account), fraction(atoms, 10n ** BigInt(scale)))) <= 0
}

/**
 * Requirement / equity in percent, 2 decimals, rounded up (futures 3); `0.00` where nothing is
 * required. `null` where something is and the equity is not above zero.
 */
export function marginRatio(account: FuturesAccount): string | null {
  const exact = readAccount(account)
  const [required, equity] = [totalRequirement(exact), equityOf(exact)]
  if (signOf(required) === 0) return '0.00'
  if (signOf(equity) <= 0) return null
  return showUp(times(over(required, equity), HUNDRED), { scale: 2 })
}

/** Initial margins, open losses and fees of all open orders. */
const committed = ({ symbols }: ExactAccount) =>
  sumOf(
    symbols.map((symbol) =>
      plus(
        over(exposureOf(symbol), symbol.leverage),
        plus(openLossOf(symbol), orderFeesOf(symbol)),
      ),
    ),
  )

/**
 * W + sum of (PnL - S) - initial margins - open losses - fees of open orders (futures 3). 8
 * decimals, rounded down (towards minus infinity); negative where the mark has moved against the
 * account.
 */
export function availableBalance(account: FuturesAccount, options?: AmountOptions): string {
  const exact = readAccount(account)
  return showDown(minus(equityOf(exact), committed(exact)), options)
}

/**
 * What may leave the account (futures 3): as {@link availableBalance} with min(0, PnL - S) of each
 * leg, so that unrealised profit never leaves, at most the wallet and never below zero. 8 decimals,
 * rounded down.
 */
export function mayLeave(account: FuturesAccount, options?: AmountOptions): string {
  const exact = readAccount(account)
  const losses = sumOf(exact.symbols.flatMap(unsettledOf).map((value) => smaller(ZERO, value)))
  const free = minus(plus(exact.wallet, losses), committed(exact))
  return showDown(larger(ZERO, smaller(exact.wallet, free)), options)
}
