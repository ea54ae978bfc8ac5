import { createMachine, type MachineTable, type Store } from '@x/kit'

/** Loading state of a lazy module. */
export type LateStatus = 'absent' | 'loading' | 'ready' | 'failed'
/** Events of a lazy module. */
export type LateEvent = 'ask' | 'arrive' | 'fail'

/** State table of a lazy module; after a failure the next request tries again. */
export const latePartTable: MachineTable<LateStatus, LateEvent> = {
  absent: { ask: 'loading' },
  loading: { arrive: 'ready', fail: 'failed' },
  ready: {},
  failed: { ask: 'loading' },
}

type LateOutcome =
  | { readonly status: 'ready' }
  | { readonly status: 'failed'; readonly error: unknown }

/** A module that is loaded on demand; its state is the loading status. */
export interface LatePart<T> extends Store<LateStatus> {
  /** Name for error reports. */
  readonly name: string
  /** `undefined` until the state is `ready`. */
  get(): T | undefined
  /**
   * Loads the module; concurrent calls share one request, and a call after a failure tries again.
   * Never rejects.
   */
  load(): Promise<LateOutcome>
}

/** Options of `createLatePart`. */
export interface LatePartOptions<T> {
  readonly name: string
  /** A dynamic import of one module. */
  readonly load: () => Promise<T>
}

/**
 * Creates a lazily loaded module. Unlike `React.lazy`, it retries after a failure and does not
 * suspend the page.
 */
export function createLatePart<T>({ name, load }: LatePartOptions<T>): LatePart<T> {
  const { store, send } = createMachine(latePartTable, 'absent')
  let part: T | undefined
  let asked: Promise<LateOutcome> = Promise.resolve({ status: 'ready' })

  const ask = async (): Promise<LateOutcome> => {
    try {
      part = await load()
    } catch (error) {
      send('fail')
      return { status: 'failed', error }
    }
    send('arrive')
    return { status: 'ready' }
  }
  return {
    name,
    getState: store.getState,
    subscribe: store.subscribe,
    get: () => part,
    load() {
      if (send('ask')) asked = ask()
      return asked
    },
  }
}
