import { createStore, type WritableStore } from '@x/kit'

/** How far an export is. `total`: how many lines there are, where the server counts them. */
export interface ExportProgress {
  readonly done: number
  readonly total: number | undefined
}

interface RunningExport {
  readonly progress: ExportProgress
  readonly controller: AbortController
}

export type RunningExports = WritableStore<ReadonlyMap<string, RunningExport>>

const known = new WeakMap<object, RunningExports>()

/** The exports of a tab that run, by the name of their file; they outlive their page. */
export function runningExports(tab: object): RunningExports {
  const found = known.get(tab) ?? createStore<ReadonlyMap<string, RunningExport>>(new Map())
  known.set(tab, found)
  return found
}

/** Says how far an export is; `undefined`: it has ended. */
export function noteExport(exports: RunningExports, name: string, now?: RunningExport): void {
  const next = new Map(exports.getState())
  if (now) next.set(name, now)
  else next.delete(name)
  exports.setState(next)
}
