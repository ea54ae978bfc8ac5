import type { CopyFollow, CopyLead, CopyOrder, Page, RedPacket, SpotFill } from '@x/api'
import { expect } from 'vitest'
import type { Sql } from '../platform/db/Database.ts'
import { createHttpClient } from './createHttpClient.ts'
import type { TestClient } from './createTestClient.ts'

/** Nothing else trades it in these tests: each of its fills is one of the lead. */
const SYMBOL = 'ETHUSDT'
const FOLLOWERS = 2
/** Orders of the lead that are on their way when the gateway is killed. */
const BURST = 12

/** Funds that run out, a price that moved, a start that took longer than a fill may wait. */
const SKIPS = ['funds', 'slippage', 'backlog']

/** A lead trader and followers whose gateway is killed between a fill and its copies. */
export interface ChaosCopies {
  /** Opens the lead, and pays the followers from it. */
  begin(lead: TestClient): Promise<void>
  /** Orders of the lead at once; resolves with the first fill that is answered. */
  burst(lead: TestClient): Promise<void>
  /** Resolves once every fill of the lead was copied or skipped for every follow. */
  caughtUp(lead: TestClient): Promise<void>
  /** Copies that a start made up for, of fills before the kill. */
  expectOnce(db: Sql, options: { readonly killedAt: number }): Promise<number>
}

export function createChaosCopies(url: string): ChaosCopies {
  const followers: TestClient[] = []
  let count = 0
  const clientOid = () => `copies-${count++}`
  const done = async <T>(answer: ReturnType<TestClient['post']>): Promise<T> => {
    const { code, msg, data } = await answer
    if (code !== '0') throw new Error(`Copy trading was refused: ${code} ${msg}`)
    return data as T
  }

  async function follow(name: string, terms: { readonly leadId: string; readonly code: string }) {
    const client = createHttpClient(url)
    await done(client.register(`${name}@example.com`))
    await done(client.post('/v1/redpacket/claim', { code: terms.code }))
    const { leadId } = terms
    const order = { leadId, mode: 'amount', amount: '6', allocation: '45', clientOid: clientOid() }
    await done<CopyFollow>(client.post('/v1/copy/follow/open', order))
    followers.push(client)
  }

  async function fillsOf(lead: TestClient): Promise<readonly SpotFill[]> {
    const path = `/v1/spot/order/fills?symbol=${SYMBOL}&limit=200`
    return (await done<Page<SpotFill>>(lead.get(path))).items
  }

  return {
    async begin(lead) {
      const terms = { nickname: 'Lea', pairs: [SYMBOL], share: '10', minimum: '10' }
      const { leadId } = await done<CopyLead>(
        lead.post('/v1/copy/lead/open', {
          ...terms,
          maxFollowers: 300,
          amount: '2000',
          clientOid: clientOid(),
        }),
      )
      const packet = { asset: 'USDT', amount: '100', count: FOLLOWERS, split: 'equal' }
      const { code } = await done<RedPacket>(
        lead.post('/v1/redpacket/create', { ...packet, clientOid: clientOid() }),
      )
      for (let nth = 0; nth < FOLLOWERS; nth++) await follow(`follower${nth}`, { leadId, code })
    },

    async burst(lead) {
      const order = { symbol: SYMBOL, side: 'buy', orderType: 'market', size: '12' }
      const orders = Array.from({ length: BURST }, () =>
        done(
          lead.post('/v1/spot/order/place', { ...order, funds: 'lead', clientOid: clientOid() }),
        ),
      )
      // Those that the kill overtakes have no answer.
      void Promise.allSettled(orders)
      await Promise.any(orders)
    },

    async caughtUp(lead) {
      const wanted = (await fillsOf(lead)).length
      for (const follower of followers) {
        const copies = async () =>
          (await done<Page<CopyOrder>>(follower.get('/v1/copy/orders?limit=200'))).items.length
        while ((await copies()) < wanted) await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },

    async expectOnce(db, { killedAt }) {
      const fills = await db.query<{ fill_id: bigint; at: bigint }>(
        `select f.fill_id, f.at from spot_fill f join spot_order o using (order_id)
          where o.owner like 'lead:%' order by f.fill_id`,
      )
      const copies = await db.query<{
        follow_id: bigint
        lead_fill_id: bigint
        reason: string | null
        at: bigint
        filled_lots: bigint | null
      }>(
        `select c.follow_id, c.lead_fill_id, c.reason, c.at, o.filled_lots from copy_order c
          left join spot_order o on o.order_id = c.order_id order by c.lead_fill_id, c.follow_id`,
      )
      const follows = [...new Set(copies.map(({ follow_id }) => follow_id))].toSorted((a, b) =>
        Number(a - b),
      )
      expect(follows).toHaveLength(FOLLOWERS)
      expect(copies.map((copy) => [copy.lead_fill_id, copy.follow_id])).toEqual(
        fills.flatMap(({ fill_id }) => follows.map((followId) => [fill_id, followId])),
      )
      const odd = copies.filter(({ reason, filled_lots }) =>
        reason === null ? !(Number(filled_lots) > 0) : !SKIPS.includes(reason),
      )
      expect(odd).toEqual([])
      const orders = await db.query<{ orders: number; traded: number }>(
        `select count(*)::int as orders,
          (select count(*)::int from copy_order where reason is null) as traded
          from spot_order where owner like 'copy:%' and filled_lots > 0`,
      )
      expect(orders[0]?.orders).toBe(orders[0]?.traded)
      const before = new Set(
        fills.filter(({ at }) => Number(at) < killedAt).map(({ fill_id }) => fill_id),
      )
      return copies.filter((copy) => Number(copy.at) >= killedAt && before.has(copy.lead_fill_id))
        .length
    },
  }
}
