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
import type { FieldProps } from '../field/FieldProps.ts'
import { FormValue } from '../field/FormValue.tsx'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
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

/** Props of `PickerWheel`. The value is the key of a row; `onChange` is called when it stops. */
export interface PickerWheelProps extends FieldProps<string, HTMLDivElement> {
  readonly label: string
  /** Shows the label above the wheel; it is always announced. Default false. */
  readonly showLabel?: boolean
  readonly rows: readonly WheelRow[]
  /** Announced text of a row if its label is not enough: `3 September`. */
  readonly format?: (row: WheelRow) => string
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
  ref,
  label,
  showLabel = false,
  rows,
  value,
  defaultValue,
  onChange,
  disabled = false,
  readOnly = false,
  required = false,
  autoFocus = false,
  name,
  form,
  format = (row) => row.label,
  id: givenId,
  className,
  style,
  ...rest
}: PickerWheelProps) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  const box = useControlRef(ref)
  const list = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useFieldValue<string | undefined>({
    value,
    defaultValue,
    onChange: (key) => key !== undefined && onChange?.(key),
    control: picker,
  })
  const [stops, setStops] = useState(0)
  const known = rows.findIndex((row) => row.value === chosen)
  const index = known === -1 ? nearestEnabled(rows, 0) : known
  const onStop = useEffectEvent((landed: number) => {
    const key = rows[landed]?.value
    // A controlled wheel returns to its row if the value does not change.
    setStops(stops + 1)
    if (key !== undefined) choose(key)
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

  const isFixed = disabled || readOnly
  // React's wheel listeners are passive and cannot prevent the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (isFixed || event.ctrlKey) return
    event.preventDefault()
    wheel.roll(event.deltaY * (UNITS[event.deltaMode] ?? 1), rendered())
  })
  useEffect(() => {
    const element = box.current
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [box])
  useEffect(() => {
    // Only native controls have the attribute.
    if (autoFocus) box.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- once, as the attribute
  }, [])
  const onPointerDown = (event: PointerEvent) => {
    if (isFixed || event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    wheel.grab(event.clientY, rendered())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move || isFixed || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    wheel.move(move)
  }
  return (
    <div
      ref={picker}
      style={style}
      className={classNames(styles['picker'], className)}
      data-x-part="picker-wheel"
      data-disabled={disabled || undefined}
    >
      {showLabel ? (
        <span id={`${id}-label`} className={styles['label']}>
          {label}
        </span>
      ) : null}
      <div
        {...rest}
        ref={box}
        id={id}
        role="spinbutton"
        tabIndex={disabled ? -1 : 0}
        aria-label={showLabel ? undefined : label}
        aria-labelledby={showLabel ? `${id}-label` : rest['aria-labelledby']}
        aria-valuemin={1}
        aria-valuemax={rows.length}
        aria-valuenow={aim + 1}
        aria-valuetext={row ? format(row) : undefined}
        aria-disabled={disabled || undefined}
        aria-readonly={readOnly || undefined}
        aria-required={required || undefined}
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
              key={one.value}
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
      <FormValue
        name={name}
        form={form}
        values={[rows[index]?.value ?? '']}
        disabled={disabled}
        control={box}
      />
    </div>
  )
}
