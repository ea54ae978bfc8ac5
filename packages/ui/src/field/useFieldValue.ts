import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** Options of `useFieldValue`. */
export interface FieldValueOptions<Value> {
  readonly value: Value | undefined
  readonly defaultValue: Value
  readonly onChange: ((value: Value) => void) | undefined
  /** The control, or an element around it. */
  readonly control: RefObject<HTMLElement | null>
  /** Discards unfinished input when the form is reset. */
  readonly onReset?: () => void
}

/**
 * The value of a form widget and its setter. `undefined` is uncontrolled; a widget that can be
 * empty has another value for that: `''`, `null` or an empty list. A reset of the form restores the
 * default of an uncontrolled widget; the value of a controlled one is its owner's.
 */
export function useFieldValue<Value>({
  value,
  defaultValue,
  onChange,
  control,
  onReset,
}: FieldValueOptions<Value>): readonly [Value, (next: Value) => void] {
  const [uncontrolled, setUncontrolled] = useState(() => defaultValue)
  useFormReset(control, () => {
    setUncontrolled(() => defaultValue)
    onReset?.()
  })
  const set = (next: Value) => {
    setUncontrolled(() => next)
    onChange?.(next)
  }
  return [value === undefined ? uncontrolled : value, set]
}

const formOf = (element: HTMLElement | null): Element | null => {
  const control = element?.matches('input, textarea') ? element : element?.querySelector('input')
  return (control as HTMLInputElement | null | undefined)?.form ?? element?.closest('form') ?? null
}

/** Calls `onReset` when the form of the control is reset. */
export function useFormReset(control: RefObject<HTMLElement | null>, onReset: () => void): void {
  const reset = useEffectEvent((event: Event) => {
    if (!event.defaultPrevented && event.target === formOf(control.current)) onReset()
  })
  useEffect(() => {
    const listener = (event: Event) => reset(event)
    document.addEventListener('reset', listener)
    return () => document.removeEventListener('reset', listener)
  }, [])
}
