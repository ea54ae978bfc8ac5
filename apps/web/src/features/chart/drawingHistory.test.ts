import { describe, expect, it } from 'vitest'
import { drawingHistory } from './drawingHistory.ts'

describe('drawingHistory', () => {
  it('goes back through changes and forward again', () => {
    const history = drawingHistory()
    history.add('a')
    history.add('b')
    expect(history.undo('c')).toBe('b')
    expect(history.undo('b')).toBe('a')
    expect(history.undo('a')).toBeUndefined()
    expect([history.redo('a'), history.redo('b'), history.redo('c')]).toEqual(['b', 'c', undefined])
  })

  it('forgets what was undone after another change', () => {
    const history = drawingHistory()
    history.add('a')
    history.undo('b')
    history.add('a')
    expect(history.redo('c')).toBeUndefined()
    expect(history.undo('c')).toBe('a')
  })

  it('brings back what was cleared', () => {
    const history = drawingHistory()
    expect(history.clear('a')).toBe('[]')
    expect(history.undo('[]')).toBe('a')
    expect(history.redo('a')).toBe('[]')
  })

  it('keeps the latest fifty steps', () => {
    const history = drawingHistory()
    for (let step = 0; step < 60; step++) history.add(String(step))
    const back = Array.from({ length: 60 }, () => history.undo('now'))
    expect(back.filter((state) => state !== undefined)).toHaveLength(50)
    expect(back[49]).toBe('10')
  })
})
