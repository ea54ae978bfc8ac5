import { useNumbers } from '@x/locale/react'
import { useMessages } from '../../lib/messages/messages.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import { sizeUnitOf, type SpotOrder, type SpotSymbol } from '../../data/spot/model.ts'
import { termsText } from '../order-terms/index.ts'

interface OrderName {
  readonly side: string
  readonly amount: string
}

/** How an order is named in a sentence: its side and amount. */
export function useOrderName(): (order: SpotOrder, spec: SpotSymbol | undefined) => OrderName {
  const t = useMessages()
  const numbers = useNumbers('trading')
  return ({ side, size, sizeUnit }, spec) => {
    const figure = numbers.number(size, { digits: decimalsOfStep(size), purpose: 'size' })
    const asset = sizeUnit === 'quote' ? spec?.quote : spec && sizeUnitOf(spec)
    return {
      side: side === 'buy' ? t('spot.buy') : t('spot.sell'),
      amount: `${figure} ${asset ?? ''}`.trim(),
    }
  }
}

/** How an order is named in a notice: its side, amount and price. */
export function useOrderTerms(): (
  order: Pick<SpotOrder, 'side' | 'size' | 'sizeUnit' | 'price'>,
  spec: SpotSymbol | undefined,
) => OrderName {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const figure = (text: string, { digits = decimalsOfStep(text) } = {}) =>
    numbers.number(text, { digits })
  return (order, spec) => ({
    side: order.side === 'buy' ? t('spot.buy') : t('spot.sell'),
    amount: termsText(order, { t, figure, spec }),
  })
}
