import type { SelectOption } from '../select/selectReducer.ts'

/** State of the suggestion popup; the text itself is not part of it. */
export interface SuggestionState {
  readonly open: boolean
  /** Key of the highlighted suggestion; `undefined`: Enter chooses the free text. */
  readonly active: string | undefined
}

/** Direction of an arrow key. */
export type SuggestionMove = 'next' | 'previous'

/** What changes the popup. */
export type SuggestionEvent =
  | { readonly type: 'type'; readonly text: string }
  | {
      readonly type: 'move'
      readonly to: SuggestionMove
      readonly text: string
      readonly options: readonly SelectOption[]
    }
  | { readonly type: 'point'; readonly key: string }
  | { readonly type: 'leave' }
  | { readonly type: 'close' }

/** A closed popup. */
export const CLOSED_SUGGESTIONS: SuggestionState = { open: false, active: undefined }

/** What Enter or a press chose. */
export type AutocompleteResult =
  | { readonly status: 'suggestion'; readonly option: SelectOption }
  | { readonly status: 'text'; readonly text: string }

/**
 * Reduces the state of the popup (U9). Typing opens it without a highlight; only an arrow key or
 * the pointer highlights a suggestion.
 */
export function reduceSuggestions(state: SuggestionState, event: SuggestionEvent): SuggestionState {
  switch (event.type) {
    case 'type':
      return { open: event.text.trim() !== '', active: undefined }
    case 'move':
      if (state.open)
        return {
          open: true,
          active: stepSuggestion(event.options, { active: state.active, to: event.to }),
        }
      return event.text.trim() === '' ? state : { open: true, active: undefined }
    case 'point':
      return state.open ? { open: true, active: event.key } : state
    case 'leave':
      return { ...state, active: undefined }
    case 'close':
      return CLOSED_SUGGESTIONS
  }
}

/**
 * Returns the next highlight for an arrow key (U9). Disabled suggestions are skipped, and the ends
 * wrap through the free text, so that the arrows can always lead back to it.
 */
export function stepSuggestion(
  options: readonly SelectOption[],
  { active, to }: { readonly active: string | undefined; readonly to: SuggestionMove },
): string | undefined {
  const round: readonly (string | undefined)[] = [
    undefined,
    ...options.flatMap((option) => (option.disabled ? [] : [option.value])),
  ]
  const at = Math.max(0, round.indexOf(active))
  return round[(at + (to === 'next' ? 1 : round.length - 1)) % round.length]
}

/**
 * Returns what Enter chooses: the highlighted suggestion, or the free text (U9). A suggestion that
 * is no longer in the list is ignored.
 */
export function autocompleteResult(
  { open, active }: SuggestionState,
  { text, options }: { readonly text: string; readonly options: readonly SelectOption[] },
): AutocompleteResult {
  const option = open ? options.find((one) => one.value === active && !one.disabled) : undefined
  return option ? { status: 'suggestion', option } : { status: 'text', text: text.trim() }
}
