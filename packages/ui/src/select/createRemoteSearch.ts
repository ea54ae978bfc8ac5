import { createStore, type Clock, type Store, type TimerHandle } from '@x/kit'
import type { SelectOption } from './selectReducer.ts'

/** Milliseconds after the last key before a query is sent (U8, spec section 9). */
export const REMOTE_WAIT = 300

/** Status of a remote search. */
export type RemoteStatus = 'idle' | 'waiting' | 'loading' | 'ready' | 'failed'

/** State of a remote search. */
export interface RemoteState {
  readonly status: RemoteStatus
  readonly query: string
  /** Results of `query`; the initial options while `idle`, none while loading. */
  readonly options: readonly SelectOption[]
}

/** Finds options for a query; `signal` aborts when the query changes. */
export type RemoteSearchRun = (
  query: string,
  context: { readonly signal: AbortSignal },
) => Promise<readonly SelectOption[]>

/** Options of `createRemoteSearch`. */
export interface RemoteSearchOptions {
  readonly clock: Clock
  readonly search: RemoteSearchRun
  /** Options without a query. Default none. */
  readonly initial?: readonly SelectOption[]
}

/** Model of a remote search. */
export interface RemoteSearch extends Store<RemoteState> {
  /** Sets the query after a key; an empty one sends nothing. */
  type(query: string): void
  /** Repeats a failed query at once. */
  retry(): void
  /** Aborts the current query and ignores its result. */
  dispose(): void
}

/**
 * Creates a search that sends a query 300 ms after the last key (U8, spec 4.13). A new query aborts
 * the previous one and ignores its result.
 */
export function createRemoteSearch({
  clock,
  search,
  initial = [],
}: RemoteSearchOptions): RemoteSearch {
  const idle: RemoteState = { status: 'idle', query: '', options: initial }
  const store = createStore(idle)
  let timer: TimerHandle | undefined
  let running: AbortController | undefined

  const abort = () => {
    timer?.cancel()
    running?.abort()
    running = undefined
  }
  const resultOf = async (query: string, signal: AbortSignal): Promise<RemoteState> => {
    try {
      return { status: 'ready', query, options: await search(query, { signal }) }
    } catch {
      return { status: 'failed', query, options: [] }
    }
  }
  const run = async (query: string) => {
    const controller = new AbortController()
    running = controller
    store.setState({ status: 'loading', query, options: [] })
    const result = await resultOf(query, controller.signal)
    if (running === controller) store.setState(result)
  }
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    type(typed) {
      const query = typed.trim()
      if (query === store.getState().query) return
      abort()
      if (query === '') return store.setState(idle)
      store.setState({ status: 'waiting', query, options: [] })
      timer = clock.after(REMOTE_WAIT, () => void run(query))
    },
    retry() {
      const { status, query } = store.getState()
      if (status === 'failed') void run(query)
    },
    dispose: abort,
  }
}
