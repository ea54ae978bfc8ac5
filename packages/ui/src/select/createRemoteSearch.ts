import { createStore, type Clock, type Store, type TimerHandle } from '@x/kit'
import type { SelectOption } from './selectReducer.ts'

/** U8, spec section 9: milliseconds without a key before a query is asked. */
export const REMOTE_WAIT = 300

export type RemoteStatus = 'idle' | 'waiting' | 'loading' | 'ready' | 'failed'

export interface RemoteState {
  readonly status: RemoteStatus
  readonly query: string
  /**
   * The answer to `query`; those without a query while the status is `idle`, none while it is on
   * its way.
   */
  readonly options: readonly SelectOption[]
}

export type RemoteSearchRun = (
  query: string,
  context: { readonly signal: AbortSignal },
) => Promise<readonly SelectOption[]>

export interface RemoteSearchOptions {
  readonly clock: Clock
  readonly search: RemoteSearchRun
  /** Offered while there is no query. */
  readonly initial?: readonly SelectOption[]
}

export interface RemoteSearch extends Store<RemoteState> {
  /** The query as it stands after a key. An empty one asks nothing. */
  type(query: string): void
  /** Asks the same again at once, after a failure. */
  retry(): void
  /** Nothing is heard of what is on its way. */
  dispose(): void
}

/**
 * U8, spec 4.13: asks 300 ms after the last key. The last query wins: an earlier one is aborted,
 * and its answer is dropped should it still come.
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

  const drop = () => {
    timer?.cancel()
    running?.abort()
    running = undefined
  }
  const answerOf = async (query: string, signal: AbortSignal): Promise<RemoteState> => {
    try {
      return { status: 'ready', query, options: await search(query, { signal }) }
    } catch {
      return { status: 'failed', query, options: [] }
    }
  }
  const ask = async (query: string) => {
    const mine = new AbortController()
    running = mine
    store.setState({ status: 'loading', query, options: [] })
    const answer = await answerOf(query, mine.signal)
    if (running === mine) store.setState(answer)
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    type(typed) {
      const query = typed.trim()
      if (query === store.getState().query) return
      drop()
      if (query === '') return store.setState(idle)
      store.setState({ status: 'waiting', query, options: [] })
      timer = clock.after(REMOTE_WAIT, () => void ask(query))
    },
    retry() {
      const { status, query } = store.getState()
      if (status === 'failed') void ask(query)
    },
    dispose: drop,
  }
}
