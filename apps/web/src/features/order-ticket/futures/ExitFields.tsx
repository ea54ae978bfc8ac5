import { finishAmount } from '@x/decimal'
import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import type { BookView } from '@x/market'
import { blankOutOfBounds } from '@x/trading'
import { useState } from 'react'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import { ExitTrigger } from '../ExitTrigger.tsx'
import { amountOf } from '../orderDraft.ts'
import styles from '../orderTicket.module.css'
import type { TicketFieldsProps } from '../ticketView.ts'
import { type FuturesDraft, hasLimit, waitsForPrice } from './futuresDraft.ts'
import type { FuturesTypes } from './futuresTypes.ts'
import { TriggerBy } from './TriggerBy.tsx'

type ExitFieldsProps = Pick<TicketFieldsProps<FuturesTypes>, 'view' | 'figures' | 'quotes'>

/**
 * Take profit and stop loss of an order. A trigger beyond the liquidation price is blanked as its
 * field is left (spec section 5), and a sentence says so; one on the wrong side keeps its text.
 */
export default function ExitFields({ view, quotes, figures: { bounds } }: ExitFieldsProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const [blanked, setBlanked] = useState<string | undefined>(undefined)
  const { spec, draft, edit, field } = view
  const entry = useStore(quotes, ({ book }) => entryPrice(draft, book))
  const exit = (name: 'takeProfit' | 'stopLoss') => {
    const common = field(name)
    const onBlur = (): void => {
      common.onBlur()
      const price = amountOf(finishAmount(draft[name]))
      if (price === undefined || !bounds || blankOutOfBounds(price, bounds) !== '') return
      setBlanked(price)
      edit({ ...draft, [name]: '' })
    }
    return (
      <ExitTrigger
        {...common}
        {...{ exit: name, spec, entry, onBlur }}
        side={draft.side}
        label={t(`spot.${name}`)}
        onChange={(value) => {
          setBlanked(undefined)
          edit({ ...draft, [name]: value })
        }}
      />
    )
  }
  return (
    <>
      {waitsForPrice(draft) ? null : <TriggerBy draft={draft} edit={edit} />}
      <div className={styles['pair']}>
        {exit('takeProfit')}
        {exit('stopLoss')}
      </div>
      {blanked === undefined ? null : (
        <p className={styles['warning']} role="status">
          {t('positions.blanked', {
            price: numbers.number(blanked, { digits: spec.pricePlace, purpose: 'price' }),
          })}
        </p>
      )}
    </>
  )
}

/** What percents of exits are counted from: the price of the entry, or that which it would meet. */
function entryPrice(draft: FuturesDraft, book: BookView | undefined): string | undefined {
  const stated = amountOf(hasLimit(draft) ? draft.price : waitsForPrice(draft) ? draft.trigger : '')
  return stated ?? (draft.side === 'buy' ? book?.asks : book?.bids)?.[0]?.price
}
