import { lazy, type ReactNode, useState } from 'react'
import { Overlay } from '../../lib/lazy/Overlay.tsx'
import type { SpotSymbol } from '../../data/spot/model.ts'

const OrderDetail = lazy(() => import('./OrderDetail.tsx'))

/** One order's particulars over a list; the list may change meanwhile without closing them. */
export function useOrderDetail(symbols: readonly SpotSymbol[]): {
  readonly show: (orderId: string) => void
  readonly detail: ReactNode
} {
  const [shown, show] = useState<string | undefined>(undefined)
  const detail =
    shown === undefined ? null : (
      <Overlay onFail={() => show(undefined)}>
        <OrderDetail
          orderId={shown}
          symbols={symbols}
          onShow={show}
          onClose={() => show(undefined)}
        />
      </Overlay>
    )
  return { show, detail }
}
