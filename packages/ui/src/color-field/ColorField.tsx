import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import native from '../field/nativeChoice.module.css'
import styles from './colorField.module.css'

/** Props of `ColorField`, besides those of `input`. */
export interface ColorFieldProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'size' | 'value' | 'defaultValue' | 'onChange'
> {
  /** `#rrggbb`; the browser shows any other text as black. */
  readonly value?: string
  /** Default `#000000`. */
  readonly defaultValue?: string
  /** Called for each colour that is tried while the picker is open. */
  readonly onChange?: (value: string) => void
  /** Visible label; without it set `aria-label`. */
  readonly children?: ReactNode
}

/** The native colour picker behind a swatch of the chosen colour. */
export function ColorField({
  value,
  defaultValue,
  onChange,
  children,
  className,
  ...rest
}: ColorFieldProps) {
  return (
    <label className={classNames(native['choice'], className)} data-x-part="color-field">
      <input
        {...rest}
        {...(value === undefined ? { defaultValue: defaultValue ?? '#000000' } : { value })}
        type="color"
        className={styles['input']}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      />
      {children === undefined ? null : <span className={native['label']}>{children}</span>}
    </label>
  )
}
