export interface Turns<T> {
  /** Entries of one group stand together in the list, in their order. */
  readonly groupOf: (entry: T) => unknown
  readonly accountOf: (entry: T) => string
}

/**
 * Within each group accounts take turns: the first entry of each, in the order of those, then the
 * second of each. Deterministic.
 */
export function takeTurns<T>(entries: readonly T[], { groupOf, accountOf }: Turns<T>): T[] {
  const ordered: T[] = []
  for (let from = 0; from < entries.length;) {
    const group = groupOf(entries[from]!)
    let to = from + 1
    while (to < entries.length && groupOf(entries[to]!) === group) to++
    addByTurns(ordered, entries.slice(from, to), accountOf)
    from = to
  }
  return ordered
}

function addByTurns<T>(ordered: T[], group: readonly T[], accountOf: (entry: T) => string): void {
  const byAccount = new Map<string, T[]>()
  for (const entry of group) {
    const account = accountOf(entry)
    const own = byAccount.get(account)
    if (own) own.push(entry)
    else byAccount.set(account, [entry])
  }
  for (let turn = 0; byAccount.size > 0; turn++) {
    for (const [account, own] of byAccount) {
      const entry = own[turn]
      if (entry === undefined) byAccount.delete(account)
      else ordered.push(entry)
    }
  }
}
