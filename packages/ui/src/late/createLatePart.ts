import { createMachine, type MachineTable, type Store } from '@x/kit'

export type LateStatus = 'absent' | 'loading' | 'ready' | 'failed'
export type LateEvent = 'ask' | 'arrive' | 'fail'

/** A failure is not for ever: the next intent asks again. */
export const latePartTable: MachineTable<LateStatus, LateEvent> = {
  absent: { ask: 'loading' },
  loading: { arrive: 'ready', fail: 'failed' },
  ready: {},
  failed: { ask: 'loading' },
}

type LateOutcome =
  | { readonly status: 'ready' }
  | { readonly status: 'failed'; readonly error: unknown }

/** Code that a page can do without until somebody wants it. The state says how far it has come. */
export interface LatePart<T> extends Store<LateStatus> {
  /** For reports. */
  readonly name: string
  /** `undefined` until the state is `ready`. */
  get(): T | undefined
  /** Never rejects. Asks once for all who want it, and again after a failure. */
  load(): Promise<LateOutcome>
}

export interface LatePartOptions<T> {
  readonly name: string
  /** A dynamic import of one module. */
  readonly load: () => Promise<T>
}

/**
 * `React.lazy` would keep a failure for as long as the page lives, and would suspend a page that
 * has something to show.
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
