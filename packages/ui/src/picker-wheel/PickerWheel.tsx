import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { browserClock } from '@x/kit/browser'
import { useStore } from '@x/kit/react'
import { classNames } from '../classNames.ts'
import { createWheel } from './createWheel.ts'
import {
  nearestEnabled,
  rowAt,
  WHEEL_ROW,
  WHEEL_ROWS,
  type WheelMove,
  type WheelRow,
} from './wheelMachine.ts'
import styles from './pickerWheel.module.css'

/** Props of `PickerWheel`. */
export interface PickerWheelProps {
  readonly label: string
  /** Shows the label above the wheel; it is always announced. Default false. */
  readonly showLabel?: boolean
  readonly rows: readonly WheelRow[]
  readonly value?: string
  readonly defaultValue?: string
  /** Called once when the wheel stops at another row. */
  readonly onChange?: (key: string) => void
  readonly disabled?: boolean
  /** Form field name. */
  readonly name?: string
  /** Announced text of a row if its label is not enough: `3 September`. */
  readonly format?: (row: WheelRow) => string
  readonly className?: string
}

const moves: Readonly<Record<string, WheelMove>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  PageDown: 'nextPage',
  PageUp: 'previousPage',
  Home: 'first',
  End: 'last',
}
/** Pixels per unit of `deltaMode`. */
const UNITS: readonly number[] = [1, WHEEL_ROW, WHEEL_ROW * (WHEEL_ROWS - 1)]
const isReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * A wheel of six visible rows to choose one of many (U12): flung by finger or mouse, scrolled, or
 * moved by keys.
 */
export function PickerWheel({
  label,
  showLabel = false,
  rows,
  value,
  defaultValue,
  onChange,
  disabled = false,
  name,
  format = (row) => row.label,
  className,
}: PickerWheelProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [uncontrolled, setUncontrolled] = useState(defaultValue)
  const [stops, setStops] = useState(0)
  const known = rows.findIndex((row) => row.key === (value ?? uncontrolled))
  const index = known === -1 ? nearestEnabled(rows, 0) : known
  const onStop = useEffectEvent((landed: number) => {
    const key = rows[landed]?.key
    // A controlled wheel returns to its row if the value does not change.
    setStops(stops + 1)
    if (key === undefined) return
    setUncontrolled(key)
    onChange?.(key)
  })
  const [wheel] = useState(() =>
    createWheel({ clock: browserClock(), rows, index, isReducedMotion }),
  )
  useEffect(() => wheel.onChange((landed) => onStop(landed)), [wheel])
  useEffect(() => wheel.dispose, [wheel])
  useEffect(() => wheel.show({ rows, index }), [wheel, rows, index, stops])
  const { phase, offset, duration, index: aim } = useStore(wheel)
  const row = rows[aim]
  const middle = phase === 'dragged' || phase === 'rolled' ? rowAt(offset, rows.length) : aim
  const rendered = () => ({
    offset: new DOMMatrix(list.current ? getComputedStyle(list.current).transform : '').f,
  })

  // React's wheel listeners are passive and cannot prevent the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (disabled || event.ctrlKey) return
    event.preventDefault()
    wheel.roll(event.deltaY * (UNITS[event.deltaMode] ?? 1), rendered())
  })
  useEffect(() => {
    const element = box.current
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])
  const onPointerDown = (event: PointerEvent) => {
    if (disabled || event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    wheel.grab(event.clientY, rendered())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move || disabled || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    wheel.move(move)
  }
  return (
    <div
      className={classNames(styles['picker'], className)}
      data-x-part="picker-wheel"
      data-disabled={disabled || undefined}
    >
      {showLabel ? (
        <span id={id} className={styles['label']}>
          {label}
        </span>
      ) : null}
      <div
        ref={box}
        role="spinbutton"
        tabIndex={disabled ? -1 : 0}
        aria-label={showLabel ? undefined : label}
        aria-labelledby={showLabel ? id : undefined}
        aria-valuemin={1}
        aria-valuemax={rows.length}
        aria-valuenow={aim + 1}
        aria-valuetext={row ? format(row) : undefined}
        aria-disabled={disabled || undefined}
        className={styles['wheel']}
        style={{ blockSize: WHEEL_ROW * WHEEL_ROWS }}
        data-phase={phase}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => wheel.drag(event.clientY)}
        onPointerUp={(event) =>
          wheel.release(event.clientY, { top: event.currentTarget.getBoundingClientRect().top })
        }
        onPointerCancel={wheel.cancel}
        onKeyDown={onKeyDown}
      >
        <div
          ref={list}
          className={styles['rows']}
          aria-hidden="true"
          style={{
            paddingBlock: ((WHEEL_ROWS - 1) / 2) * WHEEL_ROW,
            transform: `translateY(${offset}px)`,
            transitionDuration: `${duration}ms`,
          }}
        >
          {rows.map((one, here) => (
            <div
              key={one.key}
              className={styles['row']}
              style={{ blockSize: WHEEL_ROW }}
              data-x-part="wheel-row"
              data-disabled={one.disabled || undefined}
              data-chosen={here === middle || undefined}
            >
              {one.label}
            </div>
          ))}
        </div>
        <span className={styles['band']} style={{ blockSize: WHEEL_ROW }} aria-hidden="true" />
      </div>
      {name ? (
        <input type="hidden" name={name} value={rows[index]?.key ?? ''} disabled={disabled} />
      ) : null}
    </div>
  )
}
