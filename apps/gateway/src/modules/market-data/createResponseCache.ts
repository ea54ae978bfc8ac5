/**
 * Serialised answers of public calls, by what was asked. Askers of the same thing share one
 * calculation.
 */
export interface AnswerCache {
  /** The answer, if it is still valid. */
  find(key: string): Promise<string> | undefined
  /** Keeps an answer until `validUntil`, in milliseconds of `now`; one that fails is not kept. */
  keep(
    key: string,
    options: { readonly validUntil: number; readonly answer: Promise<string> },
  ): Promise<string>
  size(): number
}

interface Entry {
  readonly keptAt: number
  readonly validUntil: number
  readonly answer: Promise<string>
}

/** At most `most` answers; the one that was kept first goes first. */
export function createAnswerCache({
  now,
  most = 256,
}: {
  readonly now: () => number
  readonly most?: number
}): AnswerCache {
  const entries = new Map<string, Entry>()
  return {
    find(key) {
      const entry = entries.get(key)
      // Before it was kept: the clock was set back, and would keep the answer for as long.
      if (entry && entry.validUntil > now() && entry.keptAt <= now()) return entry.answer
      entries.delete(key)
      return undefined
    },
    keep(key, { validUntil, answer }) {
      const entry: Entry = { keptAt: now(), validUntil, answer }
      entries.delete(key)
      entries.set(key, entry)
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
      answer.catch(() => entries.get(key) === entry && entries.delete(key))
      return answer
    },
    size: () => entries.size,
  }
}
