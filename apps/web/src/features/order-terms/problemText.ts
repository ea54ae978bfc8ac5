import { compare, decimal, parseDecimal, ZERO } from '@x/decimal'
import type { useNumbers } from '@x/locale/react'
import type { OrderProblem } from '@x/trading'
import type { useMessages } from '../../lib/messages/messages.ts'
import { QUOTE_DIGITS, type Side, type SpotSymbol } from '../../data/spot/model.ts'
import type { DraftField } from './orderTypes.ts'
import { liesAbove } from './wireFields.ts'

type Translator = ReturnType<typeof useMessages>

const MISSING = {
  price: 'spot.enterPrice',
  amount: 'spot.enterAmount',
  total: 'spot.enterTotal',
  trigger: 'spot.enterTrigger',
  stop: 'spot.enterPrice',
  rate: 'spot.enterRate',
  takeProfit: 'spot.enterTrigger',
  takeProfitLimit: 'spot.enterPrice',
  stopLoss: 'spot.enterTrigger',
  stopLossLimit: 'spot.enterPrice',
} as const satisfies Record<DraftField, string>

export const missingText = (field: DraftField, { t }: { readonly t: Translator }): string =>
  t(MISSING[field])

export interface ProblemContext {
  readonly t: Translator
  readonly numbers: ReturnType<typeof useNumbers>
  readonly spec: SpotSymbol
  readonly side: Side
  /**
   * As the server spells it: of an order that stands it may be one that this version does not know.
   */
  readonly type: string
  readonly lastPrice: string | null
}

/** What is wrong with an order, and where its bound lies. */
export function problemText(
  { refusal, field, limit = '' }: OrderProblem,
  { t, numbers, spec, side, type, lastPrice }: ProblemContext,
): string {
  const { base, quote, pricePlace, quantityPlace, minNotional } = spec
  const price = { limit: numbers.number(limit, { digits: pricePlace, purpose: 'price' }) }
  const [least = '', most = ''] = limit.split('–')
  switch (refusal) {
    case 'balance':
      return t('spot.notEnough', {
        limit: numbers.number(limit, { digits: side === 'buy' ? QUOTE_DIGITS : quantityPlace }),
        unit: side === 'buy' ? quote : base,
      })
    case 'tick':
      return t('spot.badTick', { limit })
    case 'step':
      return t('spot.badStep', { limit })
    case 'minimum':
      return t('spot.belowMinimum', {
        limit: numbers.number(limit || minNotional, { digits: pricePlace, trim: true }),
        unit: quote,
      })
    case 'protection':
      if (!limit) return t('spot.noOpposite')
      return t(
        compare(decimal(limit), parseDecimal(lastPrice ?? '') ?? ZERO) < 0
          ? 'spot.tooLow'
          : 'spot.tooHigh',
        price,
      )
    case 'would-cross':
      return t('error.wouldCross')
    case 'not-fillable':
      return t('error.notFillable')
    case 'direction':
      return t(liesAbove(field, { side, type }) ? 'spot.mustBeAbove' : 'spot.mustBeBelow', price)
    case 'parameter':
      return field === 'callbackRate' ? t('spot.badRate', { least, most }) : t('error.other')
  }
}
