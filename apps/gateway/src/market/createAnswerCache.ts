/** Serialised answers of public calls, by what was asked. Askers of the same thing share one calculation. */
export interface AnswerCache {
  /** The answer, if it is still valid. */
  find(key: string): Promise<string> | undefined
  /** Keeps an answer until `validUntil`, in milliseconds of `now`; one that fails is not kept. */
  keep(key: string, options: { readonly validUntil: number; readonly answer: Promise<string> }): Promise<string>
  size(): number
}

interface Entry {
  readonly validUntil: number
  readonly answer: Promise<string>
}

/** At most `most` answers; the one that was kept first goes first. */
export function createAnswerCache({ now, most = 256 }: { readonly now: () => number; readonly most?: number }): AnswerCache {
  const entries = new Map<string, Entry>()
  return {
    find(key) {
      const entry = entries.get(key)
      if (entry && entry.validUntil > now()) return entry.answer
      entries.delete(key)
      return undefined
    },
    keep(key, entry) {
      entries.delete(key)
      entries.set(key, entry)
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
      entry.answer.catch(() => entries.get(key) === entry && entries.delete(key))
      return entry.answer
    },
    size: () => entries.size,
  }
}
