import { useMemo, useState } from 'react'
import { classNames } from '../classNames.ts'
import { describedBy, FieldFrame, useFieldIds } from '../field/FieldFrame.tsx'
import { FormValue } from '../field/FormValue.tsx'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import { useFocusWithin } from '../field/useFocusWithin.ts'
import field from '../field/field.module.css'
import { Shape } from '../icon/Shape.tsx'
import { CHEVRON_DOWN } from '../icon/shapes.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { ClearButton } from './ClearButton.tsx'
import type { SelectOption } from './selectReducer.ts'
import {
  cleared,
  isFull,
  limitedOptions,
  tagsOf,
  toggleChosen,
  withoutLast,
} from './chosenOptions.ts'
import type { SelectBaseProps } from './Select.tsx'
import { useSelectBox } from './useSelectBox.ts'
import box from './select.module.css'
import styles from './multiSelect.module.css'

/** Props of `MultiSelect`. The value has the keys of the chosen options, in order of choosing. */
export interface MultiSelectProps extends SelectBaseProps<readonly string[]> {
  /** Maximal number of chosen options; 0, the default, is no limit. */
  readonly limit?: number
}

const NONE: readonly string[] = []

/** Several of many, shown as tags (U8, spec 4.13). The menu stays open between choices. */
export function MultiSelect({
  ref,
  options,
  value,
  defaultValue = NONE,
  onChange,
  limit = 0,
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
}: MultiSelectProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const control = useControlRef(ref)
  const [chosen, setChosen] = useFieldValue({ value, defaultValue, onChange, control })
  const [picked, setPicked] = useState<readonly SelectOption[]>([])
  const full = isFull(chosen, limit)
  const offered = useMemo(
    () => limitedOptions(options, { chosen, limit }),
    [options, chosen, limit],
  )
  const tags = tagsOf(chosen, { options, picked })
  const set = (keys: readonly string[]) => {
    if (keys.length !== chosen.length) setChosen(keys)
  }
  const select = useSelectBox({
    control,
    options: offered,
    selected: chosen[0],
    filterable,
    remote,
    creatable: onCreate !== undefined && !full,
    onCreate,
    onQuery,
    label,
    disabled,
    readOnly,
    'aria-label': ariaLabel,
    keepOpen: true,
    onChoose: (key, option) => {
      setPicked([...picked.filter((one) => one.value !== key), option])
      set(toggleChosen(chosen, { key, limit }))
    },
    onBackspace: () => set(withoutLast(tags)),
  })
  const tagsId = `${ids.control}-tags`
  const focus = useFocusWithin({ onFocus, onBlur, hasPopup: select.state.open })
  const limitText = full ? strings.atMost({ count: limit }) : undefined
  return (
    <FieldFrame
      {...focus}
      ids={ids}
      label={label}
      help={limitText ?? help}
      error={error}
      className={className}
      style={style}
    >
      {/* The input inside has the role and the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
          jsx-a11y/no-static-element-interactions */}
      <div
        {...select.boxProps}
        className={classNames(field['box'], box['box'], styles['box'])}
        data-x-part="multi-select"
        data-size={size}
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
        data-full={full || undefined}
      >
        {tags.map((tag) => (
          <span
            key={tag.value}
            className={styles['tag']}
            data-x-part="tag"
            data-disabled={tag.disabled || undefined}
          >
            {tag.icon}
            <span className={styles['tagLabel']}>{tag.label}</span>
            {tag.disabled || disabled || readOnly ? null : (
              <ClearButton
                label={strings.removeItem({ text: tag.label })}
                size={12}
                onClear={() => set(chosen.filter((key) => key !== tag.value))}
              />
            )}
          </span>
        ))}
        <input
          {...rest}
          {...select.inputProps}
          form={form}
          id={ids.control}
          className={classNames(field['input'], box['input'], styles['input'])}
          data-x-part="input"
          type="text"
          value={select.typing ? select.state.query : ''}
          placeholder={tags.length === 0 ? (placeholder ?? strings.select) : undefined}
          aria-label={label ? undefined : select.accessibleName}
          aria-required={required || undefined}
          aria-invalid={error ? true : invalid}
          aria-describedby={describedBy(
            ids,
            { help: limitText ?? help, error },
            classNames(describes, tagsId),
          )}
        />
        <FormValue
          name={name}
          form={form}
          values={chosen}
          disabled={disabled}
          required={required}
          control={control}
        />
        {clearable && cleared(tags).length < tags.length && !disabled && !readOnly ? (
          <ClearButton onClear={() => set(cleared(tags))} />
        ) : null}
        <Shape of={CHEVRON_DOWN} className={box['chevron']} />
      </div>
      <VisuallyHidden>
        <span id={tagsId} role="status">
          {[strings.chosenCount({ count: tags.length }), ...tags.map((tag) => tag.label)].join(
            ', ',
          )}
        </span>
      </VisuallyHidden>
      {select.Menu ? (
        <select.Menu
          of={select}
          isSelected={(key) => chosen.includes(key)}
          multiple
          busy={busy}
          empty={empty}
        />
      ) : null}
    </FieldFrame>
  )
}
