import { useStore } from '@x/kit/react'
import { lazy, useState } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMedia } from '../../lib/media/useMedia.ts'
import type { Available } from './orderDraft.ts'
import { OrderTicket } from './OrderTicket.tsx'
import styles from './orderTicket.module.css'
import { spotProduct } from './spotProduct.ts'
import type { SpotTypes } from './spotRules.ts'
import type { OrderTicketProps } from './ticketView.ts'
import { useAvailable } from './useAvailable.ts'

// With the query cache and the texts of margin, which a guest does not load.
const MarginFunds = lazy(() => import('./margin/MarginFunds.tsx'))
const AccountCard = lazy(() => import('./AccountCard.tsx'))
const NOTHING = () => {}
/** The form of every type of order leaves space below itself; the style sheet has it too. */
const TALL = '(width >= 1024px) and (height >= 880px)'

export type SpotOrderTicketProps = Omit<OrderTicketProps<SpotTypes>, 'product' | 'available'>

/** Writes and sends the spot orders of one pair, of the spot account or of a margin account. */
export function SpotOrderTicket(props: SpotOrderTicketProps) {
  const { spec, terminal } = props
  const { funds } = terminal
  const user = useAppSelector(selectUser)
  const own = useAvailable(spec)
  const { account } = useStore(funds)
  const [ofMargin, setOfMargin] = useState<Available | undefined>(undefined)
  const isTall = useMedia(TALL)
  return (
    <div className={styles['place']}>
      {user ? (
        <div className={styles['funds']}>
          <OptionalLazyBoundary quiet onFail={NOTHING}>
            <MarginFunds spec={spec} funds={funds} onAvailable={setOfMargin} />
          </OptionalLazyBoundary>
        </div>
      ) : null}
      <OrderTicket
        {...props}
        product={spotProduct}
        available={account === 'spot' ? own : ofMargin}
      />
      {user && isTall && account === 'spot' && !props.isSideFixed ? (
        <div className={styles['account']}>
          <OptionalLazyBoundary quiet onFail={NOTHING}>
            <AccountCard spec={spec} />
          </OptionalLazyBoundary>
        </div>
      ) : null}
    </div>
  )
}
