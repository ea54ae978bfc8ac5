import { useBook } from '@x/market/react'
import { useMarket } from '../../data/market/useMarket.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { OrderAmountField, type OrderAmountFieldProps } from './OrderAmountField.tsx'
import { totalDecimals } from './orderDraft.ts'
import { amountForValue } from './priceTools.ts'
import { useTicket } from './ticketContext.ts'

/**
 * What a sale at the market is to bring: the amount of coin follows from the best bid, and is what
 * the button names and the order sells.
 */
export default function SellTotalField({ end }: Pick<OrderAmountFieldProps, 'end'>) {
  const t = useMessages()
  const { spec, draft, edit, field } = useTicket()
  const bestBid = useBook(useMarket(), spec.symbol, NORMAL_UPDATES)?.bids[0]?.price
  return (
    <OrderAmountField
      {...field('total')}
      error={field('amount').error}
      label={t('spot.total')}
      end={end}
      unit={spec.quote}
      decimals={totalDecimals(spec)}
      placeholder={`≥ ${spec.minNotional}`}
      onChange={(total) =>
        edit({
          ...draft,
          total,
          amount: amountForValue(total, { bestBid, spec }),
          lead: 'amount',
          share: undefined,
        })
      }
    />
  )
}
