import { finishAmount } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { blankOutOfBounds } from '@x/trading'
import { useState } from 'react'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import { OrderAmountField } from '../OrderAmountField.tsx'
import { amountOf } from '../orderDraft.ts'
import styles from '../orderTicket.module.css'
import type { TicketFieldsProps } from '../ticketView.ts'
import { waitsForPrice } from './futuresDraft.ts'
import type { FuturesTypes } from './futuresTypes.ts'
import { TriggerBy } from './TriggerBy.tsx'

type ExitFieldsProps = Pick<TicketFieldsProps<FuturesTypes>, 'view' | 'figures' | 'available'>

/**
 * Take profit and stop loss of an order. A trigger beyond the liquidation price is blanked as its
 * field is left (spec section 5), and a sentence says so; one on the wrong side keeps its text.
 */
export function ExitFields({ view, figures: { bounds } }: ExitFieldsProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const [blanked, setBlanked] = useState<string | undefined>(undefined)
  const { spec, draft, edit, field } = view
  const exit = (name: 'takeProfit' | 'stopLoss', label: string) => {
    const common = field(name)
    const onBlur = (): void => {
      common.onBlur()
      const price = amountOf(finishAmount(draft[name]))
      if (price === undefined || !bounds || blankOutOfBounds(price, bounds) !== '') return
      setBlanked(price)
      edit({ ...draft, [name]: '' })
    }
    return (
      <OrderAmountField
        {...common}
        onBlur={onBlur}
        label={label}
        unit={spec.quote}
        decimals={spec.pricePlace}
        step={spec.tickSize}
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
        {exit('takeProfit', t('spot.takeProfit'))}
        {exit('stopLoss', t('spot.stopLoss'))}
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
