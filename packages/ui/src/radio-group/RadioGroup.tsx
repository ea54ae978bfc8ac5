import { useId, useRef, type ReactNode } from 'react'
import { ChoiceGroup } from '../field/ChoiceGroup.tsx'
import type { FieldProps } from '../field/FieldProps.ts'
import { NativeChoice } from '../field/NativeChoice.tsx'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import { tabStopOf } from '../field/tabStopOf.ts'
import native from '../field/nativeChoice.module.css'
import styles from './radioGroup.module.css'

/** One choice of a radio group. */
export interface RadioOption {
  readonly value: string
  readonly label: ReactNode
  /** Second line below the label. */
  readonly hint?: ReactNode
  readonly disabled?: boolean
}

/** Props of `RadioGroup`. The value is the key of the chosen option, `null` without one. */
export interface RadioGroupProps extends Omit<FieldProps<string | null>, 'onChange'> {
  readonly label: ReactNode
  readonly options: readonly RadioOption[]
  readonly onChange?: ((key: string) => void) | undefined
  readonly help?: ReactNode
  readonly error?: ReactNode
  /** Lays the options out in a row instead of a column. Default false. */
  readonly inline?: boolean
}

/**
 * One of a few visible choices. Native radio buttons provide the keys: one tab stop, and arrows
 * that choose, wrap and skip disabled options.
 */
export function RadioGroup({
  ref,
  options,
  value,
  defaultValue = null,
  onChange,
  disabled = false,
  autoFocus,
  name,
  form,
  ...frame
}: RadioGroupProps) {
  const { required = false, readOnly = false } = frame
  const generatedName = useId()
  const group = useRef<HTMLDivElement>(null)
  const [chosen, choose] = useFieldValue<string | null>({
    value,
    defaultValue,
    onChange: (key) => key !== null && onChange?.(key),
    control: group,
  })
  const stop = tabStopOf(options, { chosen, disabled })
  const control = useControlRef(ref, stop)
  return (
    <ChoiceGroup {...frame} ref={group} role="radiogroup" part="radio-group">
      {options.map((option) => (
        <label key={option.value} className={native['choice']} data-x-part="radio">
          <NativeChoice
            ref={option.value === stop ? control : undefined}
            // The caller asks for it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={option.value === stop && autoFocus}
            form={form}
            type="radio"
            className={native['input']}
            name={name ?? generatedName}
            value={option.value}
            checked={option.value === chosen}
            required={required}
            disabled={disabled || option.disabled}
            onChange={() => readOnly || choose(option.value)}
          />
          <span className={styles['dot']} aria-hidden="true" />
          <span className={styles['text']}>
            {option.label}
            {option.hint ? <span className={styles['hint']}>{option.hint}</span> : null}
          </span>
        </label>
      ))}
    </ChoiceGroup>
  )
}
