import { describe, expect, it } from 'vitest'
import { mapLeaves } from './mapLeaves.ts'

describe('mapLeaves', () => {
  const double = (value: unknown) => (typeof value === 'number' ? value * 2 : value)

  it('maps every leaf without changing the original', () => {
    const original = Object.freeze({ a: 1, list: Object.freeze([2, { b: 3 }]) })
    expect(mapLeaves(original, double)).toEqual({ a: 2, list: [4, { b: 6 }] })
    expect(original).toEqual({ a: 1, list: [2, { b: 3 }] })
  })

  it('keeps the order of keys', () => {
    expect(Object.keys(mapLeaves({ z: 1, a: 2, m: 3 }, double) as object)).toEqual(['z', 'a', 'm'])
  })

  it('keeps a key named __proto__', () => {
    const copy = mapLeaves(JSON.parse('{"__proto__": {"admin": true}}'), double) as Record<
      string,
      unknown
    >
    expect(Object.hasOwn(copy, '__proto__')).toBe(true)
    expect(copy['admin']).toBeUndefined()
  })

  it('passes other objects to the mapper', () => {
    const blob = new Blob(['x'])
    expect((mapLeaves({ blob }, double) as { blob: Blob }).blob).toBe(blob)
  })

  it('rejects circular input but allows repeated objects', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    expect(() => mapLeaves(circle, double)).toThrow(RangeError)
    const twice = { n: 1 }
    expect(mapLeaves([twice, twice], double)).toEqual([{ n: 2 }, { n: 2 }])
  })
})
