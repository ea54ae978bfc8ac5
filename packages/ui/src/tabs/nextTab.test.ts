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

describe('tab keys', () => {
  it('move to the neighbour', () =>
    expect([move('ArrowLeft'), move('ArrowRight')]).toEqual(['a', 'c']))
  it('wrap around', () => {
    expect(move('ArrowRight', { current: 'c' })).toBe('a')
    expect(move('ArrowLeft', { current: 'a' })).toBe('c')
  })
  it('are mirrored in Arabic', () => {
    expect(move('ArrowLeft', { rightToLeft: true })).toBe('c')
    expect(move('ArrowRight', { rightToLeft: true })).toBe('a')
  })
  it('skip disabled tabs', () => {
    expect(move('ArrowRight', { disabled: ['c'] })).toBe('a')
    expect(move('End', { disabled: ['c'] })).toBe('b')
  })
  it('go to the ends with Home and End', () =>
    expect([move('Home'), move('End')]).toEqual(['a', 'c']))
  it('begin at an end when nothing is selected', () => {
    expect(move('ArrowRight', { current: undefined })).toBe('a')
    expect(move('ArrowLeft', { current: undefined })).toBe('c')
  })
  it('are otherwise none of the tabs’ business', () => {
    expect(move('a')).toBeUndefined()
    expect(move('ArrowDown')).toBeUndefined()
    expect(move('ArrowRight', { disabled: ['a', 'b', 'c'] })).toBeUndefined()
  })
})

describe('the tab that Tab reaches', () => {
  const tabs = [{ key: 'a', disabled: true }, { key: 'b' }, { key: 'c' }]
  it('is the selected one', () => expect(tabStop(tabs, 'c')).toBe('c'))
  it('is the first open one where the selected one is disabled, gone or none', () =>
    expect(['a', 'gone', undefined].map((current) => tabStop(tabs, current))).toEqual([
      'b',
      'b',
      'b',
    ]))
  it('is none where all are disabled', () =>
    expect(tabStop([{ key: 'a', disabled: true }], 'a')).toBeUndefined())
})
