import { useState, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import type { FieldProps } from '../field/FieldProps.ts'
import { FormValue } from '../field/FormValue.tsx'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import { useFocusWithin } from '../field/useFocusWithin.ts'
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
export interface SelectBaseProps<Value> extends FieldProps<Value> {
  readonly options: readonly SelectOption[]
  readonly label?: ReactNode
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
  readonly empty?: ReactNode
}

/** Props of `Select`. The value is the key of the chosen option, `null` without one. */
export type SelectProps = SelectBaseProps<string | null>

/** One of many (U8). */
export function Select({
  ref,
  options,
  value,
  defaultValue = null,
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
  readOnly = false,
  required = false,
  empty,
  name,
  form,
  id,
  className,
  style,
  onFocus,
  onBlur,
  'aria-label': ariaLabel,
  'aria-invalid': invalid,
  'aria-describedby': describes,
  ...rest
}: SelectProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const control = useControlRef(ref)
  const [selected, setSelected] = useFieldValue({
    value,
    defaultValue,
    onChange: (next) => next !== selected && onChange?.(next),
    control,
  })
  // With remote options the chosen one may be missing in the results of the next query.
  const [picked, setPicked] = useState<SelectOption>()
  const chosen =
    selected === null
      ? undefined
      : (options.find((option) => option.value === selected) ??
        (picked?.value === selected ? picked : undefined))
  const set = (next: string | null, option?: SelectOption) => {
    setSelected(next)
    setPicked(option)
  }
  const select = useSelectBox({
    control,
    options,
    selected: selected ?? undefined,
    filterable,
    remote,
    creatable: onCreate !== undefined,
    onChoose: set,
    onCreate,
    onQuery,
    label,
    disabled,
    readOnly,
    'aria-label': ariaLabel,
  })
  const { typing } = select
  const focus = useFocusWithin({ onFocus, onBlur, hasPopup: select.state.open })
  return (
    <FieldFrame
      {...focus}
      ids={ids}
      label={label}
      help={help}
      error={error}
      className={className}
      style={style}
    >
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
          {...rest}
          {...select.inputProps}
          form={form}
          id={ids.control}
          className={classNames(field['input'], styles['input'])}
          data-x-part="input"
          type="text"
          value={typing ? select.state.query : (chosen?.label ?? '')}
          placeholder={typing && chosen ? chosen.label : (placeholder ?? strings.select)}
          aria-label={label ? undefined : select.accessibleName}
          aria-required={required || undefined}
          aria-invalid={error ? true : invalid}
          aria-describedby={describedBy(ids, { help, error }, describes)}
        />
        <FormValue
          name={name}
          form={form}
          values={[selected ?? '']}
          disabled={disabled}
          required={required}
          control={control}
        />
        {clearable && chosen && !disabled && !readOnly ? (
          <ClearButton
            onClear={() => {
              set(null)
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
