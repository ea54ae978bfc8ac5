import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allState, selectAll, toggleAll, toggleRow, type SelectionRules } from './selection.ts'

const rules = (rest: Partial<SelectionRules> = {}): SelectionRules => ({
  mode: 'multiple',
  order: ['a', 'b', 'c', 'd'],
  disabled: () => false,
  ...rest,
})
const press = (
  selected: readonly string[],
  key: string,
  { range = false, anchor }: { range?: boolean; anchor?: string } = {},
  rest: Partial<SelectionRules> = {},
) => [...toggleRow(new Set(selected), { key, range, anchor }, rules(rest))].sort()

describe('toggleRow', () => {
  it('selects a row and deselects it (U15.13)', () => {
    expect(press([], 'b')).toEqual(['b'])
    expect(press(['a', 'b'], 'b')).toEqual(['a'])
  })
  it('replaces the selected row in single mode (U15.14)', () => {
    expect(press(['a'], 'b', {}, { mode: 'single' })).toEqual(['b'])
    expect(press(['b'], 'b', {}, { mode: 'single' })).toEqual([])
  })
  it('sets all rows since the last press with Shift (U15.15)', () => {
    expect(press(['a'], 'c', { range: true, anchor: 'a' })).toEqual(['a', 'b', 'c'])
    expect(press(['b', 'c', 'd'], 'b', { range: true, anchor: 'd' })).toEqual([])
  })
  it('changes only this row with Shift without a known anchor', () => {
    expect(press([], 'c', { range: true })).toEqual(['c'])
    expect(press([], 'c', { range: true, anchor: 'gone' })).toEqual(['c'])
  })
  it('skips unselectable rows, in ranges too', () => {
    const disabled = (key: string) => key === 'b'
    expect(press(['a'], 'b', {}, { disabled })).toEqual(['a'])
    expect(press(['a'], 'c', { range: true, anchor: 'a' }, { disabled })).toEqual(['a', 'c'])
  })
  it('does not change the set passed in', () => {
    const selected = new Set(['a'])
    toggleRow(selected, { key: 'b', range: false, anchor: undefined }, rules())
    toggleAll(selected, rules())
    expect([...selected]).toEqual(['a'])
  })
})

describe('header checkbox', () => {
  const state = (selected: readonly string[], rest: Partial<SelectionRules> = {}) => {
    const { order, disabled } = rules(rest)
    return allState(
      new Set(selected),
      order.filter((key) => !disabled(key)),
    )
  }
  it('is checked for all, mixed for some, unchecked for none (U15.16)', () => {
    expect([state([]), state(['b']), state(['a', 'b', 'c', 'd'])]).toEqual(['none', 'some', 'all'])
  })
  it('ignores rows of other pages and unselectable rows', () => {
    expect(state(['elsewhere'])).toBe('none')
    expect(state(['a', 'c', 'd'], { disabled: (key) => key === 'b' })).toBe('all')
    expect(state([], { disabled: () => true })).toBe('none')
    expect(state([], { order: [] })).toBe('none')
  })
  it('selects all, then none, and keeps other pages (U15.17)', () => {
    expect([...toggleAll(new Set(['elsewhere', 'a']), rules())].sort()).toEqual([
      'a',
      'b',
      'c',
      'd',
      'elsewhere',
    ])
    expect([...toggleAll(new Set(['elsewhere', 'a', 'b', 'c', 'd']), rules())]).toEqual([
      'elsewhere',
    ])
  })
  it('selects all by Control+A and keeps other pages (U15.58)', () => {
    expect(
      [...selectAll(new Set(['elsewhere', 'a']), rules({ disabled: (key) => key === 'b' }))].sort(),
    ).toEqual(['a', 'c', 'd', 'elsewhere'])
    const all = new Set(['elsewhere', 'a', 'b', 'c', 'd'])
    expect(selectAll(all, rules())).toBe(all)
  })
  it('restores all or none after two presses', () => {
    const keys = ['a', 'b', 'c', 'd', 'e']
    fc.assert(
      fc.property(fc.subarray(keys), fc.boolean(), (blocked, full) => {
        const given = rules({ order: keys, disabled: (key) => blocked.includes(key) })
        const start = new Set(full ? keys.filter((key) => !blocked.includes(key)) : [])
        expect([...toggleAll(toggleAll(start, given), given)].sort()).toEqual([...start].sort())
      }),
    )
  })
})
