import type { TtlStore } from '../ttl-store/TtlStore.ts'
import { createDecryptLimit, type DecryptLimit } from './createDecryptLimit.ts'
import { createReplayQuota, type ReplayQuota } from './createReplayQuota.ts'

export interface AdmissionLimits {
  readonly decryptLimit: DecryptLimit
  readonly replayQuota: ReplayQuota
}

/** What unauthenticated callers may send to encrypted endpoints. `fill`: of the replay store. */
export function createAdmissionLimits({
  store,
  replay,
}: {
  readonly store: TtlStore
  readonly replay: { fill?(): number }
}): AdmissionLimits {
  const { fill } = replay
  return {
    decryptLimit: createDecryptLimit({ store }),
    replayQuota: createReplayQuota({ store, fill: fill && (() => fill.call(replay)) }),
  }
}
