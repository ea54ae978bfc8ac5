import type { FuturesPosition, FuturesSymbol } from '@x/api'
import type { Numbers } from '@x/locale/react'
import type { useFuturesMessages } from '../../lib/messages/messages.ts'

type Translate = ReturnType<typeof useFuturesMessages>

/** Whether a text has words that are read from the right. */
export const isRightToLeft = (text: string): boolean => /\p{Script=Arabic}/u.test(text)

/**
 * The name of a position: its contract and its side. Isolated from a side that is read from the
 * right, the contract does not turn the name around.
 */
export function positionName(
  { symbol, positionSide }: Pick<FuturesPosition, 'symbol' | 'positionSide'>,
  t: Translate,
): string {
  const side = t(positionSide === 1 ? 'positions.long' : 'positions.short')
  return isRightToLeft(side) ? `\u2066${symbol}\u2069 ${side}` : `${symbol} ${side}`
}

/** What a size is counted in: the base coin, or inverse contracts. */
export const sizeUnit = (
  contract: Pick<FuturesSymbol, 'base' | 'contractValue'> | undefined,
  t: Translate,
): string | undefined =>
  contract && (contract.contractValue === null ? contract.base : t('contract.contracts'))

/** Figures of a contract at its decimals. */
export function contractFigures(numbers: Numbers, contract: FuturesSymbol | undefined) {
  const amount = (value: string | null, { isSigned = false } = {}) =>
    numbers.number(value, {
      digits: contract?.contractValue === null ? 2 : 6,
      ...(isSigned ? { signs: 'always' as const } : {}),
    })
  return {
    price: (value: string | null) =>
      numbers.number(value, { digits: contract?.pricePlace ?? 8, purpose: 'price' }),
    size: (value: string | null) =>
      numbers.number(value, { digits: contract?.quantityPlace ?? 8, purpose: 'size' }),
    amount,
    percent: (value: string | null) => numbers.percent(value, { unit: 'percent', digits: 2 }),
  }
}

/** Above zero, below, or neither. */
export const toneOf = (value: string | null): 'up' | 'down' | undefined => {
  const figure = Number(value ?? 0)
  return figure > 0 ? 'up' : figure < 0 ? 'down' : undefined
}
