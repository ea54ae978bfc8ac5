import type { AppDispatch } from '../store/store.ts'
import { selectOwner } from '../store/slice.ts'

export const ownerNow = (dispatch: AppDispatch): string =>
  dispatch((_dispatch, getState) => selectOwner(getState()))

/**
 * Answers whether who is on screen, and with which funds, is still as it is now
 * (docs/adr/order-form.md).
 */
export function pinOwner(dispatch: AppDispatch): () => boolean {
  const before = ownerNow(dispatch)
  return () => ownerNow(dispatch) === before
}
