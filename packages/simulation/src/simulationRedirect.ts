import { isSimulationPath, SIMULATION_LANDING } from './simulationPaths.ts'
import type { SimulationState } from './simulationMachine.ts'

export interface SimulationRedirectInput {
  readonly state: SimulationState
  /** Default `/spot/BTCUSDT`. */
  readonly landing?: string
}

/**
 * Where a user on `path` (without its locale segment) is sent: the landing page, or nowhere (spec
 * section 4).
 */
export function simulationRedirect(
  path: string,
  { state, landing = SIMULATION_LANDING }: SimulationRedirectInput,
): string | undefined {
  return state === 'off' || isSimulationPath(path) ? undefined : landing
}
