import { readFileSync } from 'node:fs'
import { createMachine, printMachine } from '@x/kit'
import { describe, expect, it } from 'vitest'
import { simulationTable, type SimulationEvent, type SimulationState } from './simulationMachine.ts'

const events: readonly SimulationEvent[] = [
  'enable',
  'disable',
  'clear',
  'setElsewhere',
  'clearedElsewhere',
]
const moves: Readonly<Record<SimulationState, Partial<Record<SimulationEvent, SimulationState>>>> =
  {
    off: { enable: 'on', setElsewhere: 'on' },
    on: { enable: 'on', disable: 'off', clear: 'off', clearedElsewhere: 'off' },
  }

describe('simulationTable', () => {
  for (const state of ['off', 'on'] as const)
    for (const event of events) {
      const target = moves[state][event]
      const title =
        target === undefined
          ? `ignores ${event} while ${state}`
          : `goes from ${state} to ${target} on ${event}`
      it(`${title} (spec 4.2)`, () => {
        const machine = createMachine(simulationTable, state)
        expect(machine.send(event)).toBe(target !== undefined)
        expect(machine.store.getState()).toBe(target ?? state)
      })
    }

  it('is the table that the README prints', () => {
    expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toContain(
      printMachine(simulationTable),
    )
  })
})
