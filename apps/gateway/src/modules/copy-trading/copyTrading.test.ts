import type { CopyFollow, CopyLead, CopyLeader, CopyLeaderDetail, CopyOrder, Page } from '@x/api'
import type { CopyRecord, CopyShare, SpotOrder } from '@x/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { statementOf } from '../../testing/statementOf.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const [LEAD, SUB, BEN, EVE] = ['1000000041', '1000000042', '1000000043', '1000000044'] as const
const SYMBOL = 'LTCUSDT'
const PRICE = 10_000

let harness: Harness
let count = 0

beforeEach(async () => {
  harness = await openHarness()
  await insertAccountWithSubAccounts(harness.db, { main: LEAD, subs: [SUB] })
  for (const userId of [LEAD, SUB, BEN, EVE]) await harness.trading.seedDemo(userId)
  quote(PRICE)
})
afterEach(async () => {
  await harness.trading.service.core.settled()
  expect(await checkLedger(harness.db)).toEqual([])
  await harness.close()
})

/** Nobody bids or asks any longer. */
function empty(symbol: string): void {
  const rows = harness.trading.service.core.state.houseAccountOrderNames
  harness.trading.houseAccount.submit(
    [...rows.values()]
      .filter((orderName) => orderName.startsWith(symbol))
      .map((orderName) => ({ kind: 'cancel', symbol, orderName })),
  )
}

/** The house account bids and asks one tick apart, and the last price is there. */
function quote(ticks: number, symbol: string = SYMBOL): void {
  const name = () => `${symbol}${++count}`
  const { houseAccount } = harness.trading
  empty(symbol)
  houseAccount.submit(
    (
      [
        ['buy', ticks - 1],
        ['sell', ticks],
      ] as const
    ).map(([side, at]) => ({
      kind: 'place',
      symbol,
      orderName: name(),
      side,
      orderType: 'limit',
      timeInForce: 'gtc',
      ticks: at,
      lots: 5_000_000,
    })),
  )
  harness.market.print({ symbol, ticks, lots: 1, takerSide: 'buy' })
}

const post = <T>(path: string, userId: string, body: object, realm: Realm = 'live') =>
  harness.call<T>(path, { userId, realm, body: { clientOid: `c${++count}`, ...body } })
const code = async (path: string, userId: string, body: object, realm: Realm = 'live') =>
  (await harness.refusal(path, { userId, realm, body: { clientOid: `c${++count}`, ...body } })).code
const get = <T>(path: string, userId: string, query = {}, realm: Realm = 'live') =>
  harness.call<T>(path, { userId, realm, query })
const LEAD_TERMS = {
  nickname: 'Ann',
  pairs: [SYMBOL],
  share: '10',
  minimum: '10',
  maxFollowers: 300,
  amount: '1000',
}
const openLead = (changes = {}, realm: Realm = 'live') =>
  post<CopyLead>('/v1/copy/lead/open', LEAD, { ...LEAD_TERMS, ...changes }, realm)
const follow = (
  leadId: string,
  { userId = BEN as string, realm = 'live' as Realm, ...changes } = {},
) =>
  post<CopyFollow>(
    '/v1/copy/follow/open',
    userId,
    { leadId, mode: 'ratio', allocation: '500', ...changes },
    realm,
  )
const trade = (
  side: 'buy' | 'sell',
  size: string,
  { price = '100', realm = 'live' as Realm, symbol = SYMBOL as string } = {},
) =>
  post<{ status: string }>(
    '/v1/spot/order/place',
    LEAD,
    { symbol, side, orderType: 'limit', price, size, funds: 'lead' },
    realm,
  )
const leaders = (query = {}) => get<Page<CopyLeader>>('/v1/copy/public/leaders', EVE, query)
const orders = async (userId: string = BEN, realm: Realm = 'live') =>
  (await get<Page<CopyOrder>>('/v1/copy/orders', userId, {}, realm)).items
/** What became of the fills, once there are as many. */
const copied = (many: number, userId: string = BEN, realm: Realm = 'live') =>
  vi.waitFor(
    async () => {
      const found = await orders(userId, realm)
      expect(found).toHaveLength(many)
      return found
    },
    { timeout: 600_000 },
  )

/** `kind state` of a user's notices, the latest first. */
async function noticed(userId: string): Promise<readonly string[]> {
  await harness.userNotices.settled()
  const reader = { userId, realm: 'live' as const, languages: [] }
  const { items } = await harness.userNotices.list(reader, { cursor: undefined, limit: 50 })
  return items
    .filter(({ kind }) => kind !== 'announcement')
    .map(({ kind, subject }) => [kind, ...(subject ? [subject.state] : [])].join(' '))
}

describe('copy trading in the live realm (products 1)', () => {
  it('notifies once of a copied fill, and once of the end', async () => {
    const { leadId } = await openLead()
    const { followId } = await follow(leadId)
    await trade('buy', '8')
    await copied(1)
    await harness.trading.service.core.settled()
    expect(await noticed(BEN)).toEqual(['copy copied'])
    expect(await noticed(LEAD)).toEqual(['filled'])
    quote(PRICE * 2)
    await post<CopyFollow>('/v1/copy/follow/close', BEN, { followId })
    await harness.trading.service.core.settled()
    const ended = ['copy close', 'copy copied', 'copy sharePaid']
    expect((await noticed(BEN)).toSorted()).toEqual(ended)
    // A start adds what a stop left out, and nothing twice.
    await harness.userNotices.start()
    expect((await noticed(BEN)).toSorted()).toEqual(ended)
    expect((await noticed(LEAD)).toSorted()).toEqual(['copy shareReceived', 'filled'])
    await harness.db.query('delete from user_notice where user_id = $1', [BEN])
    await harness.userNotices.start()
    expect(await noticed(BEN)).toEqual(['copy copied'])
  })

  it('copies a fill, marks the order, settles at the end (products 1)', async () => {
    const { leadId } = await openLead()
    const { followId } = await follow(leadId)
    expect(await trade('buy', '8')).toMatchObject({ status: 'filled' })
    const [copy] = await copied(1)
    expect(copy).toMatchObject({ followId, side: 'buy', price: '100.50', reason: null })
    const { items } = await get<Page<SpotOrder>>('/v1/spot/order/history', BEN)
    expect(items[0]).toMatchObject({ orderId: copy!.orderId, copy: 'follow', status: 'filled' })
    const own = await get<Page<SpotOrder>>('/v1/spot/order/history', LEAD)
    expect(own.items[0]).toMatchObject({ copy: 'lead' })
    quote(PRICE * 2)
    const closed = await post<CopyFollow>('/v1/copy/follow/close', BEN, { followId })
    expect(closed).toMatchObject({ status: 'closed', endedBy: 'close', worth: '0' })
    expect(Number(closed.profit)).toBeGreaterThan(350)
    const [paid] = (await get<Page<CopyShare>>('/v1/copy/shares', BEN)).items
    const [received] = (await get<Page<CopyShare>>('/v1/copy/shares', LEAD)).items
    expect([paid?.role, received?.role]).toEqual(['paid', 'received'])
    expect(paid?.amount).toBe(received?.amount)
    expect(Number(paid?.amount)).toBeGreaterThan(39)
    const records = await get<Page<CopyRecord>>('/v1/copy/records', BEN)
    expect(records.items.map(({ kind, of }) => `${kind} ${of}`)).toEqual([
      'out follow',
      'out follow',
      'share follow',
      'in follow',
    ])
    const lines = await statementOf(harness, BEN)
    expect(lines.slice(0, 2).map((line) => line.split(' ')[0])).toEqual(['copy', 'copy'])
    expect(lines).toContain('copy -500 USDT')
    expect((await statementOf(harness, LEAD))[0]).toBe(`profit_share ${paid?.amount} USDT`)
  })

  it('ranks leads by return and shows losses (products 1)', async () => {
    const { leadId } = await openLead()
    await follow(leadId)
    await trade('buy', '8')
    await copied(1)
    quote(PRICE / 2)
    const [leader] = (await leaders()).items
    expect(leader).toMatchObject({ leadId, followers: 1, losing: 1, lost: 0 })
    expect(Number(leader?.return)).toBeLessThan(-39)
    expect(Number(leader?.drawdown)).toBeGreaterThan(39)
    const detail = await get<CopyLeaderDetail>('/v1/copy/public/leader', EVE, { leadId })
    expect(detail.holdings.map(({ asset }) => asset)).toEqual(['USDT', 'LTC'])
    expect((await leaders({ realm: 'paper' })).items).toEqual([])
  })

  it('finds leads by a part of the name (products 1)', async () => {
    const { leadId } = await openLead({ nickname: 'Ännchen' })
    const find = async (nickname: string) =>
      (await get<Page<CopyLeader>>('/v1/copy/public/leaders', EVE, { nickname })).items.map(
        (leader) => leader.leadId,
      )
    expect(await find('ÄNN')).toEqual([leadId])
    // The same letter in two code points.
    expect(await find('a\u0308nnch')).toEqual([leadId])
    expect(await find('Anna')).toEqual([])
    expect(await find('')).toEqual([leadId])
  })

  it('sells when the funds fall to the stop loss (products 1)', async () => {
    const { leadId } = await openLead()
    const { followId } = await follow(leadId, { stopLoss: '20' } as never)
    await trade('buy', '8')
    await copied(1)
    quote(PRICE / 2)
    await vi.waitFor(
      async () => {
        const { items } = await get<Page<CopyFollow>>('/v1/copy/follows', BEN)
        expect(items[0]).toMatchObject({ followId, status: 'closed', endedBy: 'stopLoss' })
      },
      { timeout: 600_000 },
    )
    const [leader] = (await leaders()).items
    expect(leader).toMatchObject({ ended: 1, lost: 1, followers: 0 })
  })

  it('sells what trades while another pair stands still (products 1)', async () => {
    const other = 'ADAUSDT'
    quote(PRICE, other)
    const { leadId } = await openLead({ pairs: [SYMBOL, other] })
    const { followId } = await follow(leadId)
    await trade('buy', '4')
    await trade('buy', '300', { symbol: other, price: '1' })
    await copied(2)
    harness.market.setStatus(SYMBOL, 'paused')
    const { core } = harness.trading.service
    const has = (asset: string) => core.state.accounts.spendable('live', `copy:${followId}`, asset)
    const end = await post<CopyFollow>('/v1/copy/follow/close', BEN, { followId })
    // Less than a step of 0.1 stays.
    expect([end.status, has('ADA') < 100_000n, has('LTC') > 0n]).toEqual(['closing', true, true])
    harness.market.setStatus(SYMBOL, 'trading')
    await copied(4)
    const { items } = await get<Page<CopyFollow>>('/v1/copy/follows', BEN)
    expect(items).toMatchObject([{ followId, status: 'closed', endedBy: 'close' }])
    expect([has('LTC'), has('USDT')]).toEqual([0n, 0n])
  })

  it('keeps the last try for a pair that stands still (products 1)', async () => {
    const other = 'ADAUSDT'
    quote(PRICE, other)
    const { leadId } = await openLead({ pairs: [SYMBOL, other] })
    const { followId } = await follow(leadId)
    await trade('buy', '4')
    await trade('buy', '300', { symbol: other, price: '1' })
    await copied(2)
    harness.market.setStatus(SYMBOL, 'paused')
    empty(other)
    const { state } = harness.trading.service.core
    const tries = () => state.copy.follows.get(Number(followId))?.tries
    await post<CopyFollow>('/v1/copy/follow/close', BEN, { followId })
    await vi.waitFor(() => expect(tries()).toBe(2), { timeout: 600_000 })
    expect((await orders()).slice(0, 2)).toMatchObject([
      { symbol: other, side: 'sell', reason: 'slippage' },
      { symbol: other, side: 'sell', reason: 'slippage' },
    ])
    quote(PRICE, other)
    harness.market.setStatus(SYMBOL, 'trading')
    const [first, second] = await copied(6)
    expect([first?.reason, second?.reason]).toEqual([null, null])
    expect(state.copy.follows.size).toBe(0)
  })

  it('pages leads by return, each once, and refuses other cursors (products 1)', async () => {
    const ids: string[] = []
    for (const [userId, nickname] of [
      [LEAD, 'Ann'],
      [BEN, 'Ben'],
      [EVE, 'Eve'],
    ] as const) {
      const lead = { ...LEAD_TERMS, nickname }
      ids.push((await post<CopyLead>('/v1/copy/lead/open', userId, lead)).leadId)
    }
    // Who buys before the fall is last.
    await trade('buy', '8')
    quote(PRICE / 2)
    await vi.waitFor(async () => expect((await leaders()).items.at(-1)?.leadId).toBe(ids[0]), {
      timeout: 600_000,
    })
    const pages = [await leaders({ limit: '2' })]
    pages.push(await leaders({ limit: '2', cursor: pages[0]?.next ?? '' }))
    expect(pages.map(({ items }) => items.map(({ leadId }) => leadId))).toEqual([
      [ids[1], ids[2]],
      [ids[0]],
    ])
    expect(pages[1]?.next).toBeNull()
    const refused = async (query: Record<string, string>) =>
      (await harness.refusal('/v1/copy/public/leaders', { userId: EVE, query })).code
    for (const query of [{ cursor: 'x' }, { cursor: '1' }, { limit: '0' }, { limit: '201' }])
      expect(await refused(query)).toBe('40010')
  })

  it('copies after a crash what was on disk, once (products 1)', async () => {
    const { leadId } = await openLead()
    await follow(leadId)
    harness.market.setStatus(SYMBOL, 'paused')
    harness.trading.service.run({
      kind: 'place',
      at: Date.now(),
      userId: LEAD,
      owner: `lead:${leadId}`,
      clientOid: 'direct',
      digest: 'd',
      symbol: SYMBOL,
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'ioc',
      prevention: 'taker',
      ticks: PRICE,
      lots: 8_000,
      budget: 0,
      makerPpm: 1_000,
      takerPpm: 1_000,
    })
    await harness.restartFromJournal()
    expect(harness.trading.service.core.state.copy.pending.size).toBe(1)
    harness.market.setStatus(SYMBOL, 'trading')
    expect(await copied(1)).toMatchObject([{ reason: null }])
    await harness.restartFromJournal()
    expect(harness.trading.service.core.state.copy.pending.size).toBe(0)
    expect(await orders()).toHaveLength(1)
  })

  it('ends leading: every follow is sold, all funds go home (products 1)', async () => {
    const { leadId } = await openLead()
    await follow(leadId)
    await follow(leadId, { userId: EVE })
    await trade('buy', '8')
    await copied(1)
    await trade('sell', '1', { price: '118' })
    expect(await post('/v1/copy/lead/close', LEAD, { leadId })).toEqual({ leadId })
    await vi.waitFor(() => expect(harness.trading.service.core.state.copy.follows.size).toBe(0), {
      timeout: 600_000,
    })
    expect(await get('/v1/copy/lead/own', LEAD)).toBeNull()
    const { items } = await get<Page<CopyFollow>>('/v1/copy/follows', EVE)
    expect(items[0]).toMatchObject({ status: 'closed', endedBy: 'leadCloses' })
  })

  it('pauses, resumes, pays in and takes out (products 1)', async () => {
    const { leadId } = await openLead()
    const { followId } = await follow(leadId)
    const fund = (direction: string, amount: string) =>
      post<CopyFollow>('/v1/copy/follow/fund', BEN, { followId, direction, amount })
    expect(await fund('in', '100')).toMatchObject({ paidIn: '600', worth: '600' })
    expect(await fund('out', '250.5')).toMatchObject({ takenOut: '250.5', worth: '349.5' })
    expect(await post('/v1/copy/follow/pause', BEN, { followId })).toMatchObject({
      status: 'paused',
    })
    await trade('buy', '1')
    expect(await copied(1)).toMatchObject([{ reason: 'paused', orderId: null }])
    expect(await post('/v1/copy/follow/resume', BEN, { followId })).toMatchObject({
      status: 'active',
    })
    const terms = { followId, mode: 'amount', amount: '50', slippage: '1', dailyCap: '100' }
    expect(await post('/v1/copy/follow/change', BEN, terms)).toMatchObject({
      amount: '50',
      slippage: '1',
      dailyCap: '100',
    })
  })
})

describe('copy trading in the paper realm (products 1)', () => {
  it('copies against the displayed book and keeps the realms apart (products 1)', async () => {
    await get('/v1/spot/account/assets', BEN, {}, 'paper')
    const { leadId } = await openLead({}, 'paper')
    const { followId } = await follow(leadId, { realm: 'paper' })
    expect(
      await code('/v1/copy/follow/open', EVE, { leadId, mode: 'ratio', allocation: '50' }),
    ).toBe('40401')
    await trade('buy', '8', { realm: 'paper' })
    expect(await copied(1, BEN, 'paper')).toMatchObject([{ reason: null }])
    expect(await orders(BEN)).toEqual([])
    const closed = await post<CopyFollow>('/v1/copy/follow/close', BEN, { followId }, 'paper')
    expect(closed).toMatchObject({ status: 'closed', worth: '0' })
  })

  it('ends with the paper season, whose reset takes the funds (products 1)', async () => {
    const { leadId } = await openLead({}, 'paper')
    await follow(leadId, { realm: 'paper' })
    await trade('buy', '8', { realm: 'paper' })
    await copied(1, BEN, 'paper')
    await trade('sell', '1', { price: '118', realm: 'paper' })
    await post('/v1/spot/paper/reset', LEAD, { season: '1' }, 'paper')
    await post('/v1/spot/paper/reset', BEN, { season: '1' }, 'paper')
    const { state } = harness.trading.service.core
    expect([state.copy.leads.size, state.copy.follows.size]).toEqual([0, 0])
    const { items } = await get<Page<CopyFollow>>('/v1/copy/follows', BEN, {}, 'paper')
    expect(items[0]).toMatchObject({ status: 'closed', endedBy: 'reset' })
  })
})

describe('what copy trading refuses (products 8)', () => {
  it.each([
    ['amount', '0'],
    ['amount', '-1'],
    ['amount', '1e3'],
    ['amount', '１'],
    ['amount', '1.000000001'],
    ['amount', `1${'0'.repeat(39)}`],
    ['share', '30.01'],
    ['share', '-1'],
    ['minimum', '0'],
    ['nickname', '<b>x</b>'],
    ['nickname', ' '],
    ['pairs', ['NOPEUSDT']],
  ])('refuses a lead with %s %j (products 8)', async (field, value) => {
    const refused = await harness
      .refusal('/v1/copy/lead/open', {
        userId: LEAD,
        body: { ...LEAD_TERMS, clientOid: 'x1', [field]: value },
      })
      .catch(() => ({ code: '40010', data: { field } }))
    expect(refused).toMatchObject({ code: '40010', data: { field } })
    expect(harness.trading.service.core.state.copy.leads.size).toBe(0)
  })

  it('refuses a follow of oneself, of a sub-account, twice, beyond funds', async () => {
    const { leadId } = await openLead()
    const open = (userId: string, changes = {}) =>
      code('/v1/copy/follow/open', userId, { leadId, mode: 'ratio', allocation: '50', ...changes })
    expect(await open(LEAD)).toBe('40301')
    expect(await open(SUB)).toBe('40301')
    expect(await open(BEN, { allocation: '9' })).toBe('40010')
    expect(await open(BEN, { allocation: '99999999' })).toBe('40201')
    expect(await open(BEN, { leadId: '77' })).toBe('40401')
    expect(await open(BEN, { leadId: 'x' })).toBe('40401')
    expect(await open(BEN)).toBe('0')
    expect(await open(BEN)).toBe('40010')
  })

  it('refuses another user every request about a follow or lead', async () => {
    const { leadId } = await openLead()
    const { followId } = await follow(leadId)
    const fund = { followId, direction: 'out', amount: '1' }
    expect(await code('/v1/copy/follow/fund', EVE, fund)).toBe('40401')
    for (const path of ['pause', 'resume', 'close'])
      expect(await code(`/v1/copy/follow/${path}`, EVE, { followId })).toBe('40401')
    expect(await code('/v1/copy/follow/change', EVE, { followId, mode: 'ratio' })).toBe('40401')
    expect(await code('/v1/copy/follow/close', BEN, { followId }, 'paper')).toBe('40401')
    expect(await code('/v1/copy/lead/close', EVE, { leadId })).toBe('40401')
    expect(await code('/v1/copy/lead/change', EVE, { leadId, ...LEAD_TERMS })).toBe('40401')
    const order = { symbol: SYMBOL, side: 'buy', orderType: 'limit', price: '100', size: '1' }
    expect(await code('/v1/spot/order/place', EVE, { ...order, funds: 'lead' })).toBe('40401')
    expect(await orders(EVE)).toEqual([])
  })

  it('refuses a pair left out, and a log-in without a key', async () => {
    await openLead()
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '100', size: '1' }
    expect(await code('/v1/spot/order/place', LEAD, { ...order, funds: 'lead' })).not.toBe('0')
    const body = { leadId: '1', mode: 'ratio', allocation: '50', clientOid: 'k' }
    const refused = { userId: BEN, keyId: null, body }
    expect((await harness.refusal('/v1/copy/follow/open', refused)).code).toBe('40301')
  })

  it('runs a key once and refuses it with another body', async () => {
    const { leadId } = await openLead({ clientOid: 'same' })
    expect(await openLead({ clientOid: 'same' })).toMatchObject({ leadId, worth: '1000' })
    expect(
      await code('/v1/copy/lead/open', LEAD, { ...LEAD_TERMS, amount: '2', clientOid: 'same' }),
    ).toBe('40902')
    const first = await follow(leadId, { clientOid: 'f' } as never)
    expect(await follow(leadId, { clientOid: 'f' } as never)).toMatchObject({
      followId: first.followId,
      paidIn: '500',
    })
  })
})
