import { Button } from '@x/ui/button'
import { Popover } from '@x/ui/popover'
import { Skeleton } from '@x/ui/skeleton'
import { lazy } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './orderTicket.module.css'
import { useTicket } from './ticketContext.ts'

const PriceTools = lazy(() => import('./PriceTools.tsx'))

/** Opens prices of the book and around the last one. */
export function PriceToolsButton() {
  const t = useMessages()
  const ticket = useTicket()
  return (
    <Popover
      label={t('spot.price')}
      trigger={(props) => (
        <Button {...props} variant="ghost" size="mini" className={styles['unit']}>
          BBO
        </Button>
      )}
    >
      {(close) => (
        <LazyBoundary fallback={<Skeleton width="300px" height="180px" />}>
          <PriceTools ticket={ticket} close={close} />
        </LazyBoundary>
      )}
    </Popover>
  )
}
