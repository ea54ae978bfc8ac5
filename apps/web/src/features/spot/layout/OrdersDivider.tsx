import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useMessages } from '../../../messages.ts'
import { boundedOrders, heightAfterKey, ORDERS_BOUNDS } from './terminalLayout.ts'
import styles from '../terminal.module.css'

/** Between market and orders: dragged, moved by arrow keys, put back by a double press. */
export function OrdersDivider({ height, onChange }: { height: number | undefined; onChange: (height: number | undefined) => void }) {
  const t = useMessages()
  const start = useRef<{ readonly y: number; readonly height: number } | undefined>(undefined)
  const measured = (element: Element): number => element.parentElement?.getBoundingClientRect().height ?? ORDERS_BOUNDS.least
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { y: event.clientY, height: measured(event.currentTarget) }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current) onChange(boundedOrders(start.current.height + start.current.y - event.clientY))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = heightAfterKey(height ?? measured(event.currentTarget), event.key)
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
  }
  const end = () => (start.current = undefined)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be focused is a widget (ARIA 1.2)
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      aria-label={t('layout.divider')}
      aria-orientation="horizontal"
      aria-valuemin={ORDERS_BOUNDS.least}
      aria-valuemax={ORDERS_BOUNDS.most}
      aria-valuenow={height ?? 260}
      className={styles['divider']}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
