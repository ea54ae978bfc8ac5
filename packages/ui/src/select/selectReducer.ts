import type { ReactNode } from 'react'
import { findOptions } from './findOptions.ts'
import { foldCase } from './foldCase.ts'

export interface SelectOption {
  readonly key: string
  readonly label: string
  readonly disabled?: boolean
  readonly icon?: ReactNode
  /** At the end of the row: a code, a balance. */
  readonly hint?: ReactNode
}

export interface SelectConfig {
  readonly options: readonly SelectOption[]
  readonly selected: string | undefined
  readonly filterable: boolean
  /** U8: a query without an option of exactly that label can be added. */
  readonly creatable: boolean
  /** The options are already those that answer the query. */
  readonly remote?: boolean
}

export interface SelectState {
  readonly open: boolean
  readonly query: string
  /** The key of the highlighted option. */
  readonly active: string | undefined
}

export type SelectMove = 'next' | 'previous' | 'first' | 'last'

export type SelectEvent =
  | { readonly type: 'open' }
  | { readonly type: 'shut' }
  | { readonly type: 'escape' }
  | { readonly type: 'query'; readonly text: string }
  | { readonly type: 'point'; readonly key: string }
  | { readonly type: 'reset' }
  | { readonly type: 'chosen'; readonly key: string }
  | { readonly type: 'move'; readonly to: SelectMove }

export const SHUT: SelectState = { open: false, query: '', active: undefined }

/** The key of the row that adds the query; no key of a caller begins with this character. */
export const CREATE_KEY = '\u0000create'

/** Above this many options only those in sight are built. */
export const WINDOWED_ABOVE = 100

/** The id of a row in the document. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** U8: the options whose label holds the query, whatever the case, and the row that adds it. */
export function shownOptions(
  { options, filterable, creatable, remote = false }: SelectConfig,
  query: string,
): readonly SelectOption[] {
  const text = query.trim()
  if (!filterable || text === '') return options
  const found = remote ? options : findOptions(options, text)
  return creatable && !options.some((option) => option.label === text)
    ? [...found, { key: CREATE_KEY, label: text }]
    : found
}

/**
 * U8: wraps around and skips what is disabled. From nowhere, next is the first and previous the
 * last.
 */
export function moveActive(
  options: readonly SelectOption[],
  { active, to }: { readonly active: string | undefined; readonly to: SelectMove },
): string | undefined {
  if (to === 'first') return options.find((option) => !option.disabled)?.key
  if (to === 'last') return options.findLast((option) => !option.disabled)?.key
  const open = options.filter((option) => !option.disabled)
  const at = open.findIndex((option) => option.key === active)
  if (to === 'next') return open[(at + 1) % open.length]?.key
  return open.at(at <= 0 ? -1 : at - 1)?.key
}

export function reduceSelect(
  state: SelectState,
  event: SelectEvent,
  config: SelectConfig,
): SelectState {
  switch (event.type) {
    case 'open':
      return state.open ? state : { open: true, query: '', active: opened(config) }
    case 'shut':
      return state.open ? SHUT : state
    // U8: the first Escape empties the query, the next one shuts.
    case 'escape':
      return state.query === '' ? SHUT : { open: true, query: '', active: opened(config) }
    case 'query': {
      const first = moveActive(shownOptions(config, event.text), { active: undefined, to: 'first' })
      return { open: true, query: event.text, active: first }
    }
    case 'point':
      return state.active === event.key ? state : { ...state, active: event.key }
    // U8: the highlight that the pointer has left behind goes home.
    case 'reset':
      return state.open
        ? { ...state, active: home(shownOptions(config, state.query), config.selected) }
        : state
    // One of several was chosen: the menu stays for the next, without the query.
    case 'chosen':
      return { open: true, query: '', active: event.key }
    // U8: an arrow opens a shut menu first.
    case 'move':
      if (!state.open) return { open: true, query: '', active: opened(config) }
      return {
        ...state,
        active: moveActive(shownOptions(config, state.query), {
          active: activeOf(state, config),
          to: event.to,
        }),
      }
  }
}

/**
 * The highlighted option: where it has gone, because answers came or a limit was reached, the first
 * that can be chosen.
 */
export function activeOf(
  { open, query, active }: SelectState,
  config: SelectConfig,
): string | undefined {
  if (!open) return undefined
  const shown = shownOptions(config, query)
  return home(shown, active)
}

function opened({ options, selected }: SelectConfig): string | undefined {
  return home(options, selected)
}

function home(options: readonly SelectOption[], key: string | undefined): string | undefined {
  const kept =
    key === undefined ? undefined : options.find((option) => option.key === key && !option.disabled)
  return kept?.key ?? moveActive(options, { active: undefined, to: 'first' })
}

/**
 * Typing in a menu without a filter: the next option whose label begins with the typed letters,
 * starting after the highlighted one for a single letter.
 */
export function typeAhead(
  options: readonly SelectOption[],
  { active, typed }: { readonly active: string | undefined; readonly typed: string },
): string | undefined {
  const needle = foldCase(typed)
  const from = options.findIndex((option) => option.key === active) + (typed.length === 1 ? 1 : 0)
  const turned = [...options.slice(Math.max(0, from)), ...options.slice(0, Math.max(0, from))]
  return turned.find((option) => !option.disabled && foldCase(option.label).startsWith(needle))?.key
}
