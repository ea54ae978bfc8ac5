import { lazy, type ReactNode, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'

const OrderDetail = lazy(() => import('./OrderDetail.tsx'))

/** One order's particulars over a list; the list may change meanwhile without closing them. */
export function useOrderDetail(): {
  readonly show: (orderId: string) => void
  readonly detail: ReactNode
} {
  const [shown, show] = useState<string | undefined>(undefined)
  const detail =
    shown === undefined ? null : (
      <OptionalLazyBoundary onFail={() => show(undefined)}>
        <OrderDetail orderId={shown} onShow={show} onClose={() => show(undefined)} />
      </OptionalLazyBoundary>
    )
  return { show, detail }
}
