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
  it('is a choice if any item can be checked', () => {
    expect(
      menuChoice([
        { key: 'a', label: 'A', checked: false },
        { key: 'b', label: 'B', checked: true },
        { key: 'c', label: 'C', disabled: true },
      ]),
    ).toEqual({ isChoice: true, checked: ['b'], disabled: ['c'] })
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
