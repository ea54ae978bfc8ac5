import { useId, useRef, useState, type ChangeEvent, type ReactNode } from 'react'
import { ChevronDown, X } from 'lucide-react'
import { useStore } from '@x/kit/react'
import { classNames } from '../classNames.ts'
import { Drawer } from '../drawer/Drawer.tsx'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import field from '../field/field.module.css'
import { Icon } from '../icon/Icon.tsx'
import { modalPart, popoverPart, windowPart } from '../late/parts.ts'
import { useLatePopup } from '../late/useLatePopup.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { OptionList, optionId, WINDOWED_ABOVE } from './OptionList.tsx'
import type { SelectOption } from './machine.ts'
import { useIsPhone } from './useIsPhone.ts'
import { useSelect } from './useSelect.ts'
import styles from './select.module.css'

export interface SelectProps {
  readonly options: readonly SelectOption[]
  readonly value?: string | undefined
  readonly defaultValue?: string
  /** `undefined` when it was cleared. */
  readonly onChange?: (key: string | undefined) => void
  readonly label?: ReactNode
  /** The name where no label is drawn. */
  readonly 'aria-label'?: string
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly placeholder?: string
  /** mini 24, small 28, standard 32, large 40 px. */
  readonly size?: FieldSize
  readonly filterable?: boolean
  readonly clearable?: boolean
  /** Lets a query become an option; needs `filterable`. */
  readonly onCreate?: (text: string) => void
  readonly disabled?: boolean
  readonly empty?: ReactNode
  readonly name?: string
  readonly id?: string
  readonly className?: string | undefined
}

/** U8: one of many. Below 768 px the same state shows in a bottom sheet; nothing of the menu is mounted while it is shut. */
export function Select({
  options, value, defaultValue, onChange, label, help, error, placeholder, size = 'standard', filterable = false, clearable = false, onCreate, disabled = false, empty, name, id, className, 'aria-label': ariaLabel,
}: SelectProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const phone = useIsPhone()
  const [own, setOwn] = useState(defaultValue)
  const selected = value ?? own
  const chosen = options.find((option) => option.key === selected)
  const set = (key: string | undefined) => {
    setOwn(key)
    if (key !== selected) onChange?.(key)
  }
  const { state, shown, send, choose, onKeyDown } = useSelect({ options, selected, filterable, creatable: onCreate !== undefined, onChoose: set, onCreate })
  const { open, query, active } = state
  const shut = () => send({ type: 'shut' })
  const { Layer, zIndex } = useLatePopup(popoverPart, { isOpen: open && !phone, onEscape: () => send({ type: 'escape' }), onFail: shut, anchor: box })
  const sheet = useStore(modalPart)
  const preload = () => {
    void (phone ? modalPart : popoverPart).load()
    if (options.length > WINDOWED_ABOVE) void windowPart.load()
  }
  const drawn = open && (phone ? sheet === 'ready' : Layer !== undefined)
  const typing = open && filterable && !phone
  const activeIndex = open ? shown.findIndex((option) => option.key === active) : -1
  const spokenLabel = ariaLabel ?? (typeof label === 'string' ? label : strings.select)
  const list = { id: listId, label: spokenLabel, options: shown, active, selected, empty, onPoint: (key: string) => send({ type: 'point', key }), onChoose: choose }
  const combobox = {
    role: 'combobox',
    'aria-expanded': open,
    'aria-haspopup': 'listbox',
    'aria-controls': drawn ? listId : undefined,
    'aria-activedescendant': drawn && activeIndex >= 0 ? optionId(listId, activeIndex) : undefined,
    'aria-autocomplete': filterable ? 'list' : 'none',
    autoComplete: 'off',
    spellCheck: false,
    onKeyDown,
  } as const
  const onQuery = (event: ChangeEvent<HTMLInputElement>) => send({ type: 'query', text: event.currentTarget.value })
  return (
    <FieldFrame ids={ids} label={label} help={help} error={error} className={className}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the input inside has the role and the keys */}
      <div
        ref={box}
        className={classNames(field['box'], styles['box'])}
        data-x-part="select"
        data-size={size}
        data-open={open || undefined}
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          if (disabled) return
          input.current?.focus()
          send({ type: open && !filterable ? 'shut' : 'open' })
        }}
      >
        {chosen?.icon && !typing ? <span className={field['slot']}>{chosen.icon}</span> : null}
        <input
          ref={input}
          {...combobox}
          id={ids.control}
          className={classNames(field['input'], styles['input'])}
          data-x-part="input"
          type="text"
          value={typing ? query : (chosen?.label ?? '')}
          placeholder={typing && chosen ? chosen.label : (placeholder ?? strings.select)}
          readOnly={!filterable || phone}
          disabled={disabled}
          aria-label={label ? undefined : spokenLabel}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(ids, { help, error })}
          onChange={onQuery}
          onBlur={() => !phone && shut()}
        />
        {name ? <input type="hidden" name={name} value={selected ?? ''} /> : null}
        {clearable && chosen && !disabled ? (
          <button
            type="button"
            className={styles['clear']}
            tabIndex={-1}
            aria-label={strings.clear}
            onPointerDown={(event) => event.preventDefault()}
            onClick={(event) => {
              event.stopPropagation()
              set(undefined)
              shut()
            }}
          >
            <Icon of={X} size={14} />
          </button>
        ) : null}
        <Icon of={ChevronDown} className={styles['chevron']} />
      </div>
      {phone ? (
        <Drawer open={open} onClose={(how) => send({ type: how === 'escape' ? 'escape' : 'shut' })} direction="btt" size="auto" title={spokenLabel} padded={false}>
          {filterable ? (
            <div className={styles['sheetSearch']}>
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the sheet was opened to choose */}
              <input {...combobox} autoFocus className={styles['sheetInput']} type="search" placeholder={strings.search} aria-label={strings.search} value={query} onChange={onQuery} />
            </div>
          ) : null}
          <OptionList {...list} rowHeight={44} onKeyDown={filterable ? undefined : onKeyDown} />
        </Drawer>
      ) : null}
      {Layer && !phone ? (
        <Layer isOpen={open} nonModal onClose={shut} anchor={box} zIndex={zIndex} className={styles['popover']} data={{ 'data-x-part': 'select-popover' }}>
          <OptionList {...list} rowHeight={30} />
        </Layer>
      ) : null}
    </FieldFrame>
  )
}
