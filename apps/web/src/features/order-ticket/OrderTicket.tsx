import { useStore } from '@x/kit/react'
import { type Numbers, useNumbers } from '@x/locale/react'
import { SegmentedControl } from '@x/ui/segmented-control'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sizeUnitOf } from '../../data/spot/model.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { unreadField } from '../../lib/amounts/unreadField.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import styles from './orderTicket.module.css'
import { SubmitArea } from './SubmitArea.tsx'
import type { TicketSize, TicketTypes } from './ticketProduct.ts'
import type { OrderTicketProps } from './ticketView.ts'
import { useOrderTicket } from './useOrderTicket.ts'
import { useSpotSideTexts } from './useSubmitText.ts'

/**
 * Writes and sends the orders of one symbol. A field shows its problem once it was left. The ticket
 * renders only where the market changes its state: it is the largest part of the page.
 */
export function OrderTicket<T extends TicketTypes>(props: OrderTicketProps<T>) {
  const { product, spec, available, terminal, isSideFixed = false, onPlaced } = props
  const { rules, Fields, Note } = product
  const t = useMessages()
  const numbers = useNumbers('trading')
  const form = useRef<HTMLFormElement>(null)
  const user = useAppSelector(selectUser)
  const binding = useOrderTicket(props)
  const { ticket, state, view, quotes, canSubmit } = binding
  const { draft, verdict, figures } = state
  const useSideTexts = product.useSideTexts ?? useSpotSideTexts
  const texts = useSideTexts(spec, draft)
  const size = rules.sizeOf(draft)
  const { label } = useStore(terminal.funds)
  const submitText = (what?: string) =>
    texts.submit(draft.side, what) + (label === undefined ? '' : ` · ${label}`)
  const [ordersPlaced, setOrdersPlaced] = useState(0)
  // After the field was emptied: the form takes the focus, so that single keys are commands again
  // and a screen reader keeps its position.
  useEffect(
    () => void (ordersPlaced > 0 && form.current?.focus({ preventScroll: true })),
    [ordersPlaced],
  )

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = form.current?.querySelector<HTMLInputElement>('input[inputmode]:focus')
    if (!canSubmit || state.isSubmitting) return
    const written = Object.fromEntries(
      rules.fields.map((name) => [name, rules.textOf(draft, name)]),
    )
    const unread = unreadField(event.currentTarget, written)
    if (unread) return unread.focus()
    const outcome = await ticket.submit({ submitText: submitText() })
    if (outcome === 'kept') return
    if (outcome === 'emptied' && field && field === document.activeElement)
      setOrdersPlaced((count) => count + 1)
    onPlaced?.()
  }

  return (
    <form
      ref={form}
      className={styles['form']}
      aria-label={isSideFixed ? `${t('spot.form')}: ${texts.sides[draft.side]}` : t('spot.form')}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      {isSideFixed ? (
        <h2 className={styles['side']} data-side={draft.side}>
          {texts.sides[draft.side]}
        </h2>
      ) : (
        <SegmentedControl
          aria-label={t('spot.side')}
          block
          value={draft.side}
          onChange={(side) => view.edit(rules.reduce(draft, { type: 'side', side }))}
          segments={[
            { value: 'buy', label: texts.sides.buy, tone: 'up' },
            { value: 'sell', label: texts.sides.sell, tone: 'down' },
          ]}
        />
      )}
      <Fields
        view={view}
        available={available}
        figures={figures}
        isReady={verdict.isReady}
        hasUser={user !== undefined}
        form={form}
        quotes={quotes}
        terminal={terminal}
      />
      <SubmitArea
        binding={binding}
        rules={rules}
        submitText={submitText(size && sizeText(size, { spec, numbers }))}
        note={<Note spec={spec} figures={figures} />}
      />
    </form>
  )
}

/**
 * `0.25 BTC`; of a size in quote or in margin `BTC (1,000 USDT)`, because the coin is what is
 * bought.
 */
function sizeText(
  { amount, unit }: TicketSize,
  { spec, numbers }: { readonly spec: SizedSpec; readonly numbers: Numbers },
): string {
  const text = numbers.number(amount, { digits: decimalsOfStep(amount) })
  if (unit === 'base') return `${text} ${sizeUnitOf(spec)}`
  return `${spec.base} (${text} ${(unit === 'margin' && spec.marginCoin) || spec.quote})`
}

type SizedSpec = TicketTypes['spec'] & { readonly marginCoin?: string }
