import { createMachine, type MachineTable, type Store } from '@x/kit'

/** Loading state of a lazy module. */
export type LazyStatus = 'absent' | 'loading' | 'ready' | 'failed'
/** Events of a lazy module. */
export type LazyEvent = 'request' | 'resolve' | 'fail'

/** State table of a lazy module; after a failure the next request tries again. */
export const lazyModuleTable: MachineTable<LazyStatus, LazyEvent> = {
  absent: { request: 'loading' },
  loading: { resolve: 'ready', fail: 'failed' },
  ready: {},
  failed: { request: 'loading' },
}

type LoadOutcome =
  | { readonly status: 'ready' }
  | { readonly status: 'failed'; readonly error: unknown }

/** A module that is loaded on demand; its state is the loading status. */
export interface LazyModule<T> extends Store<LazyStatus> {
  /** Name for error reports. */
  readonly name: string
  /** `undefined` until the state is `ready`. */
  get(): T | undefined
  /**
   * Loads the module; concurrent calls share one request, and a call after a failure tries again.
   * Never rejects.
   */
  load(): Promise<LoadOutcome>
}

/** Options of `createLazyModule`. */
export interface LazyModuleOptions<T> {
  readonly name: string
  /** A dynamic import of one module. */
  readonly load: () => Promise<T>
}

/**
 * Creates a lazily loaded module. Unlike `React.lazy`, it imports again after a failure and does
 * not suspend the page. Browsers that remember failed modules (Chrome from 150, Firefox) fail again
 * until the page is reloaded.
 */
export function createLazyModule<T>({ name, load }: LazyModuleOptions<T>): LazyModule<T> {
  const { store, send } = createMachine(lazyModuleTable, 'absent')
  let module: T | undefined
  let pending: Promise<LoadOutcome> = Promise.resolve({ status: 'ready' })

  const request = async (): Promise<LoadOutcome> => {
    try {
      module = await load()
    } catch (error) {
      send('fail')
      return { status: 'failed', error }
    }
    send('resolve')
    return { status: 'ready' }
  }
  return {
    name,
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    get: () => module,
    load() {
      if (send('request')) pending = request()
      return pending
    },
  }
}
