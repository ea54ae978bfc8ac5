/** An event of `@depth`. */
export interface DepthUpdate {
  readonly U: number
  readonly u: number
  readonly b: readonly Level[]
  readonly a: readonly Level[]
}

export interface DepthSnapshot {
  readonly lastUpdateId: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

type Level = readonly [string, string]

/** A book kept by the documented rule: events, and a snapshot between them. */
export interface BotBook {
  /** The number of its last change; `undefined`: it has no snapshot that fits yet. */
  head(): number | undefined
  /** Changes that did not follow the one before them. */
  gaps(): number
  /** Levels by their prices, with the sizes. */
  levels(): {
    readonly bids: ReadonlyMap<string, string>
    readonly asks: ReadonlyMap<string, string>
  }
  onUpdate(update: DepthUpdate): void
  onSnapshot(snapshot: DepthSnapshot): void
  /** A new connection: everything begins anew. */
  reset(): void
}

export function createBotBook(): BotBook {
  let early: DepthUpdate[] = []
  let last: number | undefined
  let head: number | undefined
  let gaps = 0
  const bids = new Map<string, string>()
  const asks = new Map<string, string>()

  function change(side: Map<string, string>, levels: readonly Level[]): void {
    for (const [price, size] of levels)
      if (Number(size) === 0) side.delete(price)
      else side.set(price, size)
  }

  function take({ u, b, a }: DepthUpdate): void {
    if (head === undefined || u <= head) return
    change(bids, b)
    change(asks, a)
    head = u
  }

  return {
    head: () => head,
    gaps: () => gaps,
    levels: () => ({ bids, asks }),
    onUpdate(update) {
      if (last !== undefined && update.U !== last + 1) gaps++
      last = update.u
      if (head === undefined) early.push(update)
      else take(update)
    },
    onSnapshot({ lastUpdateId, bids: bought, asks: sold }) {
      const [first] = early
      // One from before the first event does not fit it: a later one will.
      if (!first || first.U > lastUpdateId + 1) return
      change(bids, bought)
      change(asks, sold)
      head = lastUpdateId
      for (const update of early.splice(0)) take(update)
    },
    reset() {
      early = []
      last = head = undefined
      bids.clear()
      asks.clear()
    },
  }
}
