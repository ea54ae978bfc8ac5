import { randomBytes } from 'node:crypto'
import { expect, vi } from 'vitest'
import { checkLedger } from '../exchange/ledger/invariants.ts'
import type { Database } from '../platform/db/Database.ts'
import type { Answer, TestClient } from './createTestClient.ts'

/** What a client was answered for each of its orders. */
export interface OrderDiary {
  placed(): number
  /** Answers that are no acknowledgement: what became of those orders is unknown. */
  others(): readonly Answer[]
  /** The longest time between two acknowledgements since it was last asked. */
  longestPauseMs(): number
  /** No further orders. */
  end(): Promise<void>
  /**
   * Every order acknowledged so far gets into the ledger, none twice, and the ledger is sound, also
   * while further ones come.
   */
  expectWhole(db: Database): Promise<void>
}

const ORDER = {
  symbol: 'ETHUSDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  price: '2500',
  size: '0.004',
}
/** Orders that rest at the same time; each further one is followed by a cancellation. */
const MOST_RESTING = 20
const SETTLED_MS = 300_000

/** Orders that rest, one after the other, of which the oldest are cancelled again. */
export function keepOrderDiary(client: TestClient): OrderDiary {
  const acknowledged = new Map<string, string>()
  const cancelled = new Set<string>()
  const others: Answer[] = []
  const resting: string[] = []
  let isOver = false
  let [acknowledgedAt, longestMs] = [performance.now(), 0]

  async function turn(): Promise<void> {
    const clientOid = randomBytes(8).toString('hex')
    const answer = await client.post('/v1/spot/order/place', { ...ORDER, clientOid })
    if (answer.code !== '0') return void others.push(answer)
    const { orderId } = answer.data as { orderId: string }
    acknowledged.set(clientOid, orderId)
    longestMs = Math.max(longestMs, performance.now() - acknowledgedAt)
    acknowledgedAt = performance.now()
    resting.push(orderId)
    const oldest = resting.length > MOST_RESTING ? resting.shift() : undefined
    if (oldest === undefined) return
    const ended = await client.post('/v1/spot/order/cancel', { orderId: oldest })
    if (ended.code === '0') cancelled.add(oldest)
    else others.push(ended)
  }
  const running = (async () => {
    while (!isOver) await turn().catch((error: unknown) => void others.push(unanswered(error)))
  })()

  return {
    placed: () => acknowledged.size,
    others: () => others,
    longestPauseMs() {
      const longest = longestMs
      longestMs = 0
      return Math.round(longest)
    },
    end: async () => ((isOver = true), await running),
    async expectWhole(db) {
      const [due, over] = [[...acknowledged], [...cancelled]]
      const check = () => expectStored(db, { due, over })
      await vi.waitFor(check, { timeout: SETTLED_MS, interval: 100 })
    },
  }
}

/** What the ledger has of those that are due by now. */
async function expectStored(
  db: Database,
  {
    due,
    over,
  }: { readonly due: readonly (readonly [string, string])[]; readonly over: readonly string[] },
): Promise<void> {
  const rows = await db.query<{ client_oid: string; order_id: string; status: string }>(
    'select client_oid, order_id::text, status from spot_order where side = $1 and symbol = $2',
    ['buy', ORDER.symbol],
  )
  const stored = new Map(rows.map((row) => [row.client_oid, row]))
  expect(rows.length).toBe(stored.size)
  const lost = due.filter(([key, id]) => stored.get(key)?.order_id !== id)
  expect(lost).toEqual([])
  const byId = new Map(rows.map((row) => [row.order_id, row.status]))
  expect(over.filter((id) => byId.get(id) !== 'cancelled')).toEqual([])
  expect(await checkLedger(db)).toEqual([])
}

/** The edge itself is gone: nothing was answered. */
const unanswered = (error: unknown): Answer => ({
  code: 'unanswered',
  status: 'error',
  msg: String(error),
  data: null,
  http: 0,
  headers: {},
})
