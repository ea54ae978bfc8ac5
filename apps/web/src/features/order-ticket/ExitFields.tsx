import { useEffect, useRef } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './form.module.css'
import { OrderAmountField } from './OrderAmountField.tsx'
import type { OrderFieldsProps } from './orderFields.ts'
import type { ExitDraftField } from '../order-terms/index.ts'
import TriggerChoice from './TriggerChoice.tsx'

/**
 * Where an entry is to be left: a trigger each, and a limit price where the exit shall not go at
 * the market.
 */
export default function ExitFields({
  spec,
  draft,
  edit,
  leave,
  onUnread,
  errorOf,
}: OrderFieldsProps) {
  const t = useMessages()
  const pair = useRef<HTMLDivElement>(null)
  // Who asked for them wants to fill them in; on a small screen they come below the fold. `void`,
  // because scrolling answers a promise in newer browsers, and an effect that answers something
  // must answer its own end.
  useEffect(() => void pair.current?.scrollIntoView({ block: 'nearest' }), [])
  const field = (name: ExitDraftField, label: string, placeholder?: string) => (
    <OrderAmountField
      name={name}
      label={label}
      placeholder={placeholder}
      unit={spec.quote}
      decimals={spec.pricePlace}
      step={spec.tickSize}
      value={draft[name]}
      error={errorOf(name)}
      onBlur={() => leave(name)}
      onRefuse={(message) => onUnread(name, message)}
      onChange={(value) => edit({ ...draft, [name]: value })}
    />
  )
  return (
    <>
      <TriggerChoice draft={draft} edit={edit} />
      <div ref={pair} className={styles['pair']}>
        {field('takeProfit', t('spot.takeProfit'))}
        {field('takeProfitLimit', t('spot.exitLimit'), t('spot.market'))}
        {field('stopLoss', t('spot.stopLoss'))}
        {field('stopLossLimit', t('spot.exitLimit'), t('spot.market'))}
      </div>
    </>
  )
}
