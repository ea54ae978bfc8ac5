import { describe, expect, it } from 'vitest'
import { type Drawing, readDrawings, writeDrawings } from './storedDrawings.ts'

const line: Drawing = {
  name: 'segment',
  points: [
    { timestamp: 1, value: 60_000 },
    { timestamp: 2, value: 61_000 },
  ],
}

describe('drawings', () => {
  it('are read as they were written', () => {
    expect(readDrawings(writeDrawings([line]))).toEqual([line])
  })
  it('drops the oldest beyond fifty', () => {
    const many = Array.from({ length: 60 }, (_none, index): Drawing => ({
      name: 'horizontalStraightLine',
      points: [{ timestamp: index, value: 1 }],
    }))
    expect(readDrawings(writeDrawings(many)).map(({ points }) => points[0]?.timestamp)).toEqual(
      Array.from({ length: 50 }, (_none, index) => index + 10),
    )
  })
  it.each([
    null,
    undefined,
    'no json',
    '{}',
    '[null]',
    '[{"name":"segment"}]',
    '[{"name":"rocket","points":[{"timestamp":1,"value":1}]}]',
    '[{"name":"segment","points":[{"timestamp":"1","value":1}]}]',
    '[{"name":"segment","points":[{"value":1}]}]',
  ])('skips an invalid drawing: %o', (stored) => {
    expect(readDrawings(stored)).toEqual([])
  })
})
