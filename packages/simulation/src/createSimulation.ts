import { createMachine, type KeyValueStorage, type Store, type Visibility } from '@x/kit'
import { simulationTable, type SimulationState } from './simulationMachine.ts'
import {
  isSimulationPath,
  pathnameOf,
  SIMULATION_LANDING,
  type SimulationPath,
} from './simulationPaths.ts'
import { simulationRedirect } from './simulationRedirect.ts'

/** Ports and settings of {@link createSimulation}. */
export interface SimulationOptions {
  /** Stores the flag and reports changes made by other tabs. */
  readonly storage: KeyValueStorage
  /** The path that is shown, with its locale segment. */
  readonly currentPath: () => string
  readonly navigate: (to: string, options: { readonly replace: boolean }) => void
  readonly reload: () => void
  /** Removes the locale segment of a path. */
  readonly stripLocale: (path: string) => string
  /** Puts the current locale segment before a path. */
  readonly addLocale: (path: string) => string
  /**
   * Reports when to read the flag again: a page restored from the browser's cache has missed the
   * changes of other tabs.
   */
  readonly visibility?: Visibility
  /** Default `/spot/BTCUSDT`. It must be available in simulation mode. */
  readonly landing?: string
  /** What stays available: default `SIMULATION_PATHS`, the list of the specification. */
  readonly paths?: readonly SimulationPath[] | undefined
  /** Default `x:simulation`. */
  readonly key?: string
  /**
   * The mode that the server has rendered; the first render of a hydration shows the same.
   * Default `off`.
   */
  readonly initial?: SimulationState
}

/** A store of the mode, with the actions that change it. */
export interface Simulation extends Store<SimulationState> {
  /**
   * Stores the flag and navigates to `target` (a path without locale segment), or to the landing
   * page when simulation cannot show it.
   */
  enable(target?: string): void
  /** Removes the flag and reloads. */
  disable(): void
  /**
   * Only removes the flag: for logging out and expired sessions, which go to the log-in
   * page by themselves.
   */
  clear(): void
  /**
   * Stores or removes the flag as the server says and acts as for a change made by another tab
   * (spec section 4.2): redirects, or reloads where the page may stay.
   */
  applyServerFlag(flagged: boolean): void
  /** The mode that a server renders, and a hydration first. */
  getInitialState(): SimulationState
  /**
   * Where a user on `path` must go instead, with locale segment; `undefined` when the path may be
   * shown. `state` defaults to the current mode.
   */
  guard(path: string, options?: { readonly state?: SimulationState }): string | undefined
  /** Sends the user there when `guard` says so; gives whether `path` may be shown. */
  enforce(path: string): boolean
  dispose(): void
}

const FLAG = '1'

/**
 * Paper mode of one tab (spec section 4.2). Throws a TypeError for a landing page that simulation
 * cannot show.
 */
export function createSimulation(options: SimulationOptions): Simulation {
  const { storage, currentPath, navigate, reload, stripLocale, addLocale, paths } = options
  const { landing = SIMULATION_LANDING, key = 'x:simulation' } = options
  if (!isSimulationPath(landing, paths))
    throw new TypeError(`The landing page ${landing} is not available in simulation mode.`)
  const isFlagged = () => Boolean(storage.get(key))
  const machine = createMachine(simulationTable, isFlagged() ? 'on' : 'off')
  // The page that `enable` is leaving: not guarded until the router has arrived elsewhere.
  let leaving: string | undefined
  const guard: Simulation['guard'] = (path, { state = machine.store.getState() } = {}) => {
    if (pathnameOf(path) === leaving) return undefined
    const target = simulationRedirect(stripLocale(path), { state, landing, paths })
    return target === undefined ? undefined : addLocale(target)
  }
  const redirect = (path: string): boolean => {
    const target = guard(path)
    if (target !== undefined) navigate(target, { replace: true })
    return target !== undefined
  }
  const changedElsewhere = (flagged: boolean) => {
    if (flagged === (machine.store.getState() === 'on')) return
    leaving = undefined
    machine.send(flagged ? 'setElsewhere' : 'clearedElsewhere')
    if (!redirect(currentPath())) reload()
  }
  const readFlag = () => changedElsewhere(isFlagged())
  const stopStorage = storage.subscribe((change) => void (change.key === key && readFlag()))
  const stopVisibility = options.visibility?.subscribe(readFlag)
  return {
    ...machine.store,
    getInitialState: () => options.initial ?? 'off',
    enable(target = landing) {
      storage.set(key, FLAG)
      leaving = pathnameOf(currentPath())
      machine.send('enable')
      navigate(addLocale(isSimulationPath(target, paths) ? target : landing), { replace: false })
    },
    disable() {
      storage.remove(key)
      leaving = undefined
      if (machine.send('disable')) reload()
    },
    clear() {
      storage.remove(key)
      leaving = undefined
      machine.send('clear')
    },
    applyServerFlag(flagged) {
      if (flagged) storage.set(key, FLAG)
      else storage.remove(key)
      changedElsewhere(flagged)
    },
    guard,
    enforce(path) {
      if (pathnameOf(path) !== leaving) leaving = undefined
      return !redirect(path)
    },
    dispose: () => (stopStorage(), stopVisibility?.()),
  }
}
