import { useState, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import choices from '../field/choices.module.css'
import { describedBy, FieldFrame, useFieldIds } from '../field/FieldFrame.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Checkbox } from '../toggle/Toggle.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { blockOf, changeChecks, checkLimits, type CheckBlock } from './checkLimits.ts'
import styles from './checkboxGroup.module.css'

export interface CheckOption {
  readonly key: string
  readonly label: ReactNode
  readonly disabled?: boolean
}

export interface CheckboxGroupProps {
  readonly label: ReactNode
  readonly options: readonly CheckOption[]
  readonly value?: readonly string[]
  readonly defaultValue?: readonly string[]
  readonly onChange?: (keys: readonly string[]) => void
  /** Default 0. */
  readonly min?: number
  /** Default no limit. */
  readonly max?: number
  /** A press would have broken a limit. */
  readonly onBlock?: (block: CheckBlock & { readonly key: string }) => void
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly disabled?: boolean
  /** Side by side instead of one below the other. */
  readonly inline?: boolean
  /** Of the form: one entry for each checked box. */
  readonly name?: string
  readonly id?: string
  readonly className?: string
}

const development = process.env.NODE_ENV !== 'production'
const NONE: readonly string[] = []

/**
 * U11: boxes of which at least `min` and at most `max` are checked. A press that would break a
 * limit changes nothing, and the group says why.
 */
export function CheckboxGroup({
  label,
  options,
  value,
  defaultValue = NONE,
  onChange,
  min,
  max,
  onBlock,
  help,
  error,
  disabled = false,
  inline = false,
  name,
  id,
  className,
}: CheckboxGroupProps) {
  if (development) checkLimits({ min, max })
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const [own, setOwn] = useState(defaultValue)
  const [block, setBlock] = useState<CheckBlock>()
  const checked = value ?? own
  const press = (key: string) => {
    const change = changeChecks(checked, { key, min, max })
    if (change.status === 'blocked') {
      const { reason, limit } = change
      setBlock({ reason, limit })
      onBlock?.({ reason, limit, key })
      return
    }
    setBlock(undefined)
    setOwn(change.checked)
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
          // A box that a limit holds back stays in the tab order: a press on it says why it does
          // not move.
          <Checkbox
            key={option.key}
            name={name}
            value={option.key}
            checked={checked.includes(option.key)}
            disabled={disabled || option.disabled}
            aria-disabled={blockOf(checked, { key: option.key, min, max }) ? true : undefined}
            invalid={Boolean(error)}
            onChange={() => press(option.key)}
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
      {/* A live region must be there before its text is. */}
      <VisuallyHidden>
        <span role="status">{reason}</span>
      </VisuallyHidden>
    </FieldFrame>
  )
}
