/** A query as screens see it, whatever cache it is in. */
export interface QueryView<T> {
  readonly data: T | undefined
  /** Why the last fetch failed; earlier data stays. */
  readonly error: unknown
  /** No data and no error yet. */
  readonly isLoading: boolean
  readonly refetch: () => void
}
