import { useStore } from '@x/kit/react'
import { useEffect, type ReactNode } from 'react'
import type { Simulation } from './createSimulation.ts'
import type { SimulationState } from './simulationMachine.ts'

/** The current mode. */
export function useSimulation(simulation: Simulation): SimulationState {
  return useStore(simulation)
}

/** Props of {@link SimulationGate}. */
export interface SimulationGateProps {
  readonly simulation: Simulation
  /** The path of the page inside, with its locale segment, as the router gives it. */
  readonly path: string
  readonly children: ReactNode
  /** Shown while the user is sent elsewhere. Default: nothing. */
  readonly fallback?: ReactNode
}

/** Shows a page unless simulation mode forbids it, and then sends the user to the landing page. */
export function SimulationGate({
  simulation,
  path,
  children,
  fallback = null,
}: SimulationGateProps): ReactNode {
  const state = useSimulation(simulation)
  useEffect(() => void simulation.enforce(path), [simulation, path, state])
  return simulation.guard(path, { state }) === undefined ? children : fallback
}
