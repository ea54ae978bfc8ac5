import type { FuturesAccount, FuturesOrder, FuturesPosition, FuturesTier } from '@x/api'
import { decimal, div, formatDecimal, mul, sub } from '@x/decimal'
import type {
  FuturesAccount as FormulaAccount,
  FuturesSymbol,
  OpenOrder,
  PositionLeg,
} from '@x/trading/futures'
import { isLiveStatus } from '../spot/model.ts'
import type { Contract } from './contracts.ts'
import { settingsOf } from './contractSettings.ts'
import { entryOf, isInverse, nominalOf } from './livePosition.ts'

/** The account of the user as the server says it, in one moment. */
export interface AccountState {
  readonly account: FuturesAccount
  readonly positions: readonly FuturesPosition[]
  readonly orders: readonly FuturesOrder[]
  readonly contracts: readonly Contract[]
  readonly tiersOf: (name: string) => readonly FuturesTier[] | undefined
  /** Of contracts whose mark runs on screen; the others have that of their position. */
  readonly markOf: (name: string) => string | null | undefined
}

/** An account of the formulas, and where a contract is in it. */
export interface FormulaView {
  readonly account: FormulaAccount
  readonly at: number
  /** The contracts in the order of the account. */
  readonly names: readonly string[]
  /**
   * The contract with every order that needs margin: what more of it costs. An isolated margin is
   * liquidated by its position alone, so that `account` has none of its orders (futures 3).
   */
  readonly asking: FuturesSymbol
}

export const CROSS = 2
const TWO_WAY = 2

/**
 * The account that a contract is in, in the words of the formulas (futures 3): the cross wallet of
 * its margin coin with all its contracts, or its isolated margin alone. `undefined` until tiers and
 * marks of all of them are known.
 *
 * @param side the leg of an isolated position in two-way mode
 */
export function formulaView(
  state: AccountState,
  { contract, side }: { readonly contract: Contract; readonly side: 'long' | 'short' },
): FormulaView | undefined {
  const { account, contracts } = state
  if (settingsOf(account, contract).marginMode !== CROSS) {
    const leg = isolatedLeg(state, { contract, side })
    const symbol = formulaSymbol(state, { contract, side, only: leg })
    const wallet = leg ? unsettledMargin(leg) : '0'
    return (
      symbol && {
        account: { wallet, symbols: [{ ...symbol, orders: [] }] },
        at: 0,
        names: [contract.name],
        asking: symbol,
      }
    )
  }
  const wallet = account.wallets.find(({ marginCoin }) => marginCoin === contract.marginCoin)
  const others = contracts.filter(
    (each) =>
      each.marginCoin === contract.marginCoin &&
      each.name !== contract.name &&
      settingsOf(account, each).marginMode === CROSS &&
      isInUse(state, each.name),
  )
  const used = [contract, ...others]
  const symbols = used.map((each) => formulaSymbol(state, { contract: each, side }))
  const [asking] = symbols
  if (!asking || symbols.some((symbol) => symbol === undefined)) return undefined
  return {
    account: {
      wallet: unsettledWallet(wallet),
      symbols: symbols.filter((each) => each !== undefined),
    },
    at: 0,
    names: used.map(({ name }) => name),
    asking,
  }
}

/** The position that an isolated margin is of; in two-way mode that of the side. */
export const isolatedLeg = (
  { positions }: Pick<AccountState, 'positions'>,
  { contract, side }: { readonly contract: Contract; readonly side: 'long' | 'short' },
): FuturesPosition | undefined =>
  positions.find(
    ({ symbol, positionSide, positionMode }) =>
      symbol === contract.name &&
      (positionMode !== TWO_WAY || (positionSide === 1) === (side === 'long')),
  )

/** W less all that is settled: what is left of the equity without the PnL of the positions. */
function unsettledWallet(wallet: FuturesAccount['wallets'][number] | undefined): string {
  if (!wallet) return '0'
  const { equity, unrealisedPnl, balance } = wallet
  return equity === null || unrealisedPnl === null
    ? balance
    : formatDecimal(sub(decimal(equity), decimal(unrealisedPnl)))
}

/** The same of an isolated margin. */
const unsettledMargin = ({ positionsOpenMarginCount: margin, settled }: FuturesPosition): string =>
  formatDecimal(sub(decimal(margin), decimal(settled)))

export const isInUse = ({ positions, orders }: AccountState, name: string): boolean =>
  positions.some(({ symbol }) => symbol === name) ||
  orders.some(({ symbol, status }) => symbol === name && isLiveStatus(status))

function formulaSymbol(
  { account, positions, orders, tiersOf, markOf }: AccountState,
  {
    contract,
    side,
    only,
  }: {
    readonly contract: Contract
    readonly side: 'long' | 'short'
    /** Of isolated margin the one leg that it is of. */
    readonly only?: FuturesPosition | undefined
  },
): FuturesSymbol | undefined {
  const { name } = contract
  const settings = settingsOf(account, contract)
  const isCross = settings.marginMode === CROSS
  const held = isCross ? positions.filter(({ symbol }) => symbol === name) : only ? [only] : []
  const tiers = tiersOf(name)
  const markPrice = markOf(name) ?? held[0]?.markPrice
  if (!tiers || tiers.length === 0 || !markPrice) return undefined
  return {
    contract: isInverse(contract) ? 'inverse' : 'linear',
    mode: account.positionMode === TWO_WAY ? 'two-way' : 'one-way',
    leverage: String(side === 'long' ? settings.longLeverage : settings.shortLeverage),
    feeRate: account.takerFeeRate,
    markPrice,
    tiers: tiers.map((tier, index) => ({
      upTo: index === tiers.length - 1 ? null : tier.notionalTo,
      mm: tier.maintenanceRate,
      cum: tier.maintenanceAmount,
    })),
    legs: held.map((position) => legOf(position, contract)),
    orders: orders.flatMap((order) => orderOf(order, contract)),
  }
}

/** The cost is exact where mark and PnL of the server give it away. */
function legOf(position: FuturesPosition, contract: Contract): PositionLeg {
  const { positionSide, positionsCount, positionsOpenAvgPrice, markPrice, unrealisedPnl } = position
  const side = positionSide === 1 ? 'long' : 'short'
  const count = nominalOf(positionsCount, contract)
  if (isInverse(contract)) {
    const known = entryOf(position, contract)
    const cost = 'cost' in known ? known.cost : undefined
    return {
      side,
      count,
      cost: cost ?? coinCost({ count, price: positionsOpenAvgPrice, side }),
    }
  }
  if (markPrice === null || unrealisedPnl === null)
    return {
      side,
      count,
      cost: formatDecimal(mul(decimal(count), decimal(positionsOpenAvgPrice))),
    }
  const value = mul(decimal(count), decimal(markPrice))
  const gain = mul(decimal(unrealisedPnl), decimal(side === 'long' ? '1' : '-1'))
  return { side, count, cost: formatDecimal(sub(value, gain)) }
}

const COIN_DIGITS = 8

function coinCost({
  count,
  price,
  side,
}: {
  readonly count: string
  readonly price: string
  readonly side: 'long' | 'short'
}): string {
  const size = decimal(count)
  return formatDecimal(
    div(size, decimal(price), { scale: COIN_DIGITS, mode: side === 'long' ? 'down' : 'up' }),
  )
}

/** An order that rests; one that waits for a trigger ties up nothing. */
function orderOf(order: FuturesOrder, contract: Contract): readonly OpenOrder[] {
  const { symbol, status, side, price, size, filled, reduceOnly } = order
  if (symbol !== contract.name || price === null) return []
  if (!isLiveStatus(status) || status === 'waiting') return []
  const rest = formatDecimal(sub(decimal(size), decimal(filled)))
  return [{ side, price, count: nominalOf(rest, contract), reduceOnly }]
}
