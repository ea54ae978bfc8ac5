import { useEffect, useRef } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './orderTicket.module.css'
import { OrderAmountField } from './OrderAmountField.tsx'
import { useTicket } from './ticketContext.ts'
import type { ExitDraftField } from '../order-terms/index.ts'
import TriggerChoice from './TriggerChoice.tsx'

/** Take profit and stop loss of an entry: a trigger each, and a limit unless at the market. */
export default function ExitFields() {
  const t = useMessages()
  const { spec, draft, edit, field: common } = useTicket()
  const pair = useRef<HTMLDivElement>(null)
  // On a small screen the fields appear out of sight. `void`: newer browsers return a promise, and
  // an effect may return its clean-up only.
  useEffect(() => void pair.current?.scrollIntoView({ block: 'nearest' }), [])
  const field = (name: ExitDraftField, label: string, placeholder?: string) => (
    <OrderAmountField
      {...common(name)}
      label={label}
      placeholder={placeholder}
      unit={spec.quote}
      decimals={spec.pricePlace}
      step={spec.tickSize}
      onChange={(value) => edit({ ...draft, [name]: value })}
    />
  )
  return (
    <>
      <TriggerChoice />
      <div ref={pair} className={styles['pair']}>
        {field('takeProfit', t('spot.takeProfit'))}
        {field('takeProfitLimit', t('spot.exitLimit'), t('spot.market'))}
        {field('stopLoss', t('spot.stopLoss'))}
        {field('stopLossLimit', t('spot.exitLimit'), t('spot.market'))}
      </div>
    </>
  )
}
