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
  { key: 'btc', label: 'Bitcoin' },
  { key: 'eth', label: 'Ethereum', disabled: true },
  { key: 'sol', label: 'Solana' },
  { key: 'bch', label: 'Bitcoin Cash' },
]
const config: SelectConfig = { options, selected: undefined, filterable: true, creatable: false }
const run = (events: readonly SelectEvent[], given: SelectConfig = config): SelectState =>
  events.reduce((state, event) => reduceSelect(state, event, given), CLOSED)
const keys = (query: string, given: SelectConfig = config) =>
  shownOptions(given, query).map((option) => option.key)

describe('select filter', () => {
  it('keeps the options whose label holds the query, whatever the case (U8.1, spec 4.13)', () => {
    expect(keys('BIT')).toEqual(['btc', 'bch'])
    expect(keys('coin c')).toEqual(['bch'])
    expect(keys('zz')).toEqual([])
  })
  it('shows all for an empty query and where there is no filter (U8.50)', () => {
    expect(keys('  ')).toHaveLength(4)
    expect(keys('bit', { ...config, filterable: false })).toHaveLength(4)
    expect(keys('', { ...config, creatable: true })).toEqual(['btc', 'eth', 'sol', 'bch'])
  })
  it('offers to add a query that no option is called exactly (U8.51)', () => {
    const creatable = { ...config, creatable: true }
    expect(keys('Bit', creatable)).toEqual(['btc', 'bch', CREATE_KEY])
    expect(keys('Bitcoin', creatable)).toEqual(['btc', 'bch'])
    expect(keys('bitcoin', creatable)).toEqual(['btc', 'bch', CREATE_KEY])
  })
})

describe('select rows', () => {
  it('each has an id of its own within the list', () => {
    expect([optionId('list', 0), optionId('list', 12)]).toEqual(['list-0', 'list-12'])
  })
  it('the row that adds has a key that no caller writes, and a shut menu neither query nor highlight', () => {
    expect(CREATE_KEY).toMatch(/^\0./)
    expect(CLOSED).toEqual({ open: false, query: '', active: undefined })
  })
})

describe('select keys', () => {
  it('wrap around and skip what is disabled (U8.52)', () => {
    const move = (active: string | undefined, to: 'next' | 'previous') =>
      moveActive(options, { active, to })
    expect(move('btc', 'next')).toBe('sol')
    expect(move('bch', 'next')).toBe('btc')
    expect(move('btc', 'previous')).toBe('bch')
    expect(move('sol', 'previous')).toBe('btc')
    expect(move(undefined, 'next')).toBe('btc')
    expect(move(undefined, 'previous')).toBe('bch')
  })
  it('letters lead to an option also from a Turkish keyboard with capitals on (U8.73)', () => {
    const coins = ['Bitcoin', 'ICON', 'Link'].map((label) => ({ key: label, label }))
    expect(typeAhead(coins, { active: 'Bitcoin', typed: 'İ' })).toBe('ICON')
    expect(typeAhead(coins, { active: undefined, typed: 'lı' })).toBe('Link')
  })
  it('Home and End go to the first and last that can be chosen (U8.53)', () => {
    expect(
      moveActive([...options, { key: 'x', label: 'X', disabled: true }], {
        active: 'sol',
        to: 'last',
      }),
    ).toBe('bch')
    expect(
      moveActive([{ key: 'x', label: 'X', disabled: true }, ...options], {
        active: 'sol',
        to: 'first',
      }),
    ).toBe('btc')
  })
  it('find nothing where all is disabled', () => {
    expect(
      moveActive([{ key: 'x', label: 'X', disabled: true }], { active: undefined, to: 'next' }),
    ).toBeUndefined()
    expect(moveActive([], { active: undefined, to: 'last' })).toBeUndefined()
  })
  it('an arrow opens a shut menu and moves from then on (U8.54)', () => {
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
  it('Escape empties the query first and shuts second (U8.55)', () => {
    const typed = run([{ type: 'query', text: 'sol' }])
    expect(typed).toEqual({ open: true, query: 'sol', active: 'sol' })
    const emptied = reduceSelect(typed, { type: 'escape' }, config)
    expect(emptied).toEqual({ open: true, query: '', active: 'btc' })
    expect(reduceSelect(emptied, { type: 'escape' }, config)).toEqual(CLOSED)
  })
  it('a query opens the menu and highlights the first match', () => {
    expect(run([{ type: 'query', text: 'cash' }])).toEqual({
      open: true,
      query: 'cash',
      active: 'bch',
    })
    expect(run([{ type: 'query', text: 'zz' }]).active).toBeUndefined()
  })
  it('shutting forgets query and highlight; opening an open menu changes nothing', () => {
    const open = run([{ type: 'query', text: 'sol' }])
    expect(reduceSelect(open, { type: 'open' }, config)).toBe(open)
    expect(reduceSelect(open, { type: 'close' }, config)).toEqual(CLOSED)
    expect(reduceSelect(CLOSED, { type: 'close' }, config)).toBe(CLOSED)
  })
  it('the highlight is never on a disabled option, whatever is pressed', () => {
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
  it('the highlight that the pointer left goes back to the chosen option, else to the first (U8.10)', () => {
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
  it('pointing at the highlighted option changes nothing (U8.11)', () => {
    const open = run([{ type: 'open' }])
    expect(reduceSelect(open, { type: 'point', key: 'btc' }, config)).toBe(open)
  })
  it('a highlight whose option has gone or been disabled is the first that can be chosen (U8.12)', () => {
    const open = run([{ type: 'open' }, { type: 'point', key: 'bch' }])
    expect(activeOf(open, config)).toBe('bch')
    expect(activeOf(open, { ...config, options: options.slice(0, 3) })).toBe('btc')
    expect(
      activeOf(open, {
        ...config,
        options: options.map((option) => ({ ...option, disabled: option.key !== 'sol' })),
      }),
    ).toBe('sol')
    expect(activeOf(open, { ...config, options: [] })).toBeUndefined()
    expect(activeOf(CLOSED, config)).toBeUndefined()
  })
  it('an arrow moves from where the highlight is drawn, answers that came meanwhile included (U8.13)', () => {
    const open = run([{ type: 'query', text: 'zz' }], { ...config, remote: true, options: [] })
    expect(open.active).toBeUndefined()
    expect(
      reduceSelect(open, { type: 'move', to: 'next' }, { ...config, remote: true }).active,
    ).toBe('sol')
  })
})

describe('select of several', () => {
  it('a choice leaves the menu open, empties the query and keeps the highlight (U8.14, spec 4.13)', () => {
    const typed = run([{ type: 'query', text: 'sol' }])
    expect(reduceSelect(typed, { type: 'chosen', key: 'sol' }, config)).toEqual({
      open: true,
      query: '',
      active: 'sol',
    })
  })
})

describe('select with a server', () => {
  it('does not filter what the server has found, and still offers to add the query (U8.15, spec 4.13)', () => {
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

describe('type-ahead', () => {
  it('goes to the next label that begins with the letter, around the end', () => {
    expect(typeAhead(options, { active: undefined, typed: 'b' })).toBe('btc')
    expect(typeAhead(options, { active: 'btc', typed: 'b' })).toBe('bch')
    expect(typeAhead(options, { active: 'bch', typed: 'b' })).toBe('btc')
  })
  it('stays on the highlighted option while more letters fit it', () => {
    expect(typeAhead(options, { active: 'btc', typed: 'bitc' })).toBe('btc')
    expect(typeAhead(options, { active: 'btc', typed: 'bitcoin c' })).toBe('bch')
  })
  it('skips what is disabled and finds nothing where nothing fits', () => {
    expect(typeAhead(options, { active: undefined, typed: 'e' })).toBeUndefined()
  })
})
