import { describe, expect, it } from 'vitest'
import { MOST_LETTERS } from './drawings.ts'
import { type Drawing, drawingOf, readDrawings, writeDrawings } from './storedDrawings.ts'

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

const pointsOf = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({ timestamp: index, value: 1 }))

describe('a drawing of the chart', () => {
  it('keeps what is stored of it and nothing else', () => {
    const overlay = {
      id: 'overlay_1',
      name: 'segment',
      lock: true,
      points: [
        { timestamp: 1, value: 2, dataIndex: 7 },
        { timestamp: 3, value: 4, dataIndex: 8 },
      ],
    }
    expect(drawingOf(overlay)).toEqual({
      name: 'segment',
      points: [
        { timestamp: 1, value: 2 },
        { timestamp: 3, value: 4 },
      ],
    })
  })

  it.each([
    ['the chart has it', { extendData: 'Breakout' }, 'Breakout'],
    ['storage has it', { text: 'Breakout' }, 'Breakout'],
    ['neither has one', { extendData: { a: 1 } }, undefined],
    ['it is longer than a note', { text: 'n'.repeat(MOST_LETTERS + 1) }, 'n'.repeat(MOST_LETTERS)],
  ])('has the text of a note as %s', (_, part, text) => {
    expect(drawingOf({ name: 'note', points: pointsOf(1), ...part })?.text).toBe(text)
  })

  it.each([
    ['no point', []],
    ['a point beyond the candles', [{ value: 1 }]],
    ['a point without a price', [{ timestamp: 1 }]],
    ['a price that is none', [{ timestamp: 1, value: Number.NaN }]],
    ['a price without end', [{ timestamp: 1, value: Number.POSITIVE_INFINITY }]],
    ['a time as text', [{ timestamp: '1', value: 1 }]],
    ['one missing point of two', [{ timestamp: 1, value: 1 }, null]],
    ['points that are no list', { timestamp: 1, value: 1 }],
    ['more points than a stroke has', pointsOf(501)],
  ])('is none with %s', (_, points) => {
    expect(drawingOf({ name: 'brush', points })).toBeUndefined()
  })

  it('may have as many points as a long stroke', () => {
    expect(drawingOf({ name: 'brush', points: pointsOf(500) })?.points).toHaveLength(500)
  })

  it.each([undefined, null, 7, 'segment', [], { name: 'constructor', points: pointsOf(1) }])(
    'is none of %j',
    (entry) => expect(drawingOf(entry)).toBeUndefined(),
  )

  it('keeps the sound ones of a list', () => {
    const stored = JSON.stringify([line, { name: 'rocket', points: pointsOf(1) }, line])
    expect(readDrawings(stored)).toEqual([line, line])
  })
})
