import type { MachineTable } from '@x/kit'

export type SimulationState = 'off' | 'on'
export type SimulationEvent = 'enable' | 'disable' | 'clear' | 'setElsewhere' | 'clearedElsewhere'

/**
 * `setElsewhere` and `clearedElsewhere` are changes of the flag by another tab (spec section 4).
 */
export const simulationTable: MachineTable<SimulationState, SimulationEvent> = {
  off: { enable: 'on', setElsewhere: 'on' },
  on: { enable: 'on', disable: 'off', clear: 'off', clearedElsewhere: 'off' },
}
