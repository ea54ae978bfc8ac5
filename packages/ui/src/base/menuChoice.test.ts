import { describe, expect, it } from 'vitest'
import { menuChoice, type MenuEntry } from './menuChoice.ts'

describe('menuChoice', () => {
  it('has no choice without check marks', () => {
    expect(
      menuChoice([
        { key: 'a', label: 'A' },
        { kind: 'separator', key: 'line' },
      ]),
    ).toEqual({ isChoice: false, checked: [], disabled: [] })
  })
  it('is a choice if every item can be checked', () => {
    expect(
      menuChoice([
        { key: 'a', label: 'A', checked: false },
        { kind: 'separator', key: 'line' },
        { key: 'b', label: 'B', checked: true, disabled: true },
      ]),
    ).toEqual({ isChoice: true, checked: ['b'], disabled: ['b'] })
  })
  it('is none where an item beside others can be checked', () => {
    expect(
      menuChoice([
        { key: 'a', label: 'A', checked: true },
        { key: 'b', label: 'B' },
      ]).isChoice,
    ).toBe(false)
  })
  it('ignores separators with extra fields', () => {
    const line = { kind: 'separator', key: 'line', checked: true, disabled: true } as MenuEntry
    expect(menuChoice([{ key: 'a', label: 'A' }, line])).toEqual({
      isChoice: false,
      checked: [],
      disabled: [],
    })
  })
})
