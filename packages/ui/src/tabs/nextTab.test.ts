import { describe, expect, it } from 'vitest'
import { nextTab, tabStop } from './nextTab.ts'

interface Given {
  readonly current?: string | undefined
  readonly rightToLeft?: boolean
  readonly disabled?: readonly string[]
}

const move = (key: string, given: Given = {}) => {
  const { current, rightToLeft, disabled } = {
    current: 'b',
    rightToLeft: false,
    disabled: [],
    ...given,
  }
  return nextTab({ keys: ['a', 'b', 'c'], disabled: new Set(disabled), current, key, rightToLeft })
}

describe('nextTab', () => {
  it('moves to the neighbour', () =>
    expect([move('ArrowLeft'), move('ArrowRight')]).toEqual(['a', 'c']))
  it('wraps', () => {
    expect(move('ArrowRight', { current: 'c' })).toBe('a')
    expect(move('ArrowLeft', { current: 'a' })).toBe('c')
  })
  it('is mirrored in Arabic', () => {
    expect(move('ArrowLeft', { rightToLeft: true })).toBe('c')
    expect(move('ArrowRight', { rightToLeft: true })).toBe('a')
  })
  it('skips disabled tabs', () => {
    expect(move('ArrowRight', { disabled: ['c'] })).toBe('a')
    expect(move('End', { disabled: ['c'] })).toBe('b')
  })
  it('goes to the ends by Home and End', () =>
    expect([move('Home'), move('End')]).toEqual(['a', 'c']))
  it('starts at an end without a selection', () => {
    expect(move('ArrowRight', { current: undefined })).toBe('a')
    expect(move('ArrowLeft', { current: undefined })).toBe('c')
  })
  it('ignores other keys', () => {
    expect(move('a')).toBeUndefined()
    expect(move('ArrowDown')).toBeUndefined()
    expect(move('ArrowRight', { disabled: ['a', 'b', 'c'] })).toBeUndefined()
  })
})

describe('tabStop', () => {
  const tabs = [{ value: 'a', disabled: true }, { value: 'b' }, { value: 'c' }]
  it('is the selected tab', () => expect(tabStop(tabs, 'c')).toBe('c'))
  it('is the first enabled tab if the selected one is not', () =>
    expect(['a', 'gone', undefined].map((current) => tabStop(tabs, current))).toEqual([
      'b',
      'b',
      'b',
    ]))
  it('is none if all are disabled', () =>
    expect(tabStop([{ value: 'a', disabled: true }], 'a')).toBeUndefined())
})
