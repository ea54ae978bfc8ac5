import { Button } from '@x/ui/button'
import { Popover } from '@x/ui/popover'
import { Skeleton } from '@x/ui/skeleton'
import { lazy, type ReactNode } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './orderTicket.module.css'
import { useTicket } from './ticketContext.ts'

const FieldTools = lazy(() => import('./FieldTools.tsx'))

/** In a field of a spot order: opens what fills it. */
export function ToolsButton({ field }: { readonly field: 'price' | 'total' }) {
  const t = useMessages()
  const ticket = useTicket()
  return (
    <ToolsPopover field={field} label={t(`spot.${field}`)}>
      {(close) => <FieldTools field={field} ticket={ticket} close={close} />}
    </ToolsPopover>
  )
}

/** In a field: opens what fills it, which its product fetches. */
export function ToolsPopover({
  field,
  label,
  children,
}: {
  readonly field: 'price' | 'total'
  /** What is filled. */
  readonly label: string
  readonly children: (close: () => void) => ReactNode
}) {
  return (
    <Popover
      label={label}
      trigger={(props) => (
        <Button {...props} title={label} variant="ghost" size="mini" className={styles['unit']}>
          {field === 'price' ? 'BBO' : '⋯'}
        </Button>
      )}
    >
      {(close) => (
        <LazyBoundary fallback={<Skeleton width="300px" height="180px" />}>
          {children(close)}
        </LazyBoundary>
      )}
    </Popover>
  )
}
