import { isRequestError, type QueryError } from '@x/request'

/**
 * The gateway says so itself when it stopped between taking an order and answering (service
 * paused).
 */
const PAUSED = '00006'
/** No readable answer. */
const UNHEARD: readonly (QueryError['kind'] | undefined)[] = [
  'network',
  'timeout',
  'serialisation',
  undefined,
]

/** A refusal before it was looked at says so (wire protocol, section 10). */
const neverTaken = (data: unknown): boolean =>
  (data as { taken?: unknown } | null | undefined)?.taken === false

/**
 * Whether what was sent may have arrived: no readable answer, a server fault, a pause. Of a failure
 * of the client, or of RTK Query's plain form of it.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  const { kind, code, status = 200, data } = (error ?? {}) as Partial<QueryError>
  return (
    UNHEARD.includes(kind) ||
    status >= 500 ||
    (code === PAUSED && !neverTaken(isRequestError(error) ? error.detail.data : data))
  )
}
