import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  activeOf,
  CREATE_KEY,
  moveActive,
  optionId,
  reduceSelect,
  CLOSED,
  shownOptions,
  typeAhead,
  type SelectConfig,
  type SelectEvent,
  type SelectState,
} from './selectReducer.ts'

const options = [
  { value: 'btc', label: 'Bitcoin' },
  { value: 'eth', label: 'Ethereum', disabled: true },
  { value: 'sol', label: 'Solana' },
  { value: 'bch', label: 'Bitcoin Cash' },
]
const config: SelectConfig = { options, selected: undefined, filterable: true, creatable: false }
const run = (events: readonly SelectEvent[], given: SelectConfig = config): SelectState =>
  events.reduce((state, event) => reduceSelect(state, event, given), CLOSED)
const keys = (query: string, given: SelectConfig = config) =>
  shownOptions(given, query).map((option) => option.value)

describe('shownOptions', () => {
  it('keeps options that contain the query, ignoring case (U8.1, spec 4.13)', () => {
    expect(keys('BIT')).toEqual(['btc', 'bch'])
    expect(keys('coin c')).toEqual(['bch'])
    expect(keys('zz')).toEqual([])
  })
  it('shows all without a query or filter (U8.50)', () => {
    expect(keys('  ')).toHaveLength(4)
    expect(keys('bit', { ...config, filterable: false })).toHaveLength(4)
    expect(keys('', { ...config, creatable: true })).toEqual(['btc', 'eth', 'sol', 'bch'])
  })
  it('offers to create an unmatched query (U8.51)', () => {
    const creatable = { ...config, creatable: true }
    expect(keys('Bit', creatable)).toEqual(['btc', 'bch', CREATE_KEY])
    expect(keys('Bitcoin', creatable)).toEqual(['btc', 'bch'])
    expect(keys('bitcoin', creatable)).toEqual(['btc', 'bch', CREATE_KEY])
  })
})

describe('select rows', () => {
  it('have unique ids in the list', () => {
    expect([optionId('list', 0), optionId('list', 12)]).toEqual(['list-0', 'list-12'])
  })
  it('use a reserved key for creation; a closed menu is empty', () => {
    expect(CREATE_KEY).toMatch(/^\0./)
    expect(CLOSED).toEqual({ open: false, query: '', active: undefined })
  })
})

describe('moveActive', () => {
  it('wraps and skips disabled options (U8.52)', () => {
    const move = (active: string | undefined, to: 'next' | 'previous') =>
      moveActive(options, { active, to })
    expect(move('btc', 'next')).toBe('sol')
    expect(move('bch', 'next')).toBe('btc')
    expect(move('btc', 'previous')).toBe('bch')
    expect(move('sol', 'previous')).toBe('btc')
    expect(move(undefined, 'next')).toBe('btc')
    expect(move(undefined, 'previous')).toBe('bch')
  })
  it('types ahead from a Turkish keyboard with capitals (U8.73)', () => {
    const coins = ['Bitcoin', 'ICON', 'Link'].map((label) => ({ value: label, label }))
    expect(typeAhead(coins, { active: 'Bitcoin', typed: 'İ' })).toBe('ICON')
    expect(typeAhead(coins, { active: undefined, typed: 'lı' })).toBe('Link')
  })
  it('goes to the first and last enabled option (U8.53)', () => {
    expect(
      moveActive([...options, { value: 'x', label: 'X', disabled: true }], {
        active: 'sol',
        to: 'last',
      }),
    ).toBe('bch')
    expect(
      moveActive([{ value: 'x', label: 'X', disabled: true }, ...options], {
        active: 'sol',
        to: 'first',
      }),
    ).toBe('btc')
  })
  it('returns none if all are disabled', () => {
    expect(
      moveActive([{ value: 'x', label: 'X', disabled: true }], { active: undefined, to: 'next' }),
    ).toBeUndefined()
    expect(moveActive([], { active: undefined, to: 'last' })).toBeUndefined()
  })
  it('opens a closed menu by an arrow, then moves (U8.54)', () => {
    expect(run([{ type: 'move', to: 'next' }])).toEqual({ open: true, query: '', active: 'btc' })
    expect(
      run([
        { type: 'move', to: 'next' },
        { type: 'move', to: 'next' },
      ]).active,
    ).toBe('sol')
  })
  it('opens on the chosen option', () => {
    expect(run([{ type: 'open' }], { ...config, selected: 'sol' }).active).toBe('sol')
    expect(run([{ type: 'open' }], { ...config, selected: 'eth' }).active).toBe('btc')
  })
  it('clears the query on Escape, then closes (U8.55)', () => {
    const typed = run([{ type: 'query', text: 'sol' }])
    expect(typed).toEqual({ open: true, query: 'sol', active: 'sol' })
    const emptied = reduceSelect(typed, { type: 'escape' }, config)
    expect(emptied).toEqual({ open: true, query: '', active: 'btc' })
    expect(reduceSelect(emptied, { type: 'escape' }, config)).toEqual(CLOSED)
  })
  it('opens by a query and highlights the first match', () => {
    expect(run([{ type: 'query', text: 'cash' }])).toEqual({
      open: true,
      query: 'cash',
      active: 'bch',
    })
    expect(run([{ type: 'query', text: 'zz' }]).active).toBeUndefined()
  })
  it('clears on close, and ignores opening twice', () => {
    const open = run([{ type: 'query', text: 'sol' }])
    expect(reduceSelect(open, { type: 'open' }, config)).toBe(open)
    expect(reduceSelect(open, { type: 'close' }, config)).toEqual(CLOSED)
    expect(reduceSelect(CLOSED, { type: 'close' }, config)).toBe(CLOSED)
  })
  it('never highlights a disabled option for any events', () => {
    const events = fc.oneof(
      fc.constantFrom<SelectEvent>({ type: 'open' }, { type: 'close' }, { type: 'escape' }),
      fc
        .constantFrom('next', 'previous', 'first', 'last')
        .map((to): SelectEvent => ({ type: 'move', to: to as 'next' })),
      fc
        .constantFrom('', 'b', 'eth', 'cash', 'zz')
        .map((text): SelectEvent => ({ type: 'query', text })),
    )
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), (script) => {
        const state = run(script)
        expect(state.active).not.toBe('eth')
        if (!state.open) expect(state).toEqual(CLOSED)
        if (state.active !== undefined) expect(keys(state.query)).toContain(state.active)
      }),
    )
  })
})

describe('select highlight', () => {
  it('returns to the chosen or first option after the pointer left (U8.10)', () => {
    const chosen = { ...config, selected: 'sol' }
    const pointed = run([{ type: 'open' }, { type: 'point', key: 'bch' }], chosen)
    expect(pointed.active).toBe('bch')
    expect(reduceSelect(pointed, { type: 'reset' }, chosen).active).toBe('sol')
    expect(reduceSelect(pointed, { type: 'reset' }, config).active).toBe('btc')
    expect(reduceSelect({ ...pointed, query: 'cash' }, { type: 'reset' }, chosen).active).toBe(
      'bch',
    )
    expect(reduceSelect(CLOSED, { type: 'reset' }, config)).toBe(CLOSED)
  })
  it('ignores pointing at the highlighted option (U8.11)', () => {
    const open = run([{ type: 'open' }])
    expect(reduceSelect(open, { type: 'point', key: 'btc' }, config)).toBe(open)
  })
  it('moves to the first enabled option if its option disappears (U8.12)', () => {
    const open = run([{ type: 'open' }, { type: 'point', key: 'bch' }])
    expect(activeOf(open, config)).toBe('bch')
    expect(activeOf(open, { ...config, options: options.slice(0, 3) })).toBe('btc')
    expect(
      activeOf(open, {
        ...config,
        options: options.map((option) => ({ ...option, disabled: option.value !== 'sol' })),
      }),
    ).toBe('sol')
    expect(activeOf(open, { ...config, options: [] })).toBeUndefined()
    expect(activeOf(CLOSED, config)).toBeUndefined()
  })
  it('moves from the visible highlight after new results (U8.13)', () => {
    const open = run([{ type: 'query', text: 'zz' }], { ...config, remote: true, options: [] })
    expect(open.active).toBeUndefined()
    expect(
      reduceSelect(open, { type: 'move', to: 'next' }, { ...config, remote: true }).active,
    ).toBe('sol')
  })
})

describe('multi-select state', () => {
  it('stays open after a choice, clears the query, keeps the highlight (U8.14, spec 4.13)', () => {
    const typed = run([{ type: 'query', text: 'sol' }])
    expect(reduceSelect(typed, { type: 'chosen', key: 'sol' }, config)).toEqual({
      open: true,
      query: '',
      active: 'sol',
    })
  })
})

describe('remote select', () => {
  it('does not filter results and offers to create the query (U8.15, spec 4.13)', () => {
    expect(keys('x', { ...config, remote: true })).toEqual(['btc', 'eth', 'sol', 'bch'])
    expect(keys('x', { ...config, remote: true, creatable: true })).toEqual([
      'btc',
      'eth',
      'sol',
      'bch',
      CREATE_KEY,
    ])
  })
})

describe('typeAhead', () => {
  it('goes to the next label with the letter, wrapping', () => {
    expect(typeAhead(options, { active: undefined, typed: 'b' })).toBe('btc')
    expect(typeAhead(options, { active: 'btc', typed: 'b' })).toBe('bch')
    expect(typeAhead(options, { active: 'bch', typed: 'b' })).toBe('btc')
  })
  it('stays on the highlighted option while it matches', () => {
    expect(typeAhead(options, { active: 'btc', typed: 'bitc' })).toBe('btc')
    expect(typeAhead(options, { active: 'btc', typed: 'bitcoin c' })).toBe('bch')
  })
  it('skips disabled options and returns none without a match', () => {
    expect(typeAhead(options, { active: undefined, typed: 'e' })).toBeUndefined()
  })
})
