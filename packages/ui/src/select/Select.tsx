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

/** Height: mini 24, small 28, standard 32, medium 36, large 40 px (U8). */
export type SelectSize = FieldSize | 'medium'

/** Props that `Select` and `MultiSelect` share. */
export interface SelectBaseProps {
  readonly options: readonly SelectOption[]
  readonly label?: ReactNode
  /** Accessible name if there is no `label`. */
  readonly 'aria-label'?: string
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly placeholder?: string
  readonly size?: SelectSize
  readonly filterable?: boolean
  readonly clearable?: boolean
  /** Allows creating an option from the query; needs `filterable`. */
  readonly onCreate?: (text: string) => void
  /** Called with the query, and with '' when the menu closes. */
  readonly onQuery?: (text: string) => void
  /** The options are already filtered, see `useRemoteOptions`. */
  readonly remote?: boolean
  /** Options are loading. Default false. */
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly empty?: ReactNode
  readonly name?: string
  readonly id?: string
  readonly className?: string | undefined
}

/** Props of `Select`. */
export interface SelectProps extends SelectBaseProps {
  /** Key of the chosen option; passing `undefined` means none. */
  readonly value?: string | undefined
  readonly defaultValue?: string
  /** Called with `undefined` when it is cleared. */
  readonly onChange?: (key: string | undefined) => void
}

/** One of many (U8). */
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
  const [uncontrolled, setUncontrolled] = useState(defaultValue)
  // With remote options the chosen one may be missing in the results of the next query.
  const [picked, setPicked] = useState<SelectOption>()
  // `value={undefined}` is controlled: nothing is chosen.
  const selected = 'value' in props ? props.value : uncontrolled
  const chosen =
    selected === undefined
      ? undefined
      : (options.find((option) => option.key === selected) ??
        (picked?.key === selected ? picked : undefined))
  const set = (key: string | undefined, option?: SelectOption) => {
    setUncontrolled(key)
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
      {/* The input inside has the role and the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
          jsx-a11y/no-static-element-interactions */}
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
          aria-label={label ? undefined : select.accessibleName}
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
              select.close()
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
