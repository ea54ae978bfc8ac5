import { printMachine } from '@x/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  imageEventOf,
  initialImage,
  imageTable,
  reduceImage,
  type ImageEvent,
  type ImageStatus,
} from './imageMachine.ts'

const statuses: readonly ImageStatus[] = ['loading', 'loaded', 'error']
const events: readonly ImageEvent[] = ['load', 'fail', 'change']
const cells: Readonly<Record<string, ImageStatus>> = {
  'loading load': 'loaded',
  'loading fail': 'error',
  'loaded change': 'loading',
  'loaded fail': 'error',
  'error change': 'loading',
}

describe('imageMachine (U20)', () => {
  it.each(statuses.flatMap((status) => events.map((event) => [status, event] as const)))(
    'handles %s, %s (U20.1)',
    (status, event) => {
      expect(imageTable[status][event]).toBe(cells[`${status} ${event}`])
    },
  )
  it('fails a refused source at once, loads others (U20.2)', () => {
    expect(initialImage('')).toEqual({ source: '', status: 'error' })
    expect(initialImage('/a.png')).toEqual({ source: '/a.png', status: 'loading' })
  })
  it('loads and fails (U20.3)', () => {
    expect(reduceImage(initialImage('/a.png'), { type: 'load', source: '/a.png' }).status).toBe(
      'loaded',
    )
    expect(reduceImage(initialImage('/a.png'), { type: 'fail', source: '/a.png' }).status).toBe(
      'error',
    )
    expect(reduceImage(initialImage(''), { type: 'load', source: '' })).toEqual(initialImage(''))
  })
  it('starts again with another source, ignores the same (U20.4)', () => {
    const loaded = reduceImage(initialImage('/a.png'), { type: 'load', source: '/a.png' })
    expect(reduceImage(loaded, { type: 'change', source: '/a.png' })).toBe(loaded)
    expect(reduceImage(loaded, { type: 'change', source: '/b.png' })).toEqual(
      initialImage('/b.png'),
    )
    expect(reduceImage(loaded, { type: 'change', source: '' })).toEqual(initialImage(''))
  })
  it('ignores late events of a replaced source (U20.5)', () => {
    const next = reduceImage(initialImage('/a.png'), { type: 'change', source: '/b.png' })
    expect(reduceImage(next, { type: 'load', source: '/a.png' })).toBe(next)
    expect(reduceImage(next, { type: 'fail', source: '/a.png' })).toBe(next)
  })
  it('reads the status of an element that finished before listening (U20.6)', () => {
    expect(imageEventOf({ complete: false, naturalWidth: 0 })).toBeUndefined()
    expect(imageEventOf({ complete: true, naturalWidth: 16 })).toBe('load')
    expect(imageEventOf({ complete: true, naturalWidth: 0 })).toBe('fail')
  })
  it('has the status of the last source for any events (U20.7)', () => {
    const source = fc.constantFrom('', '/a.png', '/b.png')
    const event = fc.record({
      type: fc.constantFrom('load' as const, 'fail' as const, 'change' as const),
      source,
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (script) => {
        let state = initialImage('/a.png')
        let received: string | undefined
        for (const one of script) {
          if (one.type === 'change' && one.source !== state.source) received = undefined
          if (
            one.type !== 'change' &&
            one.source === state.source &&
            one.source !== '' &&
            state.status !== 'error'
          )
            received = one.type
          state = reduceImage(state, one)
          expect(state.status).toBe(
            state.source === '' || received === 'fail'
              ? 'error'
              : received === 'load'
                ? 'loaded'
                : 'loading',
          )
        }
      }),
    )
  })
  it('prints its table (U20.8)', () =>
    expect(printMachine(imageTable)).toContain('| loading | loaded | error | · |'))
})
