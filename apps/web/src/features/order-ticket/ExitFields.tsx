import { useNumbers } from '@x/locale/react'
import { useBook } from '@x/market/react'
import { Button } from '@x/ui/button'
import { useEffect, useRef, useState } from 'react'
import { useMarket } from '../../data/market/useMarket.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import type { ExitDraftField } from '../order-terms/index.ts'
import styles from './orderTicket.module.css'
import { OrderAmountField } from './OrderAmountField.tsx'
import { amountOf } from './orderDraft.ts'
import { exitAt } from './priceTools.ts'
import { useTicket } from './ticketContext.ts'
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
        <ExitTrigger exit="takeProfit" label={t('spot.takeProfit')} />
        {field('takeProfitLimit', t('spot.exitLimit'), t('spot.market'))}
        <ExitTrigger exit="stopLoss" label={t('spot.stopLoss')} />
        {field('stopLossLimit', t('spot.exitLimit'), t('spot.market'))}
      </div>
    </>
  )
}

interface ExitTriggerProps {
  readonly exit: 'takeProfit' | 'stopLoss'
  readonly label: string
}

/** The trigger of an exit: a price, or percent of the entry with the price in the label. */
function ExitTrigger({ exit, label }: ExitTriggerProps) {
  const numbers = useNumbers('trading')
  const { spec, draft, edit, field } = useTicket()
  const [percent, setPercent] = useState<string | undefined>(undefined)
  const entry = useEntryPrice()
  const isPercent = percent !== undefined
  const price = amountOf(draft[exit])
  const write = (value: string) => {
    if (!isPercent) return edit({ ...draft, [exit]: value })
    setPercent(value)
    const { tickSize } = spec
    edit({
      ...draft,
      [exit]: exitAt(value, { exit, side: draft.side, price: entry, tickSize }) ?? '',
    })
  }
  const at = numbers.number(price, { digits: spec.pricePlace, purpose: 'price' })
  return (
    <OrderAmountField
      {...field(exit)}
      {...(isPercent ? { value: percent } : {})}
      label={isPercent && price !== undefined ? `${label} ${at}` : label}
      decimals={isPercent ? 2 : spec.pricePlace}
      step={isPercent ? '0.1' : spec.tickSize}
      end={
        <Button
          variant="ghost"
          size="mini"
          className={styles['unit']}
          aria-pressed={isPercent}
          onClick={() => setPercent(isPercent ? undefined : '')}
        >
          {isPercent ? '%' : spec.quote}
        </Button>
      }
      onChange={write}
    />
  )
}

/** What percents of exits are counted from: the limit of the entry, or the price it would meet. */
function useEntryPrice(): string | undefined {
  const { spec, draft } = useTicket()
  const book = useBook(useMarket(), spec.symbol, NORMAL_UPDATES)
  const met = (draft.side === 'buy' ? book?.asks : book?.bids)?.[0]?.price
  return draft.type === 'limit' ? amountOf(draft.price) : met
}
