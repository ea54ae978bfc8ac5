import fc from 'fast-check'
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

describe('any steps', () => {
  type Step = 'draw' | 'undo' | 'redo' | 'clear'
  const steps = fc.array(fc.constantFrom<Step>('draw', 'draw', 'undo', 'redo', 'clear'), {
    maxLength: 40,
  })

  /** A plain list of states and a place in it, as a reference. */
  function reference() {
    let states = ['[]']
    let at = 0
    const put = (state: string) => {
      if (state === states[at]) return void (states = states.slice(0, at + 1))
      states = [...states.slice(0, at + 1), state]
      at++
    }
    return {
      now: () => states[at],
      draw: put,
      clear: () => put('[]'),
      undo: () => void (at = Math.max(0, at - 1)),
      redo: () => void (at = Math.min(states.length - 1, at + 1)),
    }
  }

  it('stand where a list of states stands', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const history = drawingHistory()
        const expected = reference()
        let now = '[]'
        for (const [index, step] of list.entries()) {
          if (step === 'draw') {
            history.add(now)
            now = `drawing ${index}`
            expected.draw(now)
          } else if (step === 'clear') {
            if (now === '[]') continue
            now = history.clear(now)
            expected.clear()
          } else {
            now = history[step](now) ?? now
            expected[step]()
          }
          expect(now).toBe(expected.now())
        }
      }),
    )
  })
})
