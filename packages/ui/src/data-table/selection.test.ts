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

describe('pressing the box of a row', () => {
  it('selects it, and takes it back (U15.13)', () => {
    expect(press([], 'b')).toEqual(['b'])
    expect(press(['a', 'b'], 'b')).toEqual(['a'])
  })
  it('where one can be selected, the new one takes the place of the old (U15.14)', () => {
    expect(press(['a'], 'b', {}, { mode: 'single' })).toEqual(['b'])
    expect(press(['b'], 'b', {}, { mode: 'single' })).toEqual([])
  })
  it('with Shift gives all rows since the last press the new state, either way (U15.15)', () => {
    expect(press(['a'], 'c', { range: true, anchor: 'a' })).toEqual(['a', 'b', 'c'])
    expect(press(['b', 'c', 'd'], 'b', { range: true, anchor: 'd' })).toEqual([])
  })
  it('with Shift and no row pressed before, or one that is gone, is a press of this row alone', () => {
    expect(press([], 'c', { range: true })).toEqual(['c'])
    expect(press([], 'c', { range: true, anchor: 'gone' })).toEqual(['c'])
  })
  it('leaves rows alone that cannot be selected, in a range too', () => {
    const disabled = (key: string) => key === 'b'
    expect(press(['a'], 'b', {}, { disabled })).toEqual(['a'])
    expect(press(['a'], 'c', { range: true, anchor: 'a' }, { disabled })).toEqual(['a', 'c'])
  })
  it('does not change the set that was handed in', () => {
    const selected = new Set(['a'])
    toggleRow(selected, { key: 'b', range: false, anchor: undefined }, rules())
    toggleAll(selected, rules())
    expect([...selected]).toEqual(['a'])
  })
})

describe('the box in the header', () => {
  const state = (selected: readonly string[], rest: Partial<SelectionRules> = {}) => {
    const { order, disabled } = rules(rest)
    return allState(
      new Set(selected),
      order.filter((key) => !disabled(key)),
    )
  }
  it('is checked for all, half for some, empty for none (U15.16)', () => {
    expect([state([]), state(['b']), state(['a', 'b', 'c', 'd'])]).toEqual(['none', 'some', 'all'])
  })
  it('counts neither rows of another page nor rows that cannot be selected', () => {
    expect(state(['elsewhere'])).toBe('none')
    expect(state(['a', 'c', 'd'], { disabled: (key) => key === 'b' })).toBe('all')
    expect(state([], { disabled: () => true })).toBe('none')
    expect(state([], { order: [] })).toBe('none')
  })
  it('a press selects all, a press at all selects none; other pages keep theirs (U15.17)', () => {
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
  it('Control with A selects all, and changes nothing where all are; other pages keep theirs (U15.58)', () => {
    expect(
      [...selectAll(new Set(['elsewhere', 'a']), rules({ disabled: (key) => key === 'b' }))].sort(),
    ).toEqual(['a', 'c', 'd', 'elsewhere'])
    const all = new Set(['elsewhere', 'a', 'b', 'c', 'd'])
    expect(selectAll(all, rules())).toBe(all)
  })
  it('two presses from all or none lead back', () => {
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
