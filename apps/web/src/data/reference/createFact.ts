import { type Clock, createStore, type Store } from '@x/kit'

const HOUR = 3_600_000

export interface FactState<T> {
  readonly data: T | undefined
  /** Why the last question had no answer; what was known before stays. */
  readonly error: unknown
}

/** Something that the server tells everybody alike and that seldom changes. */
export interface Fact<T> extends Store<FactState<T>> {
  /** Asks, unless a question is under way or the answer is younger than `keepMs`. */
  ask(): void
  /** Asks whatever is known, but not twice at once. */
  refetch(): void
}

export function createFact<T>(
  load: () => Promise<T>,
  { clock, keepMs = HOUR }: { readonly clock: Clock; readonly keepMs?: number },
): Fact<T> {
  const store = createStore<FactState<T>>({ data: undefined, error: undefined })
  let answeredAt: number | undefined
  let isAsking = false

  async function refetch(): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      const data = await load()
      answeredAt = clock.now()
      store.setState({ data, error: undefined })
    } catch (error) {
      store.setState({ data: store.getState().data, error })
    } finally {
      isAsking = false
    }
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    ask: () => void ((answeredAt === undefined || clock.now() - answeredAt >= keepMs) && refetch()),
    refetch: () => void refetch(),
  }
}
