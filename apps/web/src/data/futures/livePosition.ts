import type { FuturesPosition, FuturesSymbol } from '@x/api'
import { add, decimal, div, formatDecimal, mul, sub } from '@x/decimal'
import { roe, unrealisedPnl } from '@x/trading'

/** The size of a position as the formulas count it: base coin, or USD of inverse contracts. */
export const nominalOf = (
  count: string,
  { contractValue }: Pick<FuturesSymbol, 'contractValue'>,
): string =>
  contractValue === null ? count : formatDecimal(mul(decimal(count), decimal(contractValue)))

/** Whether values are in the coin itself. */
export const isInverse = ({ contractValue }: Pick<FuturesSymbol, 'contractValue'>): boolean =>
  contractValue !== null

interface Moved {
  readonly mark: string | null
  readonly position: FuturesPosition
}

/** The latest of each position: the same mark gives the same object, which is not drawn again. */
const moved = new WeakMap<FuturesPosition, Moved>()

/**
 * A position at another mark price: PnL and ROE move with it, by the formulas of the exchange. The
 * rest is as the server said.
 */
export function atMark(
  position: FuturesPosition,
  { mark, contract }: { readonly mark: string | null; readonly contract: FuturesSymbol },
): FuturesPosition {
  if (mark === position.markPrice) return position
  const before = moved.get(position)
  if (before?.mark === mark) return before.position
  const next = movedTo(position, { mark, contract })
  moved.set(position, { mark, position: next })
  return next
}

function movedTo(
  position: FuturesPosition,
  { mark, contract }: { readonly mark: string | null; readonly contract: FuturesSymbol },
): FuturesPosition {
  if (mark === null) return { ...position, markPrice: null, unrealisedPnl: null, roe: null }
  const entry = entryOf(position, contract)
  const input = {
    contract: isInverse(contract) ? ('inverse' as const) : ('linear' as const),
    side: position.positionSide === 1 ? ('long' as const) : ('short' as const),
    count: nominalOf(position.positionsCount, contract),
    markPrice: mark,
    ...entry,
  }
  return {
    ...position,
    markPrice: mark,
    unrealisedPnl:
      isInverse(contract) && 'cost' in entry
        ? inversePnl(position, { cost: entry.cost, mark, contract })
        : unrealisedPnl(input, { scale: contract.marginPlace }),
    roe: roe({ ...input, leverage: String(position.positionsLevel) }),
  }
}

/** The exact cost where PnL and mark of the server give it away, else the average price. */
export function entryOf(
  { markPrice, unrealisedPnl: pnl, positionsCount, positionSide, ...position }: FuturesPosition,
  contract: FuturesSymbol,
): { readonly cost: string } | { readonly entryPrice: string } {
  if (markPrice === null || pnl === null) return { entryPrice: position.positionsOpenAvgPrice }
  const gain = decimal(pnl)
  if (isInverse(contract)) {
    const coins = coinValue(positionsCount, { price: markPrice, contract })
    return { cost: formatDecimal(positionSide === 1 ? add(coins, gain) : sub(coins, gain)) }
  }
  const value = mul(decimal(positionsCount), decimal(markPrice))
  return { cost: formatDecimal(positionSide === 1 ? sub(value, gain) : add(value, gain)) }
}

interface CoinPrice {
  readonly price: string
  readonly contract: FuturesSymbol
}

/** What inverse contracts are worth in coin, rounded up to an atom as the exchange does. */
const coinValue = (count: string, { price, contract }: CoinPrice) =>
  div(decimal(nominalOf(count, contract)), decimal(price), {
    scale: contract.marginPlace,
    mode: 'up',
  })

/** The exchange's own PnL: both values are whole atoms before they are compared. */
function inversePnl(
  { positionsCount, positionSide }: FuturesPosition,
  {
    cost,
    mark,
    contract,
  }: { readonly cost: string; readonly mark: string; readonly contract: FuturesSymbol },
): string {
  const value = coinValue(positionsCount, { price: mark, contract })
  const paid = decimal(cost)
  return formatDecimal(positionSide === 1 ? sub(paid, value) : sub(value, paid))
}
