import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { Check, Minus } from 'lucide-react'
import { classNames } from '../classNames.ts'
import native from '../field/nativeChoice.module.css'
import { Icon } from '../icon/Icon.tsx'
import styles from './toggle.module.css'

interface ToggleProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'onChange' | 'role' | 'size'
> {
  readonly onChange?: (checked: boolean) => void
  readonly children?: ReactNode
}

/** Props of `Checkbox`, besides those of `input`. */
export interface CheckboxProps extends ToggleProps {
  /** Some of several items are checked; a press checks all. Default false. */
  readonly indeterminate?: boolean
  readonly invalid?: boolean
}

/** A choice that applies on submit (U11). */
export function Checkbox({
  indeterminate = false,
  invalid = false,
  onChange,
  children,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  useEffect(() => {
    // There is no attribute for this state.
    if (input.current) input.current.indeterminate = indeterminate
  })
  return (
    <label
      className={classNames(native['choice'], className)}
      data-x-part="checkbox"
      data-invalid={invalid || undefined}
    >
      <input
        {...rest}
        ref={input}
        type="checkbox"
        className={native['input']}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <span className={styles['box']} aria-hidden="true">
        <Icon of={indeterminate ? Minus : Check} size={12} />
      </span>
      {children === undefined ? null : <span className={native['label']}>{children}</span>}
    </label>
  )
}

/** A setting that applies at once. For a choice that applies on submit use a checkbox. */
export function Switch({ onChange, children, className, ...rest }: ToggleProps) {
  return (
    <label className={classNames(native['choice'], className)} data-x-part="switch">
      <input
        {...rest}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has checked
        role="switch"
        className={native['input']}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <span className={styles['track']} aria-hidden="true">
        <span className={styles['thumb']} />
      </span>
      {children === undefined ? null : <span className={native['label']}>{children}</span>}
    </label>
  )
}

/** Props of `Switch`. */
export type SwitchProps = ToggleProps
