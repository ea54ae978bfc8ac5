import { type Channel, type ChannelHead, message } from './Channel.ts'

/**
 * A topic whose every message is the whole value: a ticker, a running candle. `read` may answer
 * several values in order (a closed candle, then the new one).
 */
export function valueChannel({
  head,
  field,
  read,
  now,
}: {
  head: ChannelHead
  /** Absent: the fields of the value are those of the message. */
  field?: string
  read: () => readonly object[]
  now: () => number
}): Channel {
  let last = read().at(-1)
  let shown = JSON.stringify(last)
  let seq = 0
  const bodyOf = (value: object): object => (field === undefined ? value : { [field]: value })
  return {
    snapshot: () =>
      last && message(head, 'snapshot', { seq, prevSeq: 0, ts: now(), ...bodyOf(last) }),
    deltas() {
      const messages: string[] = []
      for (const value of read()) {
        const text = JSON.stringify(value)
        if (text === shown) continue
        last = value
        shown = text
        const prevSeq = seq++
        messages.push(message(head, 'delta', { seq, prevSeq, ts: now(), ...bodyOf(value) }))
      }
      return messages
    },
  }
}
