import { writeFileSync } from 'node:fs'
import { createChance } from '../modules/market-data/generator/random.ts'
import { unitsText } from '../modules/market-data/publish/text.ts'

/**
 * Writes a short generated recording of BTCUSDT in the raw format, for tests where no real one is
 * at hand. Returns the file.
 */
export function writeSampleTape(file: string, { diffs = 600, seed = 'sample' } = {}): string {
  const chance = createChance(seed)
  const middle = 6_183_700
  const level = (ticks: number, lots: number) => [
    `${unitsText(ticks, 2)}000000`,
    `${unitsText(lots, 5)}000`,
  ]
  const side = (sign: 1 | -1) =>
    Array.from({ length: 200 }, (_, index) =>
      level(middle + sign * (index + 1) * 3, 1 + Math.floor(chance.uniform() * 90_000)),
    )
  let atNs = 1_723_161_253_937_085_768n
  let id = 50_093_239_200
  const lines: string[] = []
  const write = (message: object) =>
    lines.push(`${(atNs += 50_000_000n)} ${JSON.stringify(message)}`)
  const diff = () => {
    const first = id + 1
    id += 1 + Math.floor(chance.uniform() * 12)
    const change = (sign: 1 | -1) => [
      level(
        middle + sign * (1 + Math.floor(chance.uniform() * 200)) * 3,
        Math.floor(chance.uniform() * 3) * 40_000,
      ),
    ]
    write({
      stream: 'btcusdt@depth@100ms',
      data: { e: 'depthUpdate', E: 1, s: 'BTCUSDT', U: first, u: id, b: change(-1), a: change(1) },
    })
  }
  diff()
  const snapshotAt = id
  diff()
  write({ lastUpdateId: snapshotAt, bids: side(-1), asks: side(1) })
  for (let count = 0; count < diffs; count++) {
    diff()
    if (count % 5 === 0)
      write({
        stream: 'btcusdt@trade',
        data: {
          e: 'trade',
          E: 1,
          s: 'BTCUSDT',
          t: count,
          p: `${unitsText(middle + 3, 2)}000000`,
          q: '0.01000000',
          T: 1,
          m: count % 2 === 0,
          M: true,
        },
      })
  }
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
