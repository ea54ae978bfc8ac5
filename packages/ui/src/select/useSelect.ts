import { useRef, useState, type KeyboardEvent } from 'react'
import { isInputMethodKey } from '../layer/inputMethod.ts'
import {
  activeOf,
  CREATE_KEY,
  reduceSelect,
  CLOSED,
  shownOptions,
  typeAhead,
  type SelectConfig,
  type SelectEvent,
  type SelectMove,
  type SelectOption,
  type SelectState,
} from './selectReducer.ts'

/** Milliseconds after which typing starts a new type-ahead text. */
const TYPE_AHEAD_PAUSE = 500
/**
 * Milliseconds after which a highlight that the pointer has left returns to the chosen option (U8,
 * spec section 9).
 */
export const HOVER_RESET = 300
const moves: Readonly<Record<string, SelectMove>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/** In a text Home and End move the caret instead. */
const moveOf = (key: string, { inText }: { readonly inText: boolean }): SelectMove | undefined =>
  inText && (key === 'Home' || key === 'End') ? undefined : moves[key]

/** State and handlers of a select's menu. */
export interface SelectBehaviour {
  readonly state: SelectState
  readonly shown: readonly SelectOption[]
  readonly send: (event: SelectEvent) => void
  readonly choose: (key: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPointerLeave: () => void
}

/** The text that is typed without a field for it; `find` gives the key of the option it names. */
function useTypeAhead(find: (text: string) => string | undefined) {
  const typed = useRef({ text: '', at: 0 })
  const isTyping = (at: number) =>
    typed.current.text !== '' && at - typed.current.at <= TYPE_AHEAD_PAUSE
  return {
    /** Whether a space continues the text, as in `Bitcoin Cash`; otherwise it chooses. */
    continues: (at: number) => isTyping(at) && find(`${typed.current.text} `) !== undefined,
    /** Adds a letter and gives the key that is found. */
    extend(letter: string, at: number): string | undefined {
      const text = isTyping(at) ? typed.current.text + letter : letter
      typed.current = { text, at }
      return find(text)
    },
  }
}

/** Options of `useSelect`. */
export interface UseSelectOptions extends SelectConfig {
  readonly onChoose: (key: string, option: SelectOption) => void
  readonly onCreate: ((text: string) => void) | undefined
  /** Keeps the menu open after a choice. Default false. */
  readonly keepOpen?: boolean
  /** Called for Backspace in an empty query. */
  readonly onBackspace?: () => void
}

/** Keyboard and pointer behaviour of a select (U8). */
export function useSelect({
  onChoose,
  onCreate,
  keepOpen = false,
  onBackspace,
  ...config
}: UseSelectOptions): SelectBehaviour {
  const [stored, setState] = useState<SelectState>(CLOSED)
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined)
  const send = (event: SelectEvent) => {
    clearTimeout(hover.current)
    setState((before) => reduceSelect(before, event, config))
  }
  const state = { ...stored, active: activeOf(stored, config) }
  const shown = state.open ? shownOptions(config, state.query) : []
  const choose = (key: string) => {
    const option = shown.find((one) => one.value === key)
    if (!option || option.disabled) return
    send(keepOpen ? { type: 'chosen', key } : { type: 'close' })
    if (key === CREATE_KEY) onCreate?.(option.label)
    else onChoose(key, option)
  }
  const typing = useTypeAhead((text) =>
    typeAhead(config.options, { active: state.active, typed: text }),
  )
  const extendText = (letter: string, at: number) => {
    const key = typing.extend(letter, at)
    if (!state.open) send({ type: 'open' })
    if (key !== undefined) send({ type: 'point', key })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // During a composition keys belong to the input method (U8).
    if (isInputMethodKey(event.nativeEvent) || event.altKey || event.ctrlKey || event.metaKey)
      return
    const move = moveOf(event.key, { inText: Boolean(config.filterable) && state.query !== '' })
    if (move) {
      event.preventDefault()
      send({ type: 'move', to: move })
    } else if (event.key === ' ' && !config.filterable && typing.continues(event.timeStamp)) {
      event.preventDefault()
      extendText(' ', event.timeStamp)
    } else if (event.key === 'Enter' || (event.key === ' ' && !config.filterable)) {
      if (event.key === 'Enter' && !state.open) return
      event.preventDefault()
      if (!state.open) send({ type: 'open' })
      else if (state.active !== undefined) choose(state.active)
    } else if (event.key === 'Backspace') {
      if (state.query === '') onBackspace?.()
    } else if (event.key === 'Tab') {
      send({ type: 'close' })
    } else if (event.key.length === 1 && !config.filterable) {
      extendText(event.key, event.timeStamp)
    }
  }
  const onPointerLeave = () => {
    hover.current = setTimeout(() => send({ type: 'reset' }), HOVER_RESET)
  }
  return { state, shown, send, choose, onKeyDown, onPointerLeave }
}
