import { describe, expect, it } from 'vitest'
import { menuChoice, type MenuEntry } from './menuChoice.ts'

describe('menu entries', () => {
  it('are actions when none carries a tick', () => {
    expect(
      menuChoice([
        { key: 'a', label: 'A' },
        { kind: 'separator', key: 'line' },
      ]),
    ).toEqual({ isChoice: false, checked: [], disabled: [] })
  })
  it('are a choice as soon as one can carry a tick', () => {
    expect(
      menuChoice([
        { key: 'a', label: 'A', checked: false },
        { key: 'b', label: 'B', checked: true },
        { key: 'c', label: 'C', disabled: true },
      ]),
    ).toEqual({ isChoice: true, checked: ['b'], disabled: ['c'] })
  })
  it('a line between them is none, whatever a caller without types puts on it', () => {
    const line = { kind: 'separator', key: 'line', checked: true, disabled: true } as MenuEntry
    expect(menuChoice([{ key: 'a', label: 'A' }, line])).toEqual({
      isChoice: false,
      checked: [],
      disabled: [],
    })
  })
})
