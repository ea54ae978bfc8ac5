import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { FieldProps } from '../field/FieldProps.ts'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import native from '../field/nativeChoice.module.css'
import styles from './colorField.module.css'

/** Props of `ColorField`, besides those of `input`. */
export interface ColorFieldProps
  extends
    Omit<ComponentPropsWithRef<'input'>, keyof FieldProps<string> | 'type' | 'size'>,
    FieldProps<string> {
  /** `#rrggbb`; the browser shows any other text as black. */
  readonly value?: string | undefined
  /** Default `#000000`. */
  readonly defaultValue?: string | undefined
  /** Called for each colour that is tried while the picker is open. */
  readonly onChange?: ((value: string) => void) | undefined
  /** Visible label; without it set `aria-label`. */
  readonly children?: ReactNode
}

/** The native colour picker behind a swatch of the chosen colour. */
export function ColorField({
  ref,
  value,
  defaultValue = '#000000',
  onChange,
  readOnly,
  required: _required,
  onClick,
  children,
  className,
  style,
  ...rest
}: ColorFieldProps) {
  const input = useControlRef(ref)
  const [color, set] = useFieldValue({ value, defaultValue, onChange, control: input })
  return (
    <label
      className={classNames(native['choice'], className)}
      style={style}
      data-x-part="color-field"
    >
      <input
        {...rest}
        ref={input}
        type="color"
        className={styles['input']}
        value={color}
        aria-readonly={readOnly || undefined}
        onClick={(event) => {
          // The browser has no read-only colour picker.
          if (readOnly) event.preventDefault()
          onClick?.(event)
        }}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {children === undefined ? null : <span className={native['label']}>{children}</span>}
    </label>
  )
}
