import { isRequestError } from '@x/request'

/** The gateway says so itself when it stopped between taking an order and answering (service paused). */
const PAUSED = '00006'

/** A refusal before it was looked at says so (wire protocol, section 10). */
const neverTaken = (data: unknown): boolean => (data as { taken?: unknown } | null | undefined)?.taken === false

/** Whether what was sent may have arrived: no readable answer, a server fault, a pause. A repetition then keeps its clientOid. */
export function isFateUnknown(error: unknown): boolean {
  if (!isRequestError(error)) return true
  if (error.kind === 'network' || error.kind === 'timeout' || error.kind === 'serialisation') return true
  return (error.status ?? 200) >= 500 || (error.code === PAUSED && !neverTaken(error.detail.data))
}
