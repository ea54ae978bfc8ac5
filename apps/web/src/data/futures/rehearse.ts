import type { FuturesPosition } from '@x/api'
import { decimal, div, formatDecimal, mul, roundToStep, sum } from '@x/decimal'
import {
  accountEquity,
  type FuturesAccount,
  isDue,
  marginRatio,
  requirement,
} from '@x/trading/futures'
import type { Contract } from './contracts.ts'
import { settingsOf } from './contractSettings.ts'
import {
  type AccountState,
  CROSS,
  formulaView,
  type FormulaView,
  isInUse,
} from './formulaAccount.ts'
import { atMark } from './livePosition.ts'

/** A position at another mark. */
export interface RehearsedPosition {
  readonly position: FuturesPosition
  readonly contract: Contract
  readonly mark: string
  readonly pnl: string | null
}

/** A wallet at other marks. Amounts are in the margin coin. */
export interface RehearsedGroup {
  /** The position of an isolated margin; `undefined`: the cross wallet. */
  readonly isolated: FuturesPosition | undefined
  readonly equity: string
  readonly requirement: string
  /** Per cent; `null` where the equity is not above zero. */
  readonly ratio: string | null
  readonly isDue: boolean
  readonly pnl: string
  readonly positions: readonly RehearsedPosition[]
}

/**
 * All wallets of a margin coin with every mark moved by one percentage, on the tick (futures 12):
 * each is liquidated by itself. `undefined` until the account is known.
 */
export function rehearse(
  state: AccountState,
  { marginCoin, percent }: { readonly marginCoin: string; readonly percent: number },
): readonly RehearsedGroup[] | undefined {
  const contractOf = (name: string) => state.contracts.find((contract) => contract.name === name)
  return formulaGroups(state, marginCoin)?.map(({ account, names, isolated, positions }) => {
    const moved = movedAccount({ account, names }, { percent, contractOf })
    const rehearsed = positions.flatMap((position) => {
      const contract = contractOf(position.symbol)
      const mark = moved.symbols[names.indexOf(position.symbol)]?.markPrice
      if (!contract || mark === undefined) return []
      const { unrealisedPnl: pnl } = atMark(position, {
        mark,
        contract: { ...contract, symbol: contract.name },
      })
      return [{ position, contract, mark, pnl }]
    })
    return {
      isolated,
      equity: accountEquity(moved),
      requirement: requirement(moved),
      ratio: marginRatio(moved),
      isDue: isDue(moved),
      pnl: formatDecimal(sum(rehearsed.map(({ pnl }) => decimal(pnl ?? '0')))),
      positions: rehearsed,
    }
  })
}

/** One wallet that carries positions: of all cross ones of a coin, or of one isolated position. */
interface FormulaGroup extends Pick<FormulaView, 'account' | 'names'> {
  /** `undefined`: the cross wallet. */
  readonly isolated: FuturesPosition | undefined
  readonly positions: readonly FuturesPosition[]
}

/**
 * All wallets of a margin coin that carry positions or orders, cross first. `undefined` until tiers
 * and marks of all of them are known.
 */
function formulaGroups(
  state: AccountState,
  marginCoin: string,
): readonly FormulaGroup[] | undefined {
  const own = state.contracts.filter((contract) => contract.marginCoin === marginCoin)
  const isCross = (contract: Contract) => settingsOf(state.account, contract).marginMode === CROSS
  const crossOnes = own.filter((contract) => isCross(contract) && isInUse(state, contract.name))
  const [first] = crossOnes
  const cross = first && {
    view: formulaView(state, { contract: first, side: 'long' }),
    isolated: undefined,
    positions: state.positions.filter(({ symbol }) =>
      crossOnes.some(({ name }) => name === symbol),
    ),
  }
  const isolated = own
    .filter((contract) => !isCross(contract))
    .flatMap((contract) =>
      state.positions
        .filter(({ symbol }) => symbol === contract.name)
        .map((position) => {
          const side = position.positionSide === 1 ? ('long' as const) : ('short' as const)
          const view = formulaView(state, { contract, side })
          return { view, isolated: position, positions: [position] }
        }),
    )
  const groups = [...(cross ? [cross] : []), ...isolated].map(({ view, ...group }) =>
    view ? { ...group, account: view.account, names: view.names } : undefined,
  )
  return groups.some((group) => group === undefined)
    ? undefined
    : groups.filter((group) => group !== undefined)
}

const movedAccount = (
  { account, names }: Pick<FormulaGroup, 'account' | 'names'>,
  {
    percent,
    contractOf,
  }: { readonly percent: number; readonly contractOf: (name: string) => Contract | undefined },
): FuturesAccount => ({
  ...account,
  symbols: account.symbols.map((symbol, at) => ({
    ...symbol,
    markPrice: movedPrice(symbol.markPrice, {
      percent,
      tickSize: contractOf(names[at] ?? '')?.tickSize,
    }),
  })),
})

/** Twelve digits keep the cheapest coin exact before it is brought to its tick. */
function movedPrice(
  price: string,
  { percent, tickSize }: { readonly percent: number; readonly tickSize: string | undefined },
): string {
  if (percent === 0 || tickSize === undefined) return price
  const moved = div(mul(decimal(price), decimal(String(100 + percent))), decimal('100'), {
    scale: 12,
    mode: 'half-up',
  })
  return formatDecimal(roundToStep(moved, { step: decimal(tickSize), mode: 'half-up' }))
}
