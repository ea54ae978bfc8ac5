import type { SelectOption } from '../select/selectReducer.ts'

/** What the list below the text shows; the text itself is the caller's or the field's. */
export interface SuggestState {
  readonly open: boolean
  /** The key of the highlighted suggestion; `undefined`: the free text counts. */
  readonly active: string | undefined
}

export type SuggestMove = 'next' | 'previous'

export type SuggestEvent =
  | { readonly type: 'type'; readonly text: string }
  | {
      readonly type: 'move'
      readonly to: SuggestMove
      readonly text: string
      readonly options: readonly SelectOption[]
    }
  | { readonly type: 'point'; readonly key: string }
  | { readonly type: 'leave' }
  | { readonly type: 'shut' }

export const NO_SUGGESTIONS: SuggestState = { open: false, active: undefined }

/** What Enter or a press took. */
export type Taken =
  | { readonly status: 'suggestion'; readonly option: SelectOption }
  | { readonly status: 'text'; readonly text: string }

/**
 * U9: a key opens the list and leaves the free text the one that counts; only an arrow or the
 * pointer highlights a suggestion.
 */
export function reduceSuggest(state: SuggestState, event: SuggestEvent): SuggestState {
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
    case 'shut':
      return NO_SUGGESTIONS
  }
}

/**
 * U9: the arrows pass disabled suggestions, and lead round by way of the free text.
 */
export function stepSuggestion(
  options: readonly SelectOption[],
  { active, to }: { readonly active: string | undefined; readonly to: SuggestMove },
): string | undefined {
  const round: readonly (string | undefined)[] = [
    undefined,
    ...options.flatMap((option) => (option.disabled ? [] : [option.key])),
  ]
  const at = Math.max(0, round.indexOf(active))
  return round[(at + (to === 'next' ? 1 : round.length - 1)) % round.length]
}

/**
 * U9: Enter takes the highlighted suggestion, or the free text. A suggestion that has gone with a
 * newer answer is none.
 */
export function takeOf(
  { open, active }: SuggestState,
  { text, options }: { readonly text: string; readonly options: readonly SelectOption[] },
): Taken {
  const option = open ? options.find((one) => one.key === active && !one.disabled) : undefined
  return option ? { status: 'suggestion', option } : { status: 'text', text: text.trim() }
}
