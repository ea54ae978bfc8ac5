import { useState, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import choices from '../field/choices.module.css'
import { describedBy, FieldFrame, useFieldIds } from '../field/FieldFrame.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Checkbox } from '../toggle/Toggle.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { limitViolation, toggleCheck, assertLimits, type LimitViolation } from './checkLimits.ts'
import styles from './checkboxGroup.module.css'

/** One box of a checkbox group. */
export interface CheckOption {
  readonly key: string
  readonly label: ReactNode
  readonly disabled?: boolean
}

/** Props of `CheckboxGroup`. */
export interface CheckboxGroupProps {
  readonly label: ReactNode
  readonly options: readonly CheckOption[]
  readonly value?: readonly string[]
  readonly defaultValue?: readonly string[]
  readonly onChange?: (keys: readonly string[]) => void
  /** Minimal number of checked boxes. Default 0. */
  readonly min?: number
  /** Maximal number of checked boxes. Default no limit. */
  readonly max?: number
  /** Called when a press would break a limit; the value does not change. */
  readonly onLimitViolation?: (block: LimitViolation & { readonly key: string }) => void
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly disabled?: boolean
  /** Lays the boxes out in a row instead of a column. Default false. */
  readonly inline?: boolean
  /** Form field name: one entry for each checked box. */
  readonly name?: string
  readonly id?: string
  readonly className?: string
}

const development = process.env.NODE_ENV !== 'production'
const NONE: readonly string[] = []

/**
 * Checkboxes of which at least `min` and at most `max` are checked (U11). A press that would break
 * a limit changes nothing and shows the reason. Throws a `RangeError` for impossible limits in
 * development.
 */
export function CheckboxGroup({
  label,
  options,
  value,
  defaultValue = NONE,
  onChange,
  min,
  max,
  onLimitViolation,
  help,
  error,
  disabled = false,
  inline = false,
  name,
  id,
  className,
}: CheckboxGroupProps) {
  if (development) assertLimits({ min, max })
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const [uncontrolled, setUncontrolled] = useState(defaultValue)
  const [block, setBlock] = useState<LimitViolation>()
  const checked = value ?? uncontrolled
  const press = (key: string) => {
    const change = toggleCheck(checked, { key, min, max })
    if (change.status === 'blocked') {
      const { reason, limit } = change
      setBlock({ reason, limit })
      onLimitViolation?.({ reason, limit, key })
      return
    }
    setBlock(undefined)
    setUncontrolled(change.checked)
    onChange?.(change.checked)
  }
  const reason =
    block && (block.reason === 'min' ? strings.atLeast : strings.atMost)({ count: block.limit })
  return (
    <FieldFrame
      ids={ids}
      label={label}
      labelAs="span"
      help={reason ?? help}
      error={error}
      className={className}
    >
      <div
        id={ids.control}
        role="group"
        aria-labelledby={ids.label}
        aria-describedby={describedBy(ids, { help: reason ?? help, error })}
        aria-disabled={disabled || undefined}
        className={classNames(choices['group'], styles['group'])}
        data-x-part="checkbox-group"
        data-inline={inline || undefined}
        data-blocked={block?.reason}
      >
        {options.map((option) => (
          // A box that a limit blocks stays focusable: a press on it shows the reason.
          <Checkbox
            key={option.key}
            name={name}
            value={option.key}
            checked={checked.includes(option.key)}
            disabled={disabled || option.disabled}
            aria-disabled={
              limitViolation(checked, { key: option.key, min, max }) ? true : undefined
            }
            invalid={Boolean(error)}
            onChange={() => press(option.key)}
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
      {/* A live region must exist before its text. */}
      <VisuallyHidden>
        <span role="status">{reason}</span>
      </VisuallyHidden>
    </FieldFrame>
  )
}
