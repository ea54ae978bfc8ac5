import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMachine, printMachine, type MachineTable } from './createMachine.ts'

type Door = 'open' | 'closed' | 'locked'
type Move = 'open' | 'close' | 'lock' | 'unlock'

const door: MachineTable<Door, Move> = {
  open: { close: 'closed', open: 'open' },
  closed: { open: 'open', lock: 'locked' },
  locked: { unlock: 'closed' },
}
const states = Object.keys(door) as Door[]
const moves: readonly Move[] = ['open', 'close', 'lock', 'unlock']

describe('createMachine', () => {
  for (const state of states)
    for (const move of moves) {
      const target = door[state][move]
      it(`${target ? `goes from ${state} to ${target}` : `stays ${state}`} on ${move}`, () => {
        const machine = createMachine(door, state)
        expect(machine.can(move)).toBe(target !== undefined)
        expect(machine.send(move)).toBe(target !== undefined)
        expect(machine.store.getState()).toBe(target ?? state)
      })
    }

  it('tells the store of a change of state, and of nothing else', () => {
    const machine = createMachine(door, 'open')
    const seen: Door[] = []
    machine.store.subscribe(() => seen.push(machine.store.getState()))
    expect(machine.send('open')).toBe(true)
    expect(machine.send('unlock')).toBe(false)
    machine.send('close')
    machine.send('lock')
    expect(seen).toEqual(['closed', 'locked'])
  })

  it('asking what is possible changes nothing', () => {
    const machine = createMachine(door, 'closed')
    machine.can('lock')
    expect(machine.store.getState()).toBe('closed')
  })

  it('follows the table for any sequence of events', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.array(fc.constantFrom(...moves)),
        (initial, sequence) => {
          const machine = createMachine(door, initial)
          let expected: Door = initial
          for (const move of sequence) {
            expected = door[expected][move] ?? expected
            machine.send(move)
            expect(machine.store.getState()).toBe(expected)
          }
        },
      ),
    )
  })
})

describe('printMachine', () => {
  it('prints one row a state and one column an event, in the order of the table', () => {
    expect(printMachine(door)).toBe(
      [
        '| state | close | open | lock | unlock |',
        '| --- | --- | --- | --- | --- |',
        '| open | closed | open | · | · |',
        '| closed | · | open | locked | · |',
        '| locked | · | · | · | closed |',
      ].join('\n'),
    )
  })
})
