import { GatewayError } from '../http/route.ts'
import type { ClosableReplayStore } from './ClosableReplayStore.ts'

/**
 * How long a claim of a signed request lives: twice the window of its stamp and the bucket of 100
 * seconds (wire 7).
 */
export const REPLAY_WINDOW_MS = 2 * 60_000 + 100_000

/**
 * A claim that cannot be proved is a refusal, said as one: nothing was taken, and the client may
 * sign again and retry.
 */
export function requireReplayProof(store: ClosableReplayStore): ClosableReplayStore {
  return {
    ...store,
    async claim(...claim) {
      try {
        return await store.claim(...claim)
      } catch (cause) {
        throw new GatewayError('00006', 'The service is paused for a moment, please try again', {
          data: { taken: false },
          cause,
        })
      }
    },
  }
}
