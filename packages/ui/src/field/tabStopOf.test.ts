import { describe, expect, it } from 'vitest'
import { tabStopOf } from './tabStopOf.ts'

const choices = [
  { value: 'a', disabled: true },
  { value: 'b' },
  { value: 'c' },
  { value: 'd', disabled: true },
]

describe('tabStopOf', () => {
  it('is the chosen radio button', () => {
    expect(tabStopOf(choices, { chosen: 'c', disabled: false })).toBe('c')
  })

  it.each([null, undefined, 'a', 'd', 'gone'])(
    'is the first enabled one if %s is chosen',
    (chosen) => {
      expect(tabStopOf(choices, { chosen, disabled: false })).toBe('b')
    },
  )

  it('is none in a disabled group', () => {
    expect(tabStopOf(choices, { chosen: 'c', disabled: true })).toBeUndefined()
  })

  it('is none if every choice is disabled', () => {
    const disabled = choices.map((choice) => ({ ...choice, disabled: true }))
    expect(tabStopOf(disabled, { chosen: 'b', disabled: false })).toBeUndefined()
    expect(tabStopOf([], { chosen: 'b', disabled: false })).toBeUndefined()
  })
})
