import { type Clock, createStore, type Store } from '@x/kit'

const HOUR_MS = 3_600_000

export interface QueryState<T> {
  readonly data: T | undefined
  /** Why the last fetch failed; earlier data stays. */
  readonly error: unknown
}

/** Data that is the same for every user and seldom changes. */
export interface ReferenceQuery<T> extends Store<QueryState<T>> {
  /** Fetches unless a fetch is in flight or the data is younger than `maxAgeMs`. */
  fetch(): void
  /** Fetches regardless of age, but not twice at once. */
  refetch(): void
}

/** Creates a query that keeps the last data of `load` for `maxAgeMs`, default one hour. */
export function createQuery<T>(
  load: () => Promise<T>,
  { clock, maxAgeMs = HOUR_MS }: { readonly clock: Clock; readonly maxAgeMs?: number },
): ReferenceQuery<T> {
  const store = createStore<QueryState<T>>({ data: undefined, error: undefined })
  let fetchedAt: number | undefined
  let isFetching = false

  async function refetch(): Promise<void> {
    if (isFetching) return
    isFetching = true
    try {
      const data = await load()
      fetchedAt = clock.now()
      store.setState({ data, error: undefined })
    } catch (error) {
      store.setState({ data: store.getState().data, error })
    } finally {
      isFetching = false
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    fetch: () =>
      void ((fetchedAt === undefined || clock.now() - fetchedAt >= maxAgeMs) && refetch()),
    refetch: () => void refetch(),
  }
}
