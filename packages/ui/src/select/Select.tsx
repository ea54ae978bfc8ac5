import { useState, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import field from '../field/field.module.css'
import { Shape } from '../icon/Shape.tsx'
import { CHEVRON_DOWN } from '../icon/shapes.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { ClearButton } from './ClearButton.tsx'
import type { SelectOption } from './selectReducer.ts'
import { useSelectBox } from './useSelectBox.ts'
import styles from './select.module.css'

/** U8: mini 24, small 28, standard 32, medium 36, large 40 px. */
export type SelectSize = FieldSize | 'medium'

export interface SelectBaseProps {
  readonly options: readonly SelectOption[]
  readonly label?: ReactNode
  /** The name where no label is drawn. */
  readonly 'aria-label'?: string
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly placeholder?: string
  readonly size?: SelectSize
  readonly filterable?: boolean
  readonly clearable?: boolean
  /** Lets a query become an option; needs `filterable`. */
  readonly onCreate?: (text: string) => void
  /** Hears the query, which is empty again once the menu shuts. */
  readonly onQuery?: (text: string) => void
  /** The options are already those that answer the query: `useRemoteOptions`. */
  readonly remote?: boolean
  /** The answer to the query is on its way. */
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly empty?: ReactNode
  readonly name?: string
  readonly id?: string
  readonly className?: string | undefined
}

export interface SelectProps extends SelectBaseProps {
  /** `undefined`, where it is handed in, is no choice. */
  readonly value?: string | undefined
  readonly defaultValue?: string
  /** `undefined` when it was cleared. */
  readonly onChange?: (key: string | undefined) => void
}

/** U8: one of many. */
export function Select(props: SelectProps) {
  const {
    options,
    defaultValue,
    onChange,
    label,
    help,
    error,
    placeholder,
    size = 'standard',
    filterable = false,
    clearable = false,
    onCreate,
    onQuery,
    remote = false,
    busy = false,
    disabled = false,
    empty,
    name,
    id,
    className,
    'aria-label': ariaLabel,
  } = props
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const [own, setOwn] = useState(defaultValue)
  // The options of the next query need not hold what was chosen among those of the last.
  const [picked, setPicked] = useState<SelectOption>()
  // Who hands in `undefined` has chosen nothing, or taken back what was chosen.
  const selected = 'value' in props ? props.value : own
  const chosen =
    selected === undefined
      ? undefined
      : (options.find((option) => option.key === selected) ??
        (picked?.key === selected ? picked : undefined))
  const set = (key: string | undefined, option?: SelectOption) => {
    setOwn(key)
    setPicked(option)
    if (key !== selected) onChange?.(key)
  }
  const select = useSelectBox({
    options,
    selected,
    filterable,
    remote,
    creatable: onCreate !== undefined,
    onChoose: set,
    onCreate,
    onQuery,
    label,
    disabled,
    'aria-label': ariaLabel,
  })
  const { typing } = select
  return (
    <FieldFrame ids={ids} label={label} help={help} error={error} className={className}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the input inside has the role and the keys */}
      <div
        {...select.boxProps}
        className={classNames(field['box'], styles['box'])}
        data-x-part="select"
        data-size={size}
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
      >
        {chosen?.icon && !typing ? <span className={field['slot']}>{chosen.icon}</span> : null}
        <input
          {...select.inputProps}
          id={ids.control}
          className={classNames(field['input'], styles['input'])}
          data-x-part="input"
          type="text"
          value={typing ? select.state.query : (chosen?.label ?? '')}
          placeholder={typing && chosen ? chosen.label : (placeholder ?? strings.select)}
          aria-label={label ? undefined : select.spokenLabel}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(ids, { help, error })}
        />
        {name ? (
          <input type="hidden" name={name} value={selected ?? ''} disabled={disabled} />
        ) : null}
        {clearable && chosen && !disabled ? (
          <ClearButton
            onClear={() => {
              set(undefined)
              select.shut()
            }}
          />
        ) : null}
        <Shape of={CHEVRON_DOWN} className={styles['chevron']} />
      </div>
      {select.Menu ? (
        <select.Menu of={select} isSelected={(key) => key === selected} busy={busy} empty={empty} />
      ) : null}
    </FieldFrame>
  )
}
