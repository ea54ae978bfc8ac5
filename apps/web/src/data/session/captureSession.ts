import type { AppDispatch } from '../store/store.ts'
import { selectSessionKey } from '../store/slice.ts'

export const sessionKey = (dispatch: AppDispatch): string =>
  dispatch((_dispatch, getState) => selectSessionKey(getState()))

/**
 * Answers whether who is on screen, and with which funds, is still as it is now
 * (docs/adr/order-form.md).
 */
export function captureSession(dispatch: AppDispatch): () => boolean {
  const before = sessionKey(dispatch)
  return () => sessionKey(dispatch) === before
}
