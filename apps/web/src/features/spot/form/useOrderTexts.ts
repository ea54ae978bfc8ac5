import { compare, decimal, parseDecimal, ZERO } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import type { OrderProblem, SpotOrderType } from '@x/trading'
import { useAppSelector } from '../../../app/servicesContext.ts'
import { useMessages } from '../../../messages.ts'
import type { Side, SpotSymbol } from '../../orders/model.ts'
import { selectRealm } from '../../session/slice.ts'
import { type DraftField, liesAbove } from './orderTypes.ts'

export interface OrderTexts {
  /** The order button: side, coin and, in paper mode, that it is paper. */
  submit(side: Side): string
  missing(field: DraftField): string
  problem(problem: OrderProblem, options: { readonly side: Side; readonly type: SpotOrderType; readonly lastPrice: string | null }): string
}

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

export function useOrderTexts({ base, quote, pricePlace, quantityPlace, minNotional }: SpotSymbol): OrderTexts {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const badRate = (bounds: string): string => {
    const [least = '', most = ''] = bounds.split('–')
    return t('spot.badRate', { least, most })
  }
  return {
    submit: (side) => t(isPaper ? (side === 'buy' ? 'spot.paperBuyBase' : 'spot.paperSellBase') : side === 'buy' ? 'spot.buyBase' : 'spot.sellBase', { base }),
    missing: (field) => t(MISSING[field]),
    problem({ refusal, field, limit = '' }, { side, type, lastPrice }) {
      switch (refusal) {
        case 'balance':
          return t('spot.notEnough', { limit: numbers.number(limit, { digits: side === 'buy' ? pricePlace : quantityPlace }), unit: side === 'buy' ? quote : base })
        case 'tick':
          return t('spot.badTick', { limit })
        case 'step':
          return t('spot.badStep', { limit })
        case 'minimum':
          return t('spot.belowMinimum', { limit: numbers.number(limit || minNotional, { digits: pricePlace, trim: true }), unit: quote })
        case 'protection':
          if (!limit) return t('spot.noOpposite')
          return t(compare(decimal(limit), parseDecimal(lastPrice ?? '') ?? ZERO) < 0 ? 'spot.tooLow' : 'spot.tooHigh', { limit: numbers.number(limit, { digits: pricePlace, purpose: 'price' }) })
        case 'would-cross':
          return t('error.wouldCross')
        case 'not-fillable':
          return t('error.notFillable')
        case 'direction':
          return t(liesAbove(field, { side, type }) ? 'spot.mustBeAbove' : 'spot.mustBeBelow', { limit: numbers.number(limit, { digits: pricePlace, purpose: 'price' }) })
        case 'parameter':
          return field === 'callbackRate' ? badRate(limit) : t('error.other')
      }
    },
  }
}
