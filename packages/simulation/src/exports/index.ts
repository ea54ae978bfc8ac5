export { createSimulation, type Simulation, type SimulationOptions } from '../createSimulation.ts'
export { simulationRedirect, type SimulationRedirectInput } from '../simulationRedirect.ts'
export {
  isSimulationPath,
  SIMULATION_LANDING,
  SIMULATION_PATHS,
  type SimulationPath,
} from '../simulationPaths.ts'
export {
  simulationTable,
  type SimulationEvent,
  type SimulationState,
} from '../simulationMachine.ts'
