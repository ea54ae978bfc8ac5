import { useRef, useState, type ReactNode } from 'react'
import { ChoiceGroup } from '../field/ChoiceGroup.tsx'
import type { FieldProps } from '../field/FieldProps.ts'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue, type FieldValueOptions } from '../field/useFieldValue.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Checkbox } from '../toggle/Toggle.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import {
  limitViolation,
  toggleCheck,
  assertLimits,
  type CheckLimits,
  type LimitViolation,
} from './checkLimits.ts'
import styles from './checkboxGroup.module.css'

/** One box of a checkbox group. */
export interface CheckOption {
  readonly value: string
  readonly label: ReactNode
  readonly disabled?: boolean
}

/**
 * Props of `CheckboxGroup`. The value has the keys of the checked boxes; a form submits one entry
 * for each.
 */
export interface CheckboxGroupProps extends FieldProps<readonly string[]> {
  readonly label: ReactNode
  readonly options: readonly CheckOption[]
  /** Minimal number of checked boxes. Default 0. */
  readonly min?: number
  /** Maximal number of checked boxes. Default no limit. */
  readonly max?: number
  /** Called when a press would break a limit; the value does not change. */
  readonly onLimitViolation?: (block: LimitViolation & { readonly key: string }) => void
  readonly help?: ReactNode
  readonly error?: ReactNode
  /** Lays the boxes out in a row instead of a column. Default false. */
  readonly inline?: boolean
}

const development = process.env.NODE_ENV !== 'production'
const NONE: readonly string[] = []

/**
 * Checkboxes of which at least `min` and at most `max` are checked (U11). A press that would break
 * a limit changes nothing and shows the reason. Throws a `RangeError` for impossible limits in
 * development.
 */
export function CheckboxGroup({
  ref,
  options,
  value,
  defaultValue = NONE,
  onChange,
  min,
  max,
  onLimitViolation,
  autoFocus,
  name,
  form,
  ...frame
}: CheckboxGroupProps) {
  if (development) assertLimits({ min, max })
  const { error, disabled = false, readOnly = false, required = false } = frame
  const strings = useUiStrings()
  const first = options.findIndex((option) => !disabled && !option.disabled)
  const control = useControlRef(ref, first)
  const group = useRef<HTMLDivElement>(null)
  const { checked, block, press } = useLimitedChecks({
    value,
    defaultValue,
    onChange,
    min,
    max,
    onLimitViolation,
    control: group,
  })
  const reason =
    block && (block.reason === 'min' ? strings.atLeast : strings.atMost)({ count: block.limit })
  return (
    <ChoiceGroup
      {...frame}
      ref={group}
      role="group"
      part="checkbox-group"
      groupClassName={styles['group']}
      blocked={block && reason !== undefined ? { by: block.reason, reason } : undefined}
      // A live region must exist before its text.
      after={
        <VisuallyHidden>
          <span role="status">{reason}</span>
        </VisuallyHidden>
      }
    >
      {options.map((option, at) => (
        // A box that a limit blocks stays focusable: a press on it shows the reason.
        <Checkbox
          key={option.value}
          ref={at === first ? control : undefined}
          // The caller asks for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={at === first && autoFocus}
          name={name}
          form={form}
          required={required && checked.length === 0 && at === first}
          readOnly={readOnly}
          value={option.value}
          checked={checked.includes(option.value)}
          disabled={disabled || option.disabled}
          aria-disabled={
            limitViolation(checked, { key: option.value, min, max }) ? true : undefined
          }
          invalid={Boolean(error)}
          onChange={() => press(option.value)}
        >
          {option.label}
        </Checkbox>
      ))}
    </ChoiceGroup>
  )
}

type LimitedChecks = FieldValueOptions<readonly string[]> &
  CheckLimits & { readonly onLimitViolation: CheckboxGroupProps['onLimitViolation'] }

/** The checked boxes, and the limit that the last press would have broken. */
function useLimitedChecks({ min, max, onLimitViolation, ...options }: LimitedChecks) {
  const [block, setBlock] = useState<LimitViolation>()
  const [checked, setChecked] = useFieldValue({ ...options, onReset: () => setBlock(undefined) })
  const press = (key: string) => {
    const change = toggleCheck(checked, { key, min, max })
    if (change.status === 'blocked') {
      const { reason, limit } = change
      setBlock({ reason, limit })
      onLimitViolation?.({ reason, limit, key })
      return
    }
    setBlock(undefined)
    setChecked(change.checked)
  }
  return { checked, block, press }
}
