import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMachine, printMachine, type MachineTable } from './createMachine.ts'

type GateState = 'open' | 'closed' | 'locked'
type GateEvent = 'open' | 'close' | 'lock' | 'unlock'

const gate: MachineTable<GateState, GateEvent> = {
  open: { close: 'closed', open: 'open' },
  closed: { open: 'open', lock: 'locked' },
  locked: { unlock: 'closed' },
}
const states = Object.keys(gate) as GateState[]
const moves: readonly GateEvent[] = ['open', 'close', 'lock', 'unlock']

describe('createMachine', () => {
  for (const state of states)
    for (const move of moves) {
      const target = gate[state][move]
      it(`handles ${move}: ${state} becomes ${target ?? state}`, () => {
        const machine = createMachine(gate, state)
        expect(machine.can(move)).toBe(target !== undefined)
        expect(machine.send(move)).toBe(target !== undefined)
        expect(machine.store.getState()).toBe(target ?? state)
      })
    }

  it('notifies the store only of a change of state', () => {
    const machine = createMachine(gate, 'open')
    const seen: GateState[] = []
    machine.store.subscribe(() => seen.push(machine.store.getState()))
    expect(machine.send('open')).toBe(true)
    expect(machine.send('unlock')).toBe(false)
    machine.send('close')
    machine.send('lock')
    expect(seen).toEqual(['closed', 'locked'])
  })

  it('does not change its state when asked what is possible', () => {
    const machine = createMachine(gate, 'closed')
    machine.can('lock')
    expect(machine.store.getState()).toBe('closed')
  })

  it('follows the table for any sequence of events', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.array(fc.constantFrom(...moves)),
        (initial, sequence) => {
          const machine = createMachine(gate, initial)
          let expected: GateState = initial
          for (const move of sequence) {
            expected = gate[expected][move] ?? expected
            machine.send(move)
            expect(machine.store.getState()).toBe(expected)
          }
        },
      ),
    )
  })
})

describe('printMachine', () => {
  it('prints one row per state and one column per event', () => {
    expect(printMachine(gate)).toBe(
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
