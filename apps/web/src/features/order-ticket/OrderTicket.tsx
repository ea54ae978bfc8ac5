import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { useQuotesStore } from '@x/market/react'
import { Button, ButtonLink } from '@x/ui/button'
import { SegmentedControl } from '@x/ui/segmented-control'
import { type FormEvent, lazy, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useAppServices } from '../../data/services/appServices.ts'
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts'
import type { Side } from '../../data/spot/model.ts'
import { selectSessionKey, selectUser } from '../../data/store/slice.ts'
import { unreadField } from '../../lib/amounts/unreadField.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import { loadPendingOrders } from '../submissions/index.ts'
import { createOrderTicket, type OrderTicketState } from './createOrderTicket.ts'
import styles from './orderTicket.module.css'
import type { TicketRules, TicketTypes } from './ticketProduct.ts'
import {
  type ProblemTexts,
  type TicketProduct,
  ticketView,
  type TradingModule,
  type VerdictTexts,
} from './ticketView.ts'
import { unreadableText } from './ticketReducer.ts'
import type { TicketTerminal } from './TicketTerminal.ts'
import { useReadOnly } from './useReadOnly.ts'
import { useSubmitText } from './useSubmitText.ts'
import { useTradingModule } from './useTradingModule.ts'

const PendingOrderLines = lazy(async () => ({
  default: (await loadPendingOrders()).PendingOrderLines,
}))
const NOTHING = () => {}

export interface OrderTicketProps<T extends TicketTypes> {
  readonly product: TicketProduct<T>
  readonly spec: T['spec']
  /** What the user can spend; `undefined` for guests and until it is known. */
  readonly available: T['available'] | undefined
  readonly terminal: TicketTerminal<T['draft']>
  readonly initialSide?: Side
  readonly onPlaced?: () => void
}

/**
 * Writes and sends the orders of one pair. A field shows its problem once it was left. The ticket
 * renders only where the market changes its state: it is the largest part of the page.
 */
export function OrderTicket<T extends TicketTypes>({
  product,
  spec,
  available,
  terminal,
  initialSide,
  onPlaced,
}: OrderTicketProps<T>) {
  const { rules, Fields, Note } = product
  const t = useMessages()
  const services = useAppServices()
  const appDispatch = useAppDispatch()
  const numbers = useNumbers('trading')
  const form = useRef<HTMLFormElement>(null)
  const user = useAppSelector(selectUser)
  const quotes = useQuotesStore(services.market, spec.symbol, NORMAL_UPDATES)
  const submitText = useSubmitText(spec)
  const readOnly = useReadOnly(spec)
  const { module, isUnavailable } = useTradingModule({
    isNeeded: user !== undefined,
    fetchModule: product.loadTrading,
  })
  const [ticket] = useState(() => {
    const { pendingOrders } = services
    return createOrderTicket({ rules, spec, terminal, side: initialSide, quotes, pendingOrders })
  })
  const vipLevel = user?.vipLevel ?? 0
  const submitter = useMemo(
    () =>
      module?.createOrderSubmitter({
        trading: module.trading,
        spec,
        services,
        dispatch: appDispatch,
      }),
    [module, spec, services, appDispatch],
  )
  const trading = module?.trading
  useLayoutEffect(
    () => ticket.setInputs({ available, vipLevel, trading, submitter }),
    [ticket, available, vipLevel, trading, submitter],
  )
  useLayoutEffect(() => ticket.connect(), [ticket])
  const state = useStore(ticket)
  const { draft, verdict, figures, refusals, isSubmitting } = state
  const problems = problemTexts(module, { state, spec, t, numbers })
  const lastPrice = () => quotes.getState().ticker?.last
  const view = ticketView(ticket, { state, spec, rules, problems, lastPrice })
  const hasPendingOrders = useHasPendingOrders(spec)
  const [ordersPlaced, setOrdersPlaced] = useState(0)
  // After the field was emptied: the form takes the focus, so that single keys are commands again
  // and a screen reader keeps its position.
  useEffect(
    () => void (ordersPlaced > 0 && form.current?.focus({ preventScroll: true })),
    [ordersPlaced],
  )
  const unreadable = unreadableText(state, rules)
  const missing = verdict.missing && module?.missingText(verdict.missing, { t })
  const reason =
    readOnly ??
    (isUnavailable
      ? t('error.other')
      : (unreadable ?? missing ?? rules.fields.map((field) => problems[field]).find(Boolean)))

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = form.current?.querySelector<HTMLInputElement>('input[inputmode]:focus')
    if (!module || !user || readOnly || isSubmitting) return
    const unread = unreadField(event.currentTarget, textsOf(draft, rules))
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
        onChange={(side) => view.edit(rules.reduce(draft, { type: 'side', side }))}
        segments={[
          { key: 'buy', label: t('spot.buy'), tone: 'up' },
          { key: 'sell', label: t('spot.sell'), tone: 'down' },
        ]}
      />
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
      {refusals.whole ? pendingLines : null}
      <div className={styles['submitArea']}>
        {refusals.whole ? null : pendingLines}
        <Note spec={spec} figures={figures} />
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
  )
}

/** The problems of the verdict in the user's language. */
function problemTexts<T extends TicketTypes>(
  module: TradingModule<T> | undefined,
  {
    state: { draft, verdict },
    spec,
    ...texts
  }: VerdictTexts & { readonly state: OrderTicketState<T>; readonly spec: T['spec'] },
): ProblemTexts {
  const translated = Object.entries(verdict.problems).map(([field, problem]) => [
    field,
    problem && module?.problemText(problem, { ...texts, spec, draft }),
  ])
  return Object.fromEntries(translated) as ProblemTexts
}

const textsOf = <T extends TicketTypes>(
  draft: T['draft'],
  { fields, textOf }: TicketRules<T>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map((field) => [field, textOf(draft, field)]))

/** Whether the user has pending orders of this pair. */
function useHasPendingOrders({ symbol }: { readonly symbol: string }): boolean {
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
