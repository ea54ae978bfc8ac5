import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import native from '../field/nativeChoice.module.css'
import styles from './colorField.module.css'

export interface ColorFieldProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'size' | 'value' | 'defaultValue' | 'onChange'
> {
  /** `#rrggbb`, as the platform writes it; it shows anything else as black. */
  readonly value?: string
  /** Default `#000000`. */
  readonly defaultValue?: string
  /** With each colour that is tried while the chooser is open. */
  readonly onChange?: (value: string) => void
  /** The label, pressed like the colour; without it give `aria-label`. */
  readonly children?: ReactNode
}

/** The platform's chooser of colours behind a square that shows the one that is chosen. */
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
