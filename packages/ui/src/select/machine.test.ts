import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CREATE_KEY, moveActive, reduceSelect, SHUT, shownOptions, typeAhead, type SelectConfig, type SelectEvent, type SelectState } from './machine.ts'

const options = [
  { key: 'btc', label: 'Bitcoin' },
  { key: 'eth', label: 'Ethereum', disabled: true },
  { key: 'sol', label: 'Solana' },
  { key: 'bch', label: 'Bitcoin Cash' },
]
const config: SelectConfig = { options, selected: undefined, filterable: true, creatable: false }
const run = (events: readonly SelectEvent[], given: SelectConfig = config): SelectState => events.reduce((state, event) => reduceSelect(state, event, given), SHUT)
const keys = (query: string, given: SelectConfig = config) => shownOptions(given, query).map((option) => option.key)

describe('select filter', () => {
  it('U8 keeps the options whose label holds the query, whatever the case', () => {
    expect(keys('BIT')).toEqual(['btc', 'bch'])
    expect(keys('coin c')).toEqual(['bch'])
    expect(keys('zz')).toEqual([])
  })
  it('U8 shows all for an empty query and where there is no filter', () => {
    expect(keys('  ')).toHaveLength(4)
    expect(keys('bit', { ...config, filterable: false })).toHaveLength(4)
  })
  it('U8 offers to add a query that no option is called exactly', () => {
    const creatable = { ...config, creatable: true }
    expect(keys('Bit', creatable)).toEqual(['btc', 'bch', CREATE_KEY])
    expect(keys('Bitcoin', creatable)).toEqual(['btc', 'bch'])
    expect(keys('bitcoin', creatable)).toEqual(['btc', 'bch', CREATE_KEY])
  })
})

describe('select keys', () => {
  it('U8 wrap around and skip what is disabled', () => {
    const move = (active: string | undefined, to: 'next' | 'previous') => moveActive(options, { active, to })
    expect(move('btc', 'next')).toBe('sol')
    expect(move('bch', 'next')).toBe('btc')
    expect(move('btc', 'previous')).toBe('bch')
    expect(move('sol', 'previous')).toBe('btc')
    expect(move(undefined, 'next')).toBe('btc')
    expect(move(undefined, 'previous')).toBe('bch')
  })
  it('U8 Home and End go to the first and last that can be chosen', () => {
    expect(moveActive([...options, { key: 'x', label: 'X', disabled: true }], { active: 'sol', to: 'last' })).toBe('bch')
    expect(moveActive([{ key: 'x', label: 'X', disabled: true }, ...options], { active: 'sol', to: 'first' })).toBe('btc')
  })
  it('find nothing where all is disabled', () => {
    expect(moveActive([{ key: 'x', label: 'X', disabled: true }], { active: undefined, to: 'next' })).toBeUndefined()
    expect(moveActive([], { active: undefined, to: 'last' })).toBeUndefined()
  })
  it('U8 an arrow opens a shut menu and moves from then on', () => {
    expect(run([{ type: 'move', to: 'next' }])).toEqual({ open: true, query: '', active: 'btc' })
    expect(run([{ type: 'move', to: 'next' }, { type: 'move', to: 'next' }]).active).toBe('sol')
  })
  it('opens on the chosen option', () => {
    expect(run([{ type: 'open' }], { ...config, selected: 'sol' }).active).toBe('sol')
    expect(run([{ type: 'open' }], { ...config, selected: 'eth' }).active).toBe('btc')
  })
  it('U8 Escape empties the query first and shuts second', () => {
    const typed = run([{ type: 'query', text: 'sol' }])
    expect(typed).toEqual({ open: true, query: 'sol', active: 'sol' })
    const emptied = reduceSelect(typed, { type: 'escape' }, config)
    expect(emptied).toEqual({ open: true, query: '', active: 'btc' })
    expect(reduceSelect(emptied, { type: 'escape' }, config)).toEqual(SHUT)
  })
  it('a query opens the menu and highlights the first match', () => {
    expect(run([{ type: 'query', text: 'cash' }])).toEqual({ open: true, query: 'cash', active: 'bch' })
    expect(run([{ type: 'query', text: 'zz' }]).active).toBeUndefined()
  })
  it('shutting forgets query and highlight; opening an open menu changes nothing', () => {
    const open = run([{ type: 'query', text: 'sol' }])
    expect(reduceSelect(open, { type: 'open' }, config)).toBe(open)
    expect(reduceSelect(open, { type: 'shut' }, config)).toEqual(SHUT)
    expect(reduceSelect(SHUT, { type: 'shut' }, config)).toBe(SHUT)
  })
  it('the highlight is never on a disabled option, whatever is pressed', () => {
    const events = fc.oneof(
      fc.constantFrom<SelectEvent>({ type: 'open' }, { type: 'shut' }, { type: 'escape' }),
      fc.constantFrom('next', 'previous', 'first', 'last').map((to): SelectEvent => ({ type: 'move', to: to as 'next' })),
      fc.constantFrom('', 'b', 'eth', 'cash', 'zz').map((text): SelectEvent => ({ type: 'query', text })),
    )
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), (script) => {
        const state = run(script)
        expect(state.active).not.toBe('eth')
        if (!state.open) expect(state).toEqual(SHUT)
        if (state.active !== undefined) expect(keys(state.query)).toContain(state.active)
      }),
    )
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
