import { describe, expect, it } from 'vitest'
import { createFakeArea } from './testing.ts'

describe('createFakeArea', () => {
  it('behaves as a storage area', () => {
    const area = createFakeArea()
    area.setItem('a', '1')
    area.setItem('b', '2')
    area.removeItem('a')
    expect([area.length, area.key(0), area.key(1), area.getItem('a'), area.getItem('b')]).toEqual([
      1,
      'b',
      null,
      null,
      '2',
    ])
  })

  it('counts names and values against its capacity, an overwritten value once', () => {
    const area = createFakeArea({ capacity: 4 })
    area.setItem('a', '123')
    area.setItem('a', '321')
    expect(() => area.setItem('b', '')).toThrow(
      expect.objectContaining({ name: 'QuotaExceededError' }),
    )
    expect(area.getItem('a')).toBe('321')
  })

  it('throws from every access or drops writes', () => {
    const throwing = createFakeArea({ denial: 'throw' })
    for (const access of [
      () => throwing.length,
      () => throwing.getItem('a'),
      () => throwing.key(0),
      () => throwing.removeItem('a'),
      () => throwing.setItem('a', ''),
    ])
      expect(access).toThrow(expect.objectContaining({ name: 'SecurityError' }))
    const dropping = createFakeArea({ denial: 'drop' })
    dropping.setItem('a', '1')
    expect(dropping.getItem('a')).toBeNull()
  })
})
