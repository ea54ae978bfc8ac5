import type { Page, StatementLine } from '@x/api'
import { parseUnits } from '@x/decimal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

/** Lines of the account; 200,000 in the nightly run. */
const ROWS = Number(process.env['CSV_ROWS'] ?? 1_200)
const PIECE = Math.min(5_000, Math.ceil(ROWS / 3))
/** It only ends what hangs: on a busy machine a line takes some 10 ms. */
const LIMIT = Math.max(600_000, ROWS * 36)
/** Commands between two waits for the ledger. */
const BATCH = 1_000
const ANN = '1000000001'
type Exported = Page<StatementLine> & { readonly total: number | null }

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
  const { service } = harness.trading
  const names = { at: Date.now(), realm: 'live', userId: ANN } as const
  service.run({ kind: 'grant', ...names, key: 'funds', funds: { USDT: '1000000000000' } })
  for (let moved = 0; moved < ROWS / 2; moved++) {
    // oxlint-disable-next-line no-await-in-loop
    if (moved % BATCH === 0) await service.core.settled()
    move(moved)
  }
}, LIMIT)
afterAll(() => harness.close())

/** To the futures wallet and back in turn: two lines each, with another amount each time. */
function move(count: number): void {
  const isBack = count % 2 === 1
  harness.trading.service.run({
    kind: 'walletMove',
    at: Date.now(),
    realm: 'live',
    userId: ANN,
    from: isBack ? 'futures' : 'spot',
    to: isBack ? 'spot' : 'futures',
    asset: 'USDT',
    atoms: String(isBack ? count : count + 1),
    clientOid: `move-${count}`,
    digest: 'd',
  })
}

const page = (cursor: string | null) =>
  harness.call<Exported>('/v1/asset/statement/export', {
    userId: ANN,
    query: {
      limit: String(PIECE),
      to: String(Date.now()),
      kind: 'move',
      ...(cursor === null ? {} : { cursor }),
    },
  })
const atomsOf = ({ amount, asset }: StatementLine) => parseUnits(amount, scaleOf(asset)) ?? 0n

it(
  'exports every line once while the account goes on trading',
  async () => {
    const seen = new Set<string>()
    let [sum, spot, later] = [0n, 0n, ROWS / 2]
    let cursor: string | null = null
    let total: number | null = null
    do {
      // A page is asked for with the end of the one before.
      // oxlint-disable-next-line no-await-in-loop
      const { items, next, total: counted } = await page(cursor)
      total ??= counted
      for (const line of items) {
        seen.add(line.lineId)
        sum += atomsOf(line)
        if (line.account === 'spot') spot += atomsOf(line)
      }
      cursor = next
      // What happens meanwhile is newer than every page to come.
      move(later)
      later += 1
    } while (cursor !== null)
    expect([total, seen.size]).toEqual([ROWS, ROWS])
    // What left one wallet came to the other.
    expect(sum).toBe(0n)
    expect(spot).toBe(ROWS % 4 === 0 ? 0n : BigInt(-ROWS / 2))
  },
  LIMIT,
)
