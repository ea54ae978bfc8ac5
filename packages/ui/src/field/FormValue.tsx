import type { CSSProperties, RefObject } from 'react'

/** Props of `FormValue`. */
export interface FormValueProps {
  readonly name: string | undefined
  readonly form: string | undefined
  /** Plain values, one entry of the form each. */
  readonly values: readonly string[]
  readonly disabled: boolean
  /** The form is not submitted without a value. Default false. */
  readonly required?: boolean | undefined
  /** Takes the focus when the form finds no value. */
  readonly control: RefObject<HTMLElement | null>
}

// Over the line below the control, where the browser shows its message.
const HIDDEN: CSSProperties = {
  position: 'absolute',
  insetBlockEnd: 0,
  insetInline: 0,
  inlineSize: '100%',
  blockSize: 1,
  margin: 0,
  padding: 0,
  border: 0,
  opacity: 0,
  pointerEvents: 'none',
}

/** What a widget without a native control of its value gives to the form. */
export function FormValue({ name, form, values, disabled, required, control }: FormValueProps) {
  return (
    <>
      {name
        ? values.map((value, at) => (
            <input
              key={`${at} ${value}`}
              type="hidden"
              name={name}
              form={form}
              value={value}
              disabled={disabled}
            />
          ))
        : null}
      {/* Browsers check neither hidden nor read-only inputs. */}
      {required ? (
        <input
          aria-hidden="true"
          tabIndex={-1}
          style={HIDDEN}
          form={form}
          value={values.join('')}
          required
          disabled={disabled}
          onChange={() => undefined}
          onFocus={() => control.current?.focus()}
        />
      ) : null}
    </>
  )
}
