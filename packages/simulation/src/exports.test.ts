import { describe, expect, it } from 'vitest'
import * as index from './exports/index.ts'
import * as react from './exports/react.tsx'

describe('exports of @x/simulation', () => {
  it('exports the factory, the rules and the data', () => {
    expect(Object.keys(index).sort()).toEqual([
      'SIMULATION_LANDING',
      'SIMULATION_PATHS',
      'createSimulation',
      'isSimulationPath',
      'simulationRedirect',
      'simulationTable',
    ])
  })

  it('exports the React binding', () => {
    expect(Object.keys(react).sort()).toEqual(['SimulationGate', 'useSimulation'])
  })
})
