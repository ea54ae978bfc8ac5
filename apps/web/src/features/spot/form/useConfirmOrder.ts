import { finishAmount } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { useServices } from '../../../app/servicesContext.ts'
import { useMessages } from '../../../messages.ts'
import type { SpotSymbol } from '../../orders/model.ts'
import type { OrderDraft } from './orderDraft.ts'
import type { OrderFigures } from './orderFigures.ts'
import { useOrderTexts } from './useOrderTexts.ts'

/** A market order has no price to hold it: what it will do is said in figures before it is sent. */
export function useConfirmMarket(spec: SpotSymbol): (draft: OrderDraft, figures: OrderFigures) => Promise<boolean> {
  const t = useMessages()
  const { dialogs } = useServices()
  const texts = useOrderTexts(spec)
  const numbers = useNumbers('trading')
  return async ({ side, amount, total }, { fill, fee }) => {
    const { base, quote } = spec
    const isBuy = side === 'buy'
    const figures = {
      base,
      quote,
      amount: numbers.number(isBuy ? fill?.filledBase : finishAmount(amount), { digits: spec.quantityPlace }),
      total: numbers.number(isBuy ? finishAmount(total) : fill?.filledQuote, { digits: spec.pricePlace }),
      price: numbers.number(fill?.averagePrice, { digits: spec.pricePlace, purpose: 'price' }),
      impact: numbers.percent(fill?.impactPercent, { unit: 'percent' }),
    }
    const feeText = fee ? ` ${t('spot.confirmFee', { fee: `${numbers.number(fee.amount, { digits: isBuy ? 8 : 4, purpose: 'fee' })} ${fee.asset}` })}` : ''
    const { action } = await dialogs.confirm({
      title: isBuy ? t('spot.confirmBuy', { base }) : t('spot.confirmSell', { base }),
      message: t(isBuy ? 'spot.confirmBuyText' : 'spot.confirmSellText', figures) + feeText,
      confirmText: texts.submit(side),
      variant: side,
    })
    return action === 'confirm'
  }
}
