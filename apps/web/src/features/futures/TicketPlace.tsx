import { lazy, type ReactNode, useState } from 'react'
import type { Contract } from '../../data/futures/contracts.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import type { FuturesDialog } from './dialogs/dialogs.ts'
import styles from './futures.module.css'
import { TicketSettings } from './TicketSettings.tsx'

// With the query cache, which a guest does not load.
const FirstFunds = lazy(() => import('./FirstFunds.tsx'))
const Dialogs = lazy(() => import('./dialogs/Dialogs.tsx'))
const NOTHING = () => {}

/** The order ticket below what it trades with: leverage, modes and the first funds. */
export function TicketPlace({
  spec,
  children,
}: {
  readonly spec: Contract
  readonly children: ReactNode
}) {
  const t = useFuturesMessages()
  const user = useAppSelector(selectUser)
  const [dialog, setDialog] = useState<FuturesDialog | undefined>(undefined)
  const close = () => setDialog(undefined)
  return (
    <div className={styles['ticket']}>
      <TicketSettings spec={spec} onOpen={setDialog} />
      {user ? (
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          <FirstFunds spec={spec} />
        </OptionalLazyBoundary>
      ) : null}
      <LazyBoundary title={t('error.other')}>{children}</LazyBoundary>
      {dialog ? (
        <OptionalLazyBoundary onFail={close}>
          <Dialogs dialog={dialog} spec={spec} onClose={close} />
        </OptionalLazyBoundary>
      ) : null}
    </div>
  )
}
