import { useId, useState, type ReactNode } from 'react'
import { describedBy, FieldFrame, useFieldIds } from '../field/FieldFrame.tsx'
import choices from '../field/choices.module.css'
import native from '../field/nativeChoice.module.css'
import styles from './radioGroup.module.css'

/** One choice of a radio group. */
export interface RadioOption {
  readonly key: string
  readonly label: ReactNode
  /** Second line below the label. */
  readonly hint?: ReactNode
  readonly disabled?: boolean
}

/** Props of `RadioGroup`. */
export interface RadioGroupProps {
  readonly label: ReactNode
  readonly options: readonly RadioOption[]
  /** Key of the chosen option; passing `undefined` means none. */
  readonly value?: string | undefined
  readonly defaultValue?: string
  readonly onChange?: (key: string) => void
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly required?: boolean
  readonly disabled?: boolean
  /** Lays the options out in a row instead of a column. Default false. */
  readonly inline?: boolean
  /** Form field name; default a generated one. */
  readonly name?: string
  readonly id?: string
  readonly className?: string
}

/**
 * One of a few visible choices. Native radio buttons provide the keys: one tab stop, and arrows
 * that choose, wrap and skip disabled options.
 */
export function RadioGroup(props: RadioGroupProps) {
  const {
    label,
    options,
    defaultValue,
    onChange,
    help,
    error,
    required = false,
    disabled = false,
    inline = false,
    name,
    id,
    className,
  } = props
  const ids = useFieldIds(id)
  const generatedName = useId()
  const [uncontrolled, setUncontrolled] = useState(defaultValue)
  // `value={undefined}` is controlled: nothing is chosen.
  const chosen = 'value' in props ? props.value : uncontrolled
  return (
    <FieldFrame
      ids={ids}
      label={label}
      labelAs="span"
      help={help}
      error={error}
      className={className}
    >
      <div
        id={ids.control}
        role="radiogroup"
        aria-labelledby={ids.label}
        aria-describedby={describedBy(ids, { help, error })}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        className={choices['group']}
        data-x-part="radio-group"
        data-inline={inline || undefined}
      >
        {options.map((option) => (
          <label key={option.key} className={native['choice']} data-x-part="radio">
            <input
              type="radio"
              className={native['input']}
              name={name ?? generatedName}
              value={option.key}
              checked={option.key === chosen}
              required={required}
              disabled={disabled || option.disabled}
              onChange={() => {
                setUncontrolled(option.key)
                onChange?.(option.key)
              }}
            />
            <span className={styles['dot']} aria-hidden="true" />
            <span className={styles['text']}>
              {option.label}
              {option.hint ? <span className={styles['hint']}>{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
