import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmitter } from './createEmitter.ts'

describe('createEmitter', () => {
  it('calls every listener in order of subscription', () => {
    const emitter = createEmitter<string>()
    const received: string[] = []
    emitter.subscribe((event) => received.push(`first ${event}`))
    emitter.subscribe((event) => received.push(`second ${event}`))
    emitter.emit('a')
    emitter.emit('b')
    expect(received).toEqual(['first a', 'second a', 'first b', 'second b'])
  })

  it('counts the same function subscribed twice as two listeners', () => {
    const emitter = createEmitter<void>()
    let calls = 0
    const listener = () => void calls++
    const stopFirst = emitter.subscribe(listener)
    emitter.subscribe(listener)
    emitter.emit()
    expect(calls).toBe(2)
    stopFirst()
    stopFirst()
    emitter.emit()
    expect(calls).toBe(3)
  })

  it('skips a listener that an earlier one unsubscribed during the event', () => {
    const emitter = createEmitter<void>()
    let calls = 0
    emitter.subscribe(() => stopSecond())
    const stopSecond = emitter.subscribe(() => void calls++)
    emitter.emit()
    expect(calls).toBe(0)
  })

  it('calls a listener added during an event from the next event on', () => {
    const emitter = createEmitter<number>()
    const late: number[] = []
    const stop = emitter.subscribe(() => {
      stop()
      emitter.subscribe((event) => late.push(event))
    })
    emitter.emit(1)
    expect(late).toEqual([])
    emitter.emit(2)
    expect(late).toEqual([2])
  })

  it('calls the other listeners when one throws, and throws afterwards', () => {
    const emitter = createEmitter<void>()
    const fault = new Error('first')
    let reached = false
    emitter.subscribe(() => {
      throw fault
    })
    emitter.subscribe(() => void (reached = true))
    expect(() => emitter.emit()).toThrow(fault)
    expect(reached).toBe(true)
  })

  it('throws several errors as one AggregateError', () => {
    const emitter = createEmitter<void>()
    for (const name of ['one', 'two'])
      emitter.subscribe(() => {
        throw new Error(name)
      })
    const thrown = catchError(() => emitter.emit())
    expect(thrown).toBeInstanceOf(AggregateError)
    expect((thrown as AggregateError).errors.map((error: Error) => error.message)).toEqual([
      'one',
      'two',
    ])
  })

  it('calls exactly the current listeners, whatever the interleaving', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const) }),
      fc.record({ kind: fc.constant('drop' as const), index: fc.nat(20) }),
      fc.record({ kind: fc.constant('emit' as const), value: fc.integer() }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const emitter = createEmitter<number>()
        const present: { received: number[]; expected: number[]; stop: () => void }[] = []
        const all: typeof present = []
        for (const move of steps) {
          if (move.kind === 'add') {
            const received: number[] = []
            const listener = {
              received,
              expected: [],
              stop: emitter.subscribe((value) => received.push(value)),
            }
            present.push(listener)
            all.push(listener)
          } else if (move.kind === 'drop') {
            present.splice(move.index, 1)[0]?.stop()
          } else {
            for (const listener of present) listener.expected.push(move.value)
            emitter.emit(move.value)
          }
        }
        for (const listener of all) expect(listener.received).toEqual(listener.expected)
      }),
    )
  })
})

function catchError(run: () => void): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
