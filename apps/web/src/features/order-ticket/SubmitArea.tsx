import { useStore } from '@x/kit/react'
import { Button, ButtonLink } from '@x/ui/button'
import { lazy, type ReactNode } from 'react'
import { type SpotSymbol, wireSymbol } from '../../data/spot/model.ts'
import type { PendingOrders } from '../../data/submissions/createPendingOrders.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectSessionKey, selectUser } from '../../data/store/slice.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { loadPendingOrders } from '../submissions/index.ts'
import styles from './orderTicket.module.css'
import type { TicketRules, TicketTypes } from './ticketProduct.ts'
import { unreadableText } from './ticketReducer.ts'
import type { TicketBinding } from './useOrderTicket.ts'

const PendingOrderLines = lazy(async () => ({
  default: (await loadPendingOrders()).PendingOrderLines,
}))
const NOTHING = () => {}

export interface SubmitAreaProps<T extends TicketTypes> {
  readonly binding: TicketBinding<T>
  readonly rules: TicketRules<T>
  /** With the amount of the order in it. */
  readonly submitText: string
  /** What is said above the button. */
  readonly note: ReactNode
}

/** The end of the ticket: what is said of the draft, and the button that sends it. */
export function SubmitArea<T extends TicketTypes>({
  binding: { ticket, state, view, reason, readOnly, pendingOrders },
  rules,
  submitText,
  note,
}: SubmitAreaProps<T>) {
  const user = useAppSelector(selectUser)
  const { draft, verdict, refusals, isSubmitting } = state
  const isUnreadable = unreadableText(state, rules) !== undefined
  // Next to a refusal it would cover the fields of a small window.
  const pendingLines = <PendingLines spec={view.spec} pendingOrders={pendingOrders} />
  return (
    <>
      {refusals.whole ? pendingLines : null}
      <div className={styles['submitArea']}>
        {refusals.whole ? null : pendingLines}
        {note}
        {refusals.whole ? (
          <p className={styles['refusal']} role="alert">
            {refusals.whole}
          </p>
        ) : null}
        {readOnly && user ? <p className={styles['warning']}>{readOnly}</p> : null}
        {user ? (
          <Button
            type="submit"
            className={styles['submit']}
            variant={draft.side}
            size="large"
            block
            onPointerEnter={ticket.prefetch}
            onFocus={ticket.prefetch}
            loading={isSubmitting}
            disabled={readOnly !== undefined || !verdict.isReady || isUnreadable}
            disabledReason={reason}
          >
            {submitText}
          </Button>
        ) : (
          <LoginToTrade />
        )}
      </div>
    </>
  )
}

/** What is known of the user's orders of this symbol that had no answer. */
function PendingLines({
  spec,
  pendingOrders,
}: {
  readonly spec: SpotSymbol
  readonly pendingOrders: PendingOrders
}) {
  const user = useAppSelector(selectUser)
  const owner = useAppSelector(selectSessionKey)
  const hasSome = useStore(pendingOrders, (orders) =>
    orders.some((order) => order.symbol === wireSymbol(spec) && order.owner === owner),
  )
  if (!user || !hasSome) return null
  return (
    <OptionalLazyBoundary quiet onFail={NOTHING}>
      <PendingOrderLines spec={spec} pendingOrders={pendingOrders} />
    </OptionalLazyBoundary>
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
