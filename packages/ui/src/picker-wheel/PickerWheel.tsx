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

export interface PickerWheelProps {
  readonly label: string
  /** Draws the label above the wheel; it is spoken always. */
  readonly showLabel?: boolean
  readonly rows: readonly WheelRow[]
  readonly value?: string
  readonly defaultValue?: string
  /** Told once, when the wheel has come to rest at another row. */
  readonly onChange?: (key: string) => void
  readonly disabled?: boolean
  /** Of the form. */
  readonly name?: string
  /** Words of a row for readers, where its label does not say enough: `3 September`. */
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
/** What a notch of `deltaMode` counts. */
const UNITS: readonly number[] = [1, WHEEL_ROW, WHEEL_ROW * (WHEEL_ROWS - 1)]
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * U12: one of many on a wheel of six rows: thrown by finger or mouse, rolled, or turned by keys.
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
  const [own, setOwn] = useState(defaultValue)
  const [rests, setRests] = useState(0)
  const known = rows.findIndex((row) => row.key === (value ?? own))
  const index = known === -1 ? nearestEnabled(rows, 0) : known
  const rest = useEffectEvent((landed: number) => {
    const key = rows[landed]?.key
    // A caller that keeps its value gets its row back.
    setRests(rests + 1)
    if (key === undefined) return
    setOwn(key)
    onChange?.(key)
  })
  const [wheel] = useState(() => createWheel({ clock: browserClock(), rows, index, isStill }))
  useEffect(() => wheel.onChange((landed) => rest(landed)), [wheel])
  useEffect(() => wheel.dispose, [wheel])
  useEffect(() => wheel.show({ rows, index }), [wheel, rows, index, rests])
  const { phase, offset, duration, index: aim } = useStore(wheel)
  const row = rows[aim]
  const middle = phase === 'dragged' || phase === 'rolled' ? rowAt(offset, rows.length) : aim
  const seen = () => ({
    offset: new DOMMatrix(list.current ? getComputedStyle(list.current).transform : '').f,
  })

  // React listens to wheels passively, and a passive listener cannot keep the page from scrolling.
  const onRoll = useEffectEvent((event: WheelEvent) => {
    if (disabled || event.ctrlKey) return
    event.preventDefault()
    wheel.roll(event.deltaY * (UNITS[event.deltaMode] ?? 1), seen())
  })
  useEffect(() => {
    const element = box.current
    const listener = (event: WheelEvent) => onRoll(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [])
  const onPointerDown = (event: PointerEvent) => {
    if (disabled || event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    wheel.grab(event.clientY, seen())
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
