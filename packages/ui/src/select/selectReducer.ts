import type { ReactNode } from 'react'
import { findOptions } from './findOptions.ts'
import { foldCase } from './foldCase.ts'

/** An option of a select. */
export interface SelectOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
  readonly icon?: ReactNode
  /** At the end of the row, for instance a balance. */
  readonly hint?: ReactNode
}

/** Configuration of a select. */
export interface SelectConfig {
  readonly options: readonly SelectOption[]
  readonly selected: string | undefined
  readonly filterable: boolean
  /** Whether a query without an option of exactly that label can be created (U8). */
  readonly creatable: boolean
  /** The options are already filtered. Default false. */
  readonly remote?: boolean
}

/** State of a select's menu. */
export interface SelectState {
  readonly open: boolean
  readonly query: string
  /** Key of the highlighted option. */
  readonly active: string | undefined
}

/** Where a key moves the highlight. */
export type SelectMove = 'next' | 'previous' | 'first' | 'last'

/** What changes the menu. */
export type SelectEvent =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'escape' }
  | { readonly type: 'query'; readonly text: string }
  | { readonly type: 'point'; readonly key: string }
  | { readonly type: 'reset' }
  | { readonly type: 'chosen'; readonly key: string }
  | { readonly type: 'move'; readonly to: SelectMove }

/** A closed menu. */
export const CLOSED: SelectState = { open: false, query: '', active: undefined }

/** Key of the row that creates an option; no other key starts with this character. */
export const CREATE_KEY = '\u0000create'

/** Option count above which only visible options are rendered. */
export const VIRTUAL_ABOVE = 100

/** Returns the DOM id of a row. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/**
 * Returns the options whose label contains the query, ignoring case, and the row that creates it
 * (U8).
 */
export function shownOptions(
  { options, filterable, creatable, remote = false }: SelectConfig,
  query: string,
): readonly SelectOption[] {
  const text = query.trim()
  if (!filterable || text === '') return options
  const found = remote ? options : findOptions(options, text)
  return creatable && !options.some((option) => option.label === text)
    ? [...found, { value: CREATE_KEY, label: text }]
    : found
}

/**
 * Returns the next highlight: it wraps and skips disabled options (U8). Without a highlight `next`
 * is the first and `previous` the last option.
 */
export function moveActive(
  options: readonly SelectOption[],
  { active, to }: { readonly active: string | undefined; readonly to: SelectMove },
): string | undefined {
  if (to === 'first') return options.find((option) => !option.disabled)?.value
  if (to === 'last') return options.findLast((option) => !option.disabled)?.value
  const enabled = options.filter((option) => !option.disabled)
  const at = enabled.findIndex((option) => option.value === active)
  if (to === 'next') return enabled[(at + 1) % enabled.length]?.value
  return enabled.at(at <= 0 ? -1 : at - 1)?.value
}

/** Reduces the state of a select's menu (U8). */
export function reduceSelect(
  state: SelectState,
  event: SelectEvent,
  config: SelectConfig,
): SelectState {
  switch (event.type) {
    case 'open':
      return state.open ? state : { open: true, query: '', active: initialActive(config) }
    case 'close':
      return state.open ? CLOSED : state
    // The first Escape clears the query, the second closes (U8).
    case 'escape':
      return state.query === '' ? CLOSED : { open: true, query: '', active: initialActive(config) }
    case 'query': {
      const first = moveActive(shownOptions(config, event.text), { active: undefined, to: 'first' })
      return { open: true, query: event.text, active: first }
    }
    case 'point':
      return state.active === event.key ? state : { ...state, active: event.key }
    // After the pointer has left, the highlight returns to the chosen option (U8).
    case 'reset':
      return state.open
        ? { ...state, active: activeOrFirst(shownOptions(config, state.query), config.selected) }
        : state
    // In a multi-select the menu stays open and the query is cleared.
    case 'chosen':
      return { open: true, query: '', active: event.key }
    // In a closed menu an arrow key opens it (U8).
    case 'move':
      if (!state.open) return { open: true, query: '', active: initialActive(config) }
      return {
        ...state,
        active: moveActive(shownOptions(config, state.query), {
          active: activeOf(state, config),
          to: event.to,
        }),
      }
  }
}

/** Returns the highlighted option; if it is gone or disabled, the first enabled one. */
export function activeOf(
  { open, query, active }: SelectState,
  config: SelectConfig,
): string | undefined {
  if (!open) return undefined
  const shown = shownOptions(config, query)
  return activeOrFirst(shown, active)
}

function initialActive({ options, selected }: SelectConfig): string | undefined {
  return activeOrFirst(options, selected)
}

function activeOrFirst(
  options: readonly SelectOption[],
  key: string | undefined,
): string | undefined {
  const kept =
    key === undefined
      ? undefined
      : options.find((option) => option.value === key && !option.disabled)
  return kept?.value ?? moveActive(options, { active: undefined, to: 'first' })
}

/**
 * Returns the option for typing in a menu without a filter: the next one whose label starts with
 * the typed letters; a single letter starts after the highlighted option.
 */
export function typeAhead(
  options: readonly SelectOption[],
  { active, typed }: { readonly active: string | undefined; readonly typed: string },
): string | undefined {
  const needle = foldCase(typed)
  const from = options.findIndex((option) => option.value === active) + (typed.length === 1 ? 1 : 0)
  const rotated = [...options.slice(Math.max(0, from)), ...options.slice(0, Math.max(0, from))]
  return rotated.find((option) => !option.disabled && foldCase(option.label).startsWith(needle))
    ?.value
}
