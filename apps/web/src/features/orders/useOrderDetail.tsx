import { lazy, type ReactNode, useState } from 'react'
import { Overlay } from '../../lib/lazy/Overlay.tsx'

const OrderDetail = lazy(() => import('./OrderDetail.tsx'))

/** One order's particulars over a list; the list may change meanwhile without closing them. */
export function useOrderDetail(): {
  readonly show: (orderId: string) => void
  readonly detail: ReactNode
} {
  const [shown, show] = useState<string | undefined>(undefined)
  const detail =
    shown === undefined ? null : (
      <Overlay onFail={() => show(undefined)}>
        <OrderDetail orderId={shown} onShow={show} onClose={() => show(undefined)} />
      </Overlay>
    )
  return { show, detail }
}
