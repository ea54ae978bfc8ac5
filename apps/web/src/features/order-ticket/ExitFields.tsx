import { useBook } from '@x/market/react'
import { useEffect, useRef } from 'react'
import { useMarket } from '../../data/market/useMarket.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import type { ExitDraftField } from '../order-terms/index.ts'
import styles from './orderTicket.module.css'
import { ExitTrigger } from './ExitTrigger.tsx'
import { OrderAmountField } from './OrderAmountField.tsx'
import { amountOf } from './orderDraft.ts'
import { useTicket } from './ticketContext.ts'
import TriggerChoice from './TriggerChoice.tsx'

/** Take profit and stop loss of an entry: a trigger each, and a limit unless at the market. */
export default function ExitFields() {
  const t = useMessages()
  const { spec, draft, edit, field: common } = useTicket()
  const entry = useEntryPrice()
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
  const trigger = (exit: 'takeProfit' | 'stopLoss') => (
    <ExitTrigger
      {...common(exit)}
      {...{ exit, spec, entry }}
      side={draft.side}
      label={t(`spot.${exit}`)}
      onChange={(value) => edit({ ...draft, [exit]: value })}
    />
  )
  return (
    <>
      <TriggerChoice />
      <div ref={pair} className={styles['pair']}>
        {trigger('takeProfit')}
        {field('takeProfitLimit', t('spot.exitLimit'), t('spot.market'))}
        {trigger('stopLoss')}
        {field('stopLossLimit', t('spot.exitLimit'), t('spot.market'))}
      </div>
    </>
  )
}

/** What percents of exits are counted from: the limit of the entry, or the price it would meet. */
function useEntryPrice(): string | undefined {
  const { spec, draft } = useTicket()
  const book = useBook(useMarket(), spec.symbol, NORMAL_UPDATES)
  const met = (draft.side === 'buy' ? book?.asks : book?.bids)?.[0]?.price
  return draft.type === 'limit' ? amountOf(draft.price) : met
}
