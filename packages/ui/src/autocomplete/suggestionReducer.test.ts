import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRemoteSearch } from '../select/createRemoteSearch.ts'
import type { SelectOption } from '../select/selectReducer.ts'
import {
  CLOSED_SUGGESTIONS,
  reduceSuggestions,
  stepSuggestion,
  autocompleteResult,
  type SuggestionEvent,
  type SuggestionState,
} from './suggestionReducer.ts'

const options: readonly SelectOption[] = [
  { value: 'a', label: 'Alpha' },
  { value: 'b', label: 'Beta', disabled: true },
  { value: 'c', label: 'Gamma' },
]
const run = (events: readonly SuggestionEvent[], from: SuggestionState = CLOSED_SUGGESTIONS) =>
  events.reduce(reduceSuggestions, from)
const open: SuggestionState = { open: true, active: undefined }

describe('reduceSuggestions (U9)', () => {
  it('opens on a key and closes for blank text (U9.1)', () => {
    expect(run([{ type: 'type', text: 'b' }])).toEqual(open)
    expect(run([{ type: 'type', text: '  ' }], open)).toEqual(CLOSED_SUGGESTIONS)
  })
  it('clears the highlight on the next key (U9.2)', () => {
    expect(run([{ type: 'type', text: 'be' }], { open: true, active: 'a' }).active).toBeUndefined()
  })
  it('skips disabled suggestions and wraps through the free text (U9.3)', () => {
    const next = (active?: string) => stepSuggestion(options, { active, to: 'next' })
    const previous = (active?: string) => stepSuggestion(options, { active, to: 'previous' })
    expect([next(), next('a'), next('c')]).toEqual(['a', 'c', undefined])
    expect([previous(), previous('c'), previous('a')]).toEqual(['c', 'a', undefined])
  })
  it('ignores a removed highlight, and arrows without suggestions (U9.4)', () => {
    expect(stepSuggestion(options, { active: 'z', to: 'next' })).toBe('a')
    expect(stepSuggestion([], { active: undefined, to: 'next' })).toBeUndefined()
    expect(stepSuggestion([], { active: undefined, to: 'previous' })).toBeUndefined()
  })
  it('opens by an arrow without a highlight, unless the text is empty (U9.5)', () => {
    expect(run([{ type: 'move', to: 'next', text: 'b', options }])).toEqual(open)
    expect(run([{ type: 'move', to: 'previous', text: ' ', options }])).toBe(CLOSED_SUGGESTIONS)
    expect(run([{ type: 'move', to: 'previous', text: 'b', options }], open).active).toBe('c')
  })
  it('highlights under the pointer and clears when it leaves (U9.6)', () => {
    expect(run([{ type: 'point', key: 'c' }], open)).toEqual({ open: true, active: 'c' })
    expect(run([{ type: 'point', key: 'c' }, { type: 'leave' }], open)).toEqual(open)
    expect(run([{ type: 'point', key: 'c' }])).toBe(CLOSED_SUGGESTIONS)
  })
  it('submits the highlighted suggestion or the trimmed free text (U9.7)', () => {
    expect(autocompleteResult({ open: true, active: 'c' }, { text: 'g', options })).toEqual({
      status: 'suggestion',
      option: options[2],
    })
    expect(autocompleteResult(open, { text: ' g ', options })).toEqual({
      status: 'text',
      text: 'g',
    })
  })
  it.each<readonly [string, SuggestionState]>([
    ['gone', { open: true, active: 'z' }],
    ['disabled', { open: true, active: 'b' }],
    ['closed', { open: false, active: 'c' }],
  ])('submits no suggestion that is %s (U9.8)', (_, state) => {
    expect(autocompleteResult(state, { text: 'g', options }).status).toBe('text')
  })
  it('has no highlight when closed, and none on a disabled suggestion (U9.9)', () => {
    const events = fc.oneof(
      fc.string({ maxLength: 3 }).map((text): SuggestionEvent => ({ type: 'type', text })),
      fc.constantFrom<SuggestionEvent>(
        { type: 'move', to: 'next', text: 'x', options },
        { type: 'move', to: 'previous', text: 'x', options },
        { type: 'leave' },
        { type: 'close' },
      ),
    )
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (script) => {
        const state = run(script)
        if (!state.open) expect(state.active).toBeUndefined()
        expect(state.active).not.toBe('b')
      }),
    )
  })
})

describe('search queries (U9)', () => {
  function setUp() {
    const clock = createManualClock()
    const asked: {
      readonly query: string
      readonly signal: AbortSignal
      readonly answer: (found: readonly SelectOption[]) => void
    }[] = []
    const remote = createRemoteSearch({
      clock,
      search: (query, { signal }) => new Promise((answer) => asked.push({ query, signal, answer })),
    })
    return { clock, asked, remote }
  }
  it('are sent 300 ms after the last key (U9.10, spec 9.9)', async () => {
    const { clock, asked, remote } = setUp()
    remote.type('b')
    await clock.advance(299)
    remote.type('bt')
    await clock.advance(299)
    expect(asked).toEqual([])
    await clock.advance(1)
    expect(asked.map((one) => one.query)).toEqual(['bt'])
  })
  it('abort the previous query and ignore its late result (U9.11)', async () => {
    const { clock, asked, remote } = setUp()
    remote.type('b')
    await clock.advance(300)
    remote.type('bt')
    expect(asked[0]?.signal.aborted).toBe(true)
    await clock.advance(300)
    asked[1]?.answer([{ value: 'new', label: 'New' }])
    await clock.advance(0)
    asked[0]?.answer([{ value: 'old', label: 'Old' }])
    await clock.advance(0)
    expect(remote.getState().options.map((option) => option.value)).toEqual(['new'])
  })
  it('are cancelled by an empty text (U9.12)', async () => {
    const { clock, asked, remote } = setUp()
    remote.type('b')
    await clock.advance(300)
    remote.type('')
    expect([asked[0]?.signal.aborted, remote.getState().status, clock.pendingTimers()]).toEqual([
      true,
      'idle',
      0,
    ])
  })
})
