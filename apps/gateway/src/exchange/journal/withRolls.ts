import type { CommandLog } from '../ports/CommandLog.ts'

/**
 * Says of a log without segments when this many bytes were appended since the last time: the moment
 * to ask for a snapshot.
 */
export function withRolls(
  log: CommandLog,
  { bytes, onRoll }: { readonly bytes: number; readonly onRoll: () => void },
): CommandLog {
  let appended = 0
  return {
    ...log,
    async append(shard, batch) {
      // The buffer may be gone afterwards.
      const { length } = batch.bytes
      const outcome = await log.append(shard, batch)
      if (outcome === 'ok' && (appended += length) >= bytes) {
        appended = 0
        onRoll()
      }
      return outcome
    },
  }
}
