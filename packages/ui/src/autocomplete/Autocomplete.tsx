import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import type { FieldProps } from '../field/FieldProps.ts'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import field from '../field/field.module.css'
import { isInputMethodKey } from '../layer/inputMethod.ts'
import { createLazyModule } from '../lazy/createLazyModule.ts'
import { useLazyPopup } from '../lazy/useLazyPopup.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { RemoteSearchRun } from '../select/createRemoteSearch.ts'
import { optionId } from '../select/selectReducer.ts'
import { useRemoteOptions } from '../select/useRemoteOptions.tsx'
import {
  CLOSED_SUGGESTIONS,
  reduceSuggestions,
  autocompleteResult,
  type SuggestionEvent,
  type SuggestionMove,
  type AutocompleteResult,
} from './suggestionReducer.ts'

/** The suggestion popup in its own chunk. */
const lazySuggestions = /* @__PURE__ */ createLazyModule({
  name: 'suggestions',
  load: async () => (await import('./Suggestions.tsx')).Suggestions,
})

/** Props of `Autocomplete`. */
export interface AutocompleteProps extends FieldProps<string> {
  /**
   * Finds suggestions for a text that is not blank; `signal` aborts when the text changes. The
   * first function passed is kept.
   */
  readonly search: RemoteSearchRun
  /** Called when Enter or a press chooses a suggestion or the free text. */
  readonly onSubmit: (result: AutocompleteResult) => void
  readonly label?: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly placeholder?: string
  readonly size?: FieldSize
  readonly start?: ReactNode
  readonly end?: ReactNode
}

const moves: Readonly<Record<string, SuggestionMove>> = { ArrowDown: 'next', ArrowUp: 'previous' }

/** A free text field with suggestions below it (U9). */
export function Autocomplete({
  ref,
  search,
  onSubmit,
  value,
  defaultValue = '',
  onChange,
  label,
  'aria-label': ariaLabel,
  help,
  error,
  placeholder,
  size = 'standard',
  start,
  end,
  disabled = false,
  readOnly = false,
  id,
  className,
  style,
  onFocus,
  onBlur,
  'aria-invalid': invalid,
  'aria-describedby': describes,
  ...rest
}: AutocompleteProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const composing = useRef(false)
  const [state, setState] = useState(CLOSED_SUGGESTIONS)
  const input = useControlRef(ref)
  const [text, setText] = useFieldValue({
    value,
    defaultValue,
    onChange,
    control: input,
    onReset: () => setState(CLOSED_SUGGESTIONS),
  })
  const { options, busy, empty, onQuery } = useRemoteOptions({ search })
  const active = options.findIndex((option) => option.value === state.active)
  const send = (event: SuggestionEvent) => {
    const next = reduceSuggestions(state, event)
    setState(next)
    if (event.type === 'type') onQuery(event.text)
    else if (next.open !== state.open) onQuery(next.open ? text : '')
  }
  const close = () => send({ type: 'close' })
  const { Layer: Suggestions, zIndex } = useLazyPopup(lazySuggestions, {
    isOpen: state.open,
    onEscape: close,
    onFail: close,
    anchor: box,
  })
  const isListVisible = state.open && Suggestions !== undefined
  const accessibleName = ariaLabel ?? (typeof label === 'string' ? label : strings.search)
  const write = (next: string) => {
    if (next !== text) setText(next)
  }
  const submit = (taken: AutocompleteResult) => {
    close()
    write(taken.status === 'suggestion' ? taken.option.label : taken.text)
    onSubmit(taken)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isInputMethodKey(event.nativeEvent) || event.altKey || event.ctrlKey || event.metaKey)
      return
    const to = moves[event.key]
    if (readOnly) return
    if (to) {
      event.preventDefault()
      send({ type: 'move', to, text, options })
    } else if (event.key === 'Enter') {
      const taken = autocompleteResult(state, { text, options })
      // Enter on the free text submits the form; choosing a suggestion does not.
      if (taken.status === 'suggestion') event.preventDefault()
      submit(taken)
    } else if (event.key === 'Tab') close()
  }
  const preload = () => void lazySuggestions.load()
  return (
    <FieldFrame
      ids={ids}
      label={label}
      help={help}
      error={error}
      className={className}
      style={style}
    >
      <div
        ref={box}
        className={field['box']}
        data-x-part="autocomplete"
        data-size={size}
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
        data-open={state.open || undefined}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {start ? <span className={field['slot']}>{start}</span> : null}
        <input
          {...rest}
          ref={input}
          id={ids.control}
          className={field['input']}
          data-x-part="input"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={state.open}
          aria-haspopup="listbox"
          aria-controls={isListVisible ? listId : undefined}
          aria-activedescendant={
            isListVisible && active >= 0 ? optionId(listId, active) : undefined
          }
          aria-label={label ? undefined : accessibleName}
          aria-invalid={error ? true : invalid}
          aria-describedby={describedBy(ids, { help, error }, describes)}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          disabled={disabled}
          readOnly={readOnly}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={(event) => {
            close()
            onBlur?.(event)
          }}
          onChange={(event) => {
            write(event.currentTarget.value)
            // No search during a composition.
            if (!composing.current) send({ type: 'type', text: event.currentTarget.value })
          }}
          onCompositionStart={() => {
            composing.current = true
          }}
          onCompositionEnd={(event) => {
            composing.current = false
            send({ type: 'type', text: event.currentTarget.value })
          }}
        />
        {end ? <span className={field['slot']}>{end}</span> : null}
      </div>
      {isListVisible ? (
        <Suggestions
          onClose={close}
          anchor={box}
          zIndex={zIndex}
          id={listId}
          label={accessibleName}
          options={options}
          active={active >= 0 ? state.active : undefined}
          busy={busy}
          empty={empty}
          onPoint={(key) => send({ type: 'point', key })}
          onPointerLeave={() => send({ type: 'leave' })}
          onChoose={(key) => {
            const option = options.find((one) => one.value === key)
            if (option && !option.disabled) submit({ status: 'suggestion', option })
          }}
        />
      ) : null}
    </FieldFrame>
  )
}
