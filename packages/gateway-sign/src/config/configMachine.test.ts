import { createMachine } from '@x/kit'
import { describe, expect, it } from 'vitest'
import { configTable, type ConfigEvent, type GatewaySignState } from './configMachine.ts'

const states: GatewaySignState[] = ['notStarted', 'fetching', 'verified', 'failed', 'off']
const events: ConfigEvent[] = ['fetch', 'verify', 'turnOff', 'fail', 'reset']
const moves: Record<string, GatewaySignState> = {
  'notStarted fetch': 'fetching',
  'fetching verify': 'verified',
  'fetching turnOff': 'off',
  'fetching fail': 'failed',
  'fetching reset': 'notStarted',
  'verified reset': 'notStarted',
  'failed fetch': 'fetching',
  'failed reset': 'notStarted',
  'off reset': 'notStarted',
}

describe('sign config initialisation (spec 4.5)', () => {
  it.each(states.flatMap((state) => events.map((event) => [state, event] as const)))(
    'moves from %s on %s as the table says',
    (state, event) => {
      const machine = createMachine(configTable, state)
      const next = moves[`${state} ${event}`]
      expect(machine.send(event)).toBe(next !== undefined)
      expect(machine.store.getState()).toBe(next ?? state)
    },
  )

  it('has no further state', () => {
    expect(Object.keys(configTable)).toEqual(states)
  })
})
