import { isSimulationPath, SIMULATION_LANDING, type SimulationPath } from './simulationPaths.ts'
import type { SimulationState } from './simulationMachine.ts'

/** The mode, and the landing page of forbidden paths. */
export interface SimulationRedirectInput {
  readonly state: SimulationState
  /** Default `/spot/BTCUSDT`. */
  readonly landing?: string
  /** What stays available: default `SIMULATION_PATHS`, the list of the specification. */
  readonly paths?: readonly SimulationPath[] | undefined
}

/**
 * Returns the landing page if `path` (without its locale segment) is forbidden in this mode, or
 * `undefined` (spec section 4).
 */
export function simulationRedirect(
  path: string,
  { state, landing = SIMULATION_LANDING, paths }: SimulationRedirectInput,
): string | undefined {
  return state === 'off' || isSimulationPath(path, paths) ? undefined : landing
}
