import type { MachineTable } from '@x/kit'

/** Whether simulation mode is on. */
export type SimulationState = 'off' | 'on'
/** What changes the mode; see {@link simulationTable}. */
export type SimulationEvent = 'enable' | 'disable' | 'clear' | 'setElsewhere' | 'clearedElsewhere'

/**
 * `setElsewhere` and `clearedElsewhere` are changes of the flag by another tab (spec section 4).
 */
export const simulationTable: MachineTable<SimulationState, SimulationEvent> = {
  off: { enable: 'on', setElsewhere: 'on' },
  on: { enable: 'on', disable: 'off', clear: 'off', clearedElsewhere: 'off' },
}
