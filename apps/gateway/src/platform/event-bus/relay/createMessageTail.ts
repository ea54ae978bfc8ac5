import type { BusFrame, BusSnapshot } from './busFrames.ts'

/** Messages kept after a snapshot: who comes later gets both instead of a new snapshot. */
const MOST_KEPT = 64

/** The last snapshot of a topic, and the messages after it. */
export interface MessageTail {
  /** The number of the last message; `undefined`: none is known. */
  head(): number | undefined
  hasSnapshot(): boolean
  /** What a new subscriber gets; `undefined`: a snapshot must be asked for. */
  whole(): { readonly texts: readonly string[]; readonly seq: number } | undefined
  keep(frame: BusFrame): void
  take(snapshot: BusSnapshot): void
  /** A snapshot is due; what comes from now on is kept. */
  drop(): void
  /** What has been kept so far does not lead to the message `before`. */
  lose(before: number): void
}

export function createMessageTail(
  onLoss: (loss: { readonly after: number; readonly before: number }) => void,
): MessageTail {
  let snapshot: BusSnapshot | undefined
  /** Each fits the one before it, and the first the snapshot, where there is one. */
  let kept: BusFrame[] = []

  const head = () => kept.at(-1)?.seq ?? snapshot?.seq

  function drop(): void {
    snapshot = undefined
    kept = []
  }

  function lose(before: number): void {
    const after = head()
    if (after !== undefined) onLoss({ after, before })
    drop()
  }

  return {
    head,
    hasSnapshot: () => snapshot !== undefined,
    whole() {
      if (snapshot === undefined) return undefined
      const texts = kept.map(({ text }) => text)
      return {
        texts: snapshot.text === undefined ? texts : [snapshot.text, ...texts],
        seq: head() ?? snapshot.seq,
      }
    },
    keep(frame) {
      const last = head()
      if (last !== undefined && frame.seq <= last) return
      if (last !== undefined && frame.prevSeq !== last) lose(frame.seq)
      if (kept.length >= MOST_KEPT) drop()
      kept.push(frame)
    },
    take(next) {
      kept = kept.filter(({ seq }) => seq > next.seq)
      // What came before the snapshot and does not follow it: another one will fit.
      if (kept[0] === undefined || kept[0].prevSeq === next.seq) snapshot = next
    },
    drop,
    lose,
  }
}
