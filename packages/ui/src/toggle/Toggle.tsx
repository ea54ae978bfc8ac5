import { type ChangeEvent, type ComponentPropsWithRef, type ReactNode } from 'react'
import { Check, Minus } from 'lucide-react'
import { classNames } from '../classNames.ts'
import type { FieldProps } from '../field/FieldProps.ts'
import { NativeChoice } from '../field/NativeChoice.tsx'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import native from '../field/nativeChoice.module.css'
import { Icon } from '../icon/Icon.tsx'
import styles from './toggle.module.css'

interface ToggleProps
  extends
    Omit<
      ComponentPropsWithRef<'input'>,
      keyof FieldProps<boolean> | 'type' | 'role' | 'size' | 'checked' | 'defaultChecked'
    >,
    Omit<FieldProps<boolean>, 'value' | 'defaultValue'> {
  /** Makes the widget controlled; `undefined` is the same as no `checked`. */
  readonly checked?: boolean | undefined
  readonly defaultChecked?: boolean | undefined
  /** What a form submits while it is checked. Default `on`. */
  readonly value?: string | undefined
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
  children,
  className,
  style,
  ...rest
}: CheckboxProps) {
  const toggle = useToggle(rest)
  return (
    <label
      className={classNames(native['choice'], className)}
      style={style}
      data-x-part="checkbox"
      data-invalid={invalid || undefined}
    >
      <NativeChoice
        {...toggle}
        type="checkbox"
        indeterminate={indeterminate}
        className={native['input']}
        aria-invalid={invalid || toggle['aria-invalid']}
      />
      <span className={styles['box']} aria-hidden="true">
        <Icon of={indeterminate ? Minus : Check} size={12} />
      </span>
      {children === undefined ? null : <span className={native['label']}>{children}</span>}
    </label>
  )
}

/** A setting that applies at once. For a choice that applies on submit use a checkbox. */
export function Switch({ children, className, style, ...rest }: ToggleProps) {
  return (
    <label className={classNames(native['choice'], className)} style={style} data-x-part="switch">
      <NativeChoice
        {...useToggle(rest)}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has checked
        role="switch"
        className={native['input']}
      />
      <span className={styles['track']} aria-hidden="true">
        <span className={styles['thumb']} />
      </span>
      {children === undefined ? null : <span className={native['label']}>{children}</span>}
    </label>
  )
}

/** Props of the native control: its state, and no change while it is read-only. */
function useToggle({
  ref,
  checked: given,
  defaultChecked = false,
  onChange,
  readOnly,
  ...rest
}: Omit<ToggleProps, 'children' | 'className' | 'style'>) {
  const input = useControlRef(ref)
  const [checked, set] = useFieldValue({
    value: given,
    defaultValue: defaultChecked,
    onChange,
    control: input,
  })
  return {
    ...rest,
    ref: input,
    checked,
    'aria-readonly': readOnly || undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!readOnly) set(event.currentTarget.checked)
    },
  }
}

/** Props of `Switch`. */
export type SwitchProps = ToggleProps
