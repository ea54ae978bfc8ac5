import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

type Rows = readonly (readonly [price: string, size: string])[]

/**
 * The book at the end of a recording, computed naively: the snapshot, then every later
 * diff. Best first, strings cut to the pair's places.
 */
export function bookAtTheEnd(file: string): { bids: string[][]; asks: string[][] } {
  const bytes = readFileSync(file)
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8')
  const messages = text
    .split('\n')
    .filter(Boolean)
    .map(
      (line) =>
        JSON.parse(line.slice(line.indexOf(' ') + 1)) as {
          lastUpdateId?: number
          bids?: Rows
          asks?: Rows
          data?: { e: string; u: number; b: Rows; a: Rows }
        },
    )
  const snapshot = messages.find(({ lastUpdateId }) => lastUpdateId !== undefined)
  const sides = {
    bids: new Map<string, string>(snapshot?.bids),
    asks: new Map<string, string>(snapshot?.asks),
  }
  for (const { data } of messages) {
    if (data?.e !== 'depthUpdate' || data.u <= (snapshot?.lastUpdateId ?? 0)) continue
    for (const [side, rows] of [
      [sides.bids, data.b],
      [sides.asks, data.a],
    ] as const) {
      for (const [price, size] of rows) {
        if (/[1-9]/.test(size)) side.set(price, size)
        else side.delete(price)
      }
    }
  }
  const cut = (amount: string, place: number) =>
    amount.replace(new RegExp(`(\\.\\d{${place}}).*`), '$1')
  const ranked = (side: Map<string, string>, sign: 1 | -1) =>
    [...side]
      .sort(([a], [b]) => (Number(a) - Number(b)) * sign)
      .map(([price, size]) => [cut(price, 2), cut(size, 5)])
  return { bids: ranked(sides.bids, -1), asks: ranked(sides.asks, 1) }
}
