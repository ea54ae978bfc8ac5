import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { useQuotesStore } from '@x/market/react'
import { Button, ButtonLink } from '@x/ui/button'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Slider } from '@x/ui/slider'
import {
  type ComponentType,
  type FormEvent,
  lazy,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useAppServices } from '../../data/services/appServices.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import { selectSessionKey, selectUser } from '../../data/store/slice.ts'
import { unreadField } from '../../lib/amounts/unreadField.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { crossingText, type DraftField } from '../order-terms/index.ts'
import { loadPendingOrders } from '../submissions/index.ts'
import { AvailableLine } from './AvailableLine.tsx'
import { createOrderTicket } from './createOrderTicket.ts'
import { Estimates } from './Estimates.tsx'
import { OrderFields } from './OrderFields.tsx'
import { OrderOptions } from './OrderOptions.tsx'
import styles from './orderTicket.module.css'
import { changeSide, setShare, shareOf } from './orderDraft.ts'
import { TicketContext, ticketView } from './ticketContext.ts'
import { unreadableText } from './ticketReducer.ts'
import type { TicketTerminal } from './TicketTerminal.ts'
import { TypeChoice } from './TypeChoice.tsx'
import { useAvailable } from './useAvailable.ts'
import { useReadOnly } from './useReadOnly.ts'
import { useSubmitText } from './useSubmitText.ts'
import { useTicketCommands } from './useTicketCommands.ts'
import { useTradingModule } from './useTradingModule.ts'

const PendingOrderLines = lazy(async () => ({
  default: (await loadPendingOrders()).PendingOrderLines,
}))
const NOTHING = () => {}

/** What an order ticket trades; margin and futures are added with their fields. */
export type OrderProduct = 'spot'

const PRODUCT_FIELDS: Readonly<Record<OrderProduct, ComponentType>> = { spot: OrderFields }

export interface OrderTicketProps {
  readonly product?: OrderProduct
  readonly spec: SpotSymbol
  readonly terminal: TicketTerminal
  readonly initialSide?: Side
  readonly onPlaced?: () => void
}

/**
 * Writes and sends the orders of one pair. A field shows its problem once it was left. The ticket
 * renders only where the market changes its state: it is the largest part of the page.
 */
export function OrderTicket({
  product = 'spot',
  spec,
  terminal,
  initialSide,
  onPlaced,
}: OrderTicketProps) {
  const ProductFields = PRODUCT_FIELDS[product]
  const t = useMessages()
  const services = useAppServices()
  const appDispatch = useAppDispatch()
  const numbers = useNumbers('trading')
  const form = useRef<HTMLFormElement>(null)
  const user = useAppSelector(selectUser)
  const quotes = useQuotesStore(services.market, spec.symbol, NORMAL_UPDATES)
  const available = useAvailable(spec)
  const submitText = useSubmitText(spec)
  const readOnly = useReadOnly(spec)
  const { trading, isUnavailable } = useTradingModule({ isNeeded: user !== undefined })
  const [ticket] = useState(() =>
    createOrderTicket({ spec, terminal, side: initialSide, quotes, services, appDispatch }),
  )
  const vipLevel = user?.vipLevel ?? 0
  useLayoutEffect(
    () => ticket.setInputs({ available, vipLevel, t, numbers, trading }),
    [ticket, available, vipLevel, t, numbers, trading],
  )
  useLayoutEffect(() => ticket.connect(), [ticket])
  const state = useStore(ticket)
  const { draft, verdict, figures, refusals, isSubmitting } = state
  const lastPrice = () => quotes.getState().ticker?.last
  const view = ticketView(ticket, { state, spec, lastPrice })
  const { edit } = view
  useTicketCommands(terminal, { form, quotes, draft, edit })
  const hasPendingOrders = useHasPendingOrders(spec)
  const [ordersPlaced, setOrdersPlaced] = useState(0)
  // After the field was emptied: the form takes the focus, so that single keys are commands again
  // and a screen reader keeps its position.
  useEffect(
    () => void (ordersPlaced > 0 && form.current?.focus({ preventScroll: true })),
    [ordersPlaced],
  )
  const unreadable = unreadableText(state)
  const missing = verdict.missing && trading?.missingText(verdict.missing, { t })
  const reason =
    readOnly ??
    (isUnavailable
      ? t('error.other')
      : (unreadable ?? missing ?? Object.values(verdict.problems)[0]))

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = form.current?.querySelector<HTMLInputElement>('input[inputmode]:focus')
    if (!trading || !user || readOnly || isSubmitting) return
    const unread = unreadField<DraftField>(event.currentTarget, draft)
    if (unread) return unread.focus()
    const outcome = await ticket.submit({ submitText: submitText(draft.side) })
    if (outcome === 'kept') return
    if (outcome === 'emptied' && field && field === document.activeElement)
      setOrdersPlaced((count) => count + 1)
    onPlaced?.()
  }

  // Next to a refusal it would cover the fields of a small window.
  const pendingLines =
    user && hasPendingOrders ? (
      <OptionalLazyBoundary quiet onFail={NOTHING}>
        <PendingOrderLines spec={spec} />
      </OptionalLazyBoundary>
    ) : null

  return (
    <TicketContext value={view}>
      <form
        ref={form}
        className={styles['form']}
        aria-label={t('spot.form')}
        tabIndex={-1}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
      >
        <SegmentedControl
          aria-label={t('spot.side')}
          block
          value={draft.side}
          onChange={(side) => edit(changeSide(draft, side))}
          segments={[
            { key: 'buy', label: t('spot.buy'), tone: 'up' },
            { key: 'sell', label: t('spot.sell'), tone: 'down' },
          ]}
        />
        <TypeChoice />
        <AvailableLine spec={spec} side={draft.side} available={available} />
        <ProductFields />
        <Slider
          label={t('spot.share')}
          value={shareOf(draft, available)}
          tone={draft.side === 'buy' ? 'up' : 'down'}
          disabled={!available}
          onChange={(share) => available && edit(setShare(draft, { share, available, spec }))}
        />
        <OrderOptions />
        <Estimates spec={spec} draft={draft} figures={figures}>
          {trading && user ? (
            <trading.AverageLine
              spec={spec}
              draft={draft}
              figures={figures}
              isReady={verdict.isReady}
            />
          ) : null}
        </Estimates>
        {refusals.whole ? pendingLines : null}
        <div className={styles['submitArea']}>
          {refusals.whole ? null : pendingLines}
          {figures.crossing ? (
            <p className={styles[figures.crossing.isFar ? 'warning' : 'note']}>
              {crossingText(figures.crossing, { t, numbers, spec })}
            </p>
          ) : null}
          {refusals.whole ? (
            <p className={styles['refusal']} role="alert">
              {refusals.whole}
            </p>
          ) : null}
          {readOnly && user ? <p className={styles['warning']}>{readOnly}</p> : null}
          {user ? (
            <Button
              type="submit"
              variant={draft.side}
              size="large"
              block
              onPointerEnter={ticket.prefetch}
              onFocus={ticket.prefetch}
              loading={isSubmitting}
              disabled={readOnly !== undefined || !verdict.isReady || unreadable !== undefined}
              disabledReason={reason}
            >
              {submitText(draft.side)}
            </Button>
          ) : (
            <LoginToTrade />
          )}
        </div>
      </form>
    </TicketContext>
  )
}

/** Whether the user has pending orders of this pair. */
function useHasPendingOrders({ symbol }: SpotSymbol): boolean {
  const { pendingOrders } = useAppServices()
  const owner = useAppSelector(selectSessionKey)
  return useStore(pendingOrders, (orders) =>
    orders.some((order) => order.symbol === symbol && order.owner === owner),
  )
}

function LoginToTrade() {
  const t = useMessages()
  const to = useLocalePath()
  return (
    <ButtonLink
      variant="primary"
      size="large"
      block
      render={(props) => <Link {...props} to={to('/login')} />}
    >
      {t('spot.loginToTrade')}
    </ButtonLink>
  )
}
