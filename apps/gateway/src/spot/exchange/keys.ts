/** What a key was first used for. */
export interface KeyUse {
  readonly digest: string
  /** Of an order what was answered, of a transfer its number; top-ups are told apart by nothing else. */
  readonly answer: { readonly orderId: string; readonly clientOid: string; readonly status: string } | { readonly transferId: string } | null
  readonly at: number
}

export type KeyDump = readonly (readonly [key: string, digest: string, answer: KeyUse['answer'], at: number])[]

/** How long a key is remembered after its use (decision 072). */
export const KEY_MEMORY_MS = 24 * 60 * 60 * 1000

/** Idempotency keys in order of use. */
export interface Keys {
  get(key: string): KeyUse | undefined
  add(key: string, use: KeyUse): void
  /** Forgets uses older than the memory, save those of orders still open. `at` is a command's time, so that a replay forgets the same. */
  forget(options: { at: number; isOpen: (orderId: number) => boolean }): void
  dump(): KeyDump
}

export function createKeys(from: KeyDump = []): Keys {
  const uses = new Map<string, KeyUse>(from.map(([key, digest, answer, at]) => [key, { digest, answer, at }]))
  return {
    get: (key) => uses.get(key),
    add: (key, use) => void uses.set(key, use),
    forget({ at, isOpen }) {
      for (const [key, use] of uses) {
        if (use.at > at - KEY_MEMORY_MS) return
        uses.delete(key)
        if (use.answer && 'orderId' in use.answer && isOpen(Number(use.answer.orderId))) uses.set(key, { ...use, at })
      }
    },
    dump: () => [...uses].map(([key, { digest, answer, at }]) => [key, digest, answer, at] as const),
  }
}
