import type { UserNotice } from '@x/api'
import { formatUnits } from '@x/decimal'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Order } from '../../exchange/state/order.ts'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createUserNotices, CURSOR } from './createUserNotices.ts'
import { noticesOf } from './noticesOfEffects.ts'
import type { Notice } from './notice.ts'
import type { NoticeChange, NoticeReader, UserNotices } from './ports/UserNotices.ts'

const DAY = 86_400_000
const NO_SUBJECT = { state: '', asset: null, amount: null, symbol: null }
const usdt = (atoms: bigint) => formatUnits(atoms, scaleOf('USDT'), { trim: true })
const START = Date.UTC(2026, 10, 20)

const order = (changes: Partial<Order> = {}): Order => ({
  product: 'spot',
  id: 5,
  realm: 'live',
  userId: 'ann',
  clientOid: 'c5',
  symbol: 'ETHUSDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  prevention: 'none',
  ticks: 300_000,
  lots: 10_000,
  budget: 0,
  makerPpm: 1_000,
  takerPpm: 1_000,
  createdAt: START,
  season: 0,
  queueAhead: 0,
  updatedAt: START,
  status: 'filled',
  filledLots: 10_000,
  filledTickLots: 3_000_000_000n,
  fee: 0n,
  held: 0n,
  ...changes,
})

const announcement = (id: string, changes: Partial<Notice> = {}): Notice => ({
  noticeId: id,
  publishedAt: START - DAY,
  texts: { '0': { title: `Title ${id}`, body: '' }, '8': { title: `Titel ${id}`, body: '' } },
  ...changes,
})

describe('what a record is worth a notice for', () => {
  const kindsOf = (changes: Partial<Order>) =>
    noticesOf({ at: START, orders: [order(changes)] }).map(({ kind }) => kind)

  it.each<[string, Partial<Order>, readonly string[]]>([
    ['a filled order', {}, ['filled']],
    ['a cancelled order that was filled in part', { status: 'cancelled' }, ['filled']],
    ['a cancelled order', { status: 'cancelled', filledLots: 0 }, []],
    ['an open order', { status: 'open', filledLots: 0 }, []],
    ['a part of an order', { status: 'partially_filled', filledLots: 10 }, []],
    ['a waiting order', { status: 'waiting', filledLots: 0 }, []],
    ['a trigger', { status: 'open', filledLots: 0, firedAt: START }, ['triggered']],
    ['an earlier trigger', { status: 'open', filledLots: 0, firedAt: START - 1 }, []],
    ['a trigger that filled at once', { firedAt: START }, ['triggered', 'filled']],
  ])('notifies of %s', (_name, changes, expected) => {
    expect(kindsOf(changes)).toEqual(expected)
  })

  describe('of coins that came or left', () => {
    const deposit = (changes: object = {}) => ({
      deposits: {
        booked: [
          {
            network: 'ethereum',
            txHash: `0x${'ab'.repeat(32)}`,
            ordinal: 0,
            userId: 'ann',
            asset: 'USDT',
            amount: 12_500_000n,
            height: 7,
            state: 'credited' as const,
            createdAt: START,
            updatedAt: START,
            ...changes,
          },
        ],
        claims: [],
        stale: [],
        moves: [],
      },
    })
    const summaryOf = (effects: object) =>
      noticesOf({ at: START, orders: [], ...effects }).map(({ kind, userId, realm, data }) => ({
        summary: `${kind} ${data.subject?.state} ${data.subject?.amount} ${data.subject?.asset}`,
        to: `${realm} ${userId}`,
      }))

    it('notifies the user of a credited and of a reversed deposit', () => {
      expect(summaryOf(deposit())).toEqual([
        { summary: `deposit credited ${usdt(12_500_000n)} USDT`, to: 'live ann' },
      ])
      expect(summaryOf(deposit({ state: 'reversed' }))[0]?.summary).toMatch(/^deposit reversed /)
    })

    it.each([{ state: 'unlocked' }, { state: 'contested' }, { userId: undefined }])(
      'notifies nobody of a deposit with %j',
      (changes) => expect(summaryOf(deposit(changes))).toEqual([]),
    )

    it('keeps apart what happened to one deposit, and repeats nothing', () => {
      const idOf = (changes: object = {}) =>
        noticesOf({ at: START, orders: [], ...deposit(changes) })[0]?.noticeId ?? ''
      expect(idOf()).toBe(idOf())
      expect(idOf()).not.toBe(idOf({ state: 'reversed' }))
      expect(idOf()).not.toBe(idOf({ ordinal: 1 }))
      expect(idOf().length).toBeLessThanOrEqual(80)
    })

    const withdrawal = (state: string) => ({
      withdrawals: [{ id: 3, userId: 'ann', state, asset: 'USDT', amount: 10n ** 9n, fee: 5n }],
    })
    it('names of a completed withdrawal what left, else what came back', () => {
      expect(summaryOf(withdrawal('completed'))[0]?.summary).toContain(usdt(10n ** 9n - 5n))
      expect(summaryOf(withdrawal('failed'))[0]?.summary).toContain(usdt(10n ** 9n))
      expect(summaryOf(withdrawal('rejected'))).toHaveLength(1)
      for (const state of ['pending', 'review', 'broadcast', 'confirming', 'cancelled'])
        expect(summaryOf(withdrawal(state)), state).toEqual([])
    })

    it('notifies the receiver of a payment, not its sender', () => {
      const send = { id: 9, userId: 'ann', toUserId: 'bob', asset: 'USDT', amount: 5n }
      expect(summaryOf({ payments: { conversions: [], sends: [send] } })).toEqual([
        { summary: `payment received ${usdt(5n)} USDT`, to: 'live bob' },
      ])
    })
  })

  it('notifies of each step of a liquidation in its realm', () => {
    const step = { id: 4, realm: 'paper' as const, userId: 'ann', at: START }
    const notices = noticesOf({
      at: START,
      orders: [],
      futures: {
        liquidations: [{ ...step, step: 'reduce', traded: { symbol: 'BTCUSDT' } }],
      } as never,
      margin: { liquidations: [{ ...step, step: 'trade', symbol: 'ETHUSDT' }] } as never,
    })
    expect(notices.map(({ noticeId, realm, data }) => [noticeId, realm, data.subject])).toEqual([
      ['liquidation:futures:4', 'paper', { ...NO_SUBJECT, state: 'reduce', symbol: 'BTCUSDT' }],
      ['liquidation:margin:4', 'paper', { ...NO_SUBJECT, state: 'trade', symbol: 'ETHUSDT' }],
    ])
  })

  it('says the filled size and the average price', () => {
    const [notice] = noticesOf({
      at: START,
      orders: [order({ filledLots: 5_000, filledTickLots: 1_500_000_000n, status: 'cancelled' })],
    })
    expect(notice).toMatchObject({
      userId: 'ann',
      realm: 'live',
      noticeId: 'filled:5',
      at: START,
      data: { order: { orderId: '5', symbol: 'ETHUSDT', side: 'buy', price: '3000.00' } },
    })
    expect(Number(notice?.data.order?.size)).toBe(0.5)
  })
})

describe('the notices of a user', () => {
  let db: Database
  let clock: ManualClock
  let notices: UserNotices
  let announced: Notice[]
  let changes: NoticeChange[]
  let count = 0
  let ann: NoticeReader
  const open = () =>
    createUserNotices({ db, clock, log: silentLog, source: { read: async () => announced } })
  beforeAll(async () => {
    db = await openTestDatabase()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.query('delete from user_notice')
    clock = createManualClock(START)
    announced = []
    changes = []
    notices = open()
    notices.onChange((change) => changes.push(change))
    ann = { userId: `ann${++count}`, realm: 'live', languages: ['0'] }
  })
  const ofAnn = (fields: Partial<Order> = {}) => order({ userId: ann.userId, ...fields })
  const publish = async (...orders: Order[]) => {
    notices.publish({ at: START, orders } as never)
    await notices.settled()
  }
  const list = async (reader = ann, page: { cursor?: string; limit?: number } = {}) =>
    notices.list(reader, { cursor: page.cursor, limit: page.limit ?? 50 })
  const idsOf = (items: readonly UserNotice[]) => items.map(({ noticeId }) => noticeId)

  it('keep a fill, unread', async () => {
    await publish(ofAnn())
    expect((await list()).items).toMatchObject([
      { noticeId: 'filled:5', kind: 'filled', isRead: false, title: null, isNewDevice: null },
    ])
    expect(await notices.unread(ann)).toBe(1)
  })

  it('keep one notice of an order, however often it is reported', async () => {
    await publish(ofAnn())
    await publish(ofAnn())
    expect((await list()).items).toHaveLength(1)
    expect(changes).toHaveLength(1)
  })

  it('are stored together where they come together', async () => {
    const calls: string[] = []
    const counted: Database = Object.assign(Object.create(db) as Database, {
      query: (text: string, params?: readonly unknown[]) => (
        calls.push(text),
        db.query(text, params)
      ),
    })
    notices = createUserNotices({
      db: counted,
      clock,
      log: silentLog,
      source: { read: async () => announced },
    })
    for (let id = 1; id <= 600; id++)
      notices.publish({ at: START, orders: [ofAnn({ id, updatedAt: START + id })] } as never)
    await notices.settled()
    expect(calls).toHaveLength(2)
    expect(await notices.unread(ann)).toBe(600)
    expect(idsOf((await list(ann, { limit: 2 })).items)).toEqual(['filled:600', 'filled:599'])
  })

  it('are kept where one beside them cannot be stored', async () => {
    await publish(ofAnn(), ofAnn({ id: 6, userId: 'no\u0000text' }), ofAnn({ id: 7 }))
    expect(idsOf((await list()).items)).toEqual(['filled:7', 'filled:5'])
    expect(changes).toHaveLength(2)
  })

  it('are the same after a restart', async () => {
    await publish(ofAnn())
    const before = await list()
    notices = open()
    await notices.start()
    await notices.settled()
    expect(await list()).toEqual(before)
  })

  it('are of one user and one realm', async () => {
    await publish(ofAnn(), ofAnn({ id: 6, realm: 'paper' }), ofAnn({ id: 7, userId: 'bob' }))
    expect(idsOf((await list()).items)).toEqual(['filled:5'])
    expect(idsOf((await list({ ...ann, realm: 'paper' })).items)).toEqual(['filled:6'])
    expect(await notices.unread({ ...ann, realm: 'paper' })).toBe(1)
  })

  it('show a log-in in both realms', async () => {
    notices.login(ann.userId, { isNewDevice: true })
    await notices.settled()
    for (const realm of ['live', 'paper'] as const)
      expect((await list({ ...ann, realm })).items).toMatchObject([
        { kind: 'login', isNewDevice: true, order: null },
      ])
  })

  it('show a change of what secures the account, and coins that arrived', async () => {
    notices.security(ann.userId, 'passwordChanged')
    const send = { id: 1, userId: 'bob', toUserId: ann.userId, asset: 'USDT', amount: 5_000_000n }
    const sends = [{ ...send, clientOid: 'c', digest: 'd', value: 5n, at: START }]
    notices.publish({ at: START, orders: [], payments: { conversions: [], sends } } as never)
    await notices.settled()
    const states = (await list()).items.map(({ kind, subject }) => `${kind} ${subject?.state}`)
    expect(states.toSorted()).toEqual(['payment received', 'security passwordChanged'])
  })

  it('come the latest first, page by page, none twice', async () => {
    announced = [announcement('a', { publishedAt: START + 3 })]
    clock = createManualClock(START + 100)
    notices = open()
    const at = (id: number, time: number) => ofAnn({ id, updatedAt: START + time })
    await publish(at(1, 1), at(2, 2), at(3, 2), at(4, 5))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<UserNotices['list']>> = await list(ann, {
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      })
      if (page.next !== null) expect(page.next).toMatch(CURSOR)
      seen.push(...idsOf(page.items))
      cursor = page.next
    } while (cursor !== null)
    expect(seen).toEqual(['filled:4', 'announcement:a', 'filled:3', 'filled:2', 'filled:1'])
  })

  it('are read on every device once they are read on one', async () => {
    await publish(ofAnn(), ofAnn({ id: 6 }))
    await notices.read(ann, ['filled:6'])
    expect(await notices.unread(ann)).toBe(1)
    const read = (await list()).items.filter(({ isRead }) => isRead)
    expect(idsOf(read)).toEqual(['filled:6'])
    expect(changes.at(-1)).toMatchObject({
      userId: ann.userId,
      notices: [{ noticeId: 'filled:6', isRead: true }],
    })
  })

  it('are all read at once, announcements too', async () => {
    announced = [announcement('a')]
    await publish(ofAnn())
    notices.login(ann.userId, { isNewDevice: false })
    await notices.settled()
    expect(await notices.unread(ann)).toBe(3)
    await notices.read(ann, undefined)
    expect(await notices.unread(ann)).toBe(0)
    expect((await list()).items.every(({ isRead }) => isRead)).toBe(true)
  })

  it('leave those of another user and of the other realm unread', async () => {
    const bob: NoticeReader = { ...ann, userId: `${ann.userId}-bob` }
    await publish(ofAnn({ id: 6, realm: 'paper' }), ofAnn({ id: 7, userId: bob.userId }))
    await notices.read(ann, ['filled:7', 'filled:6'])
    await notices.read(ann, undefined)
    expect([await notices.unread(bob), await notices.unread({ ...ann, realm: 'paper' })]).toEqual([
      1, 1,
    ])
    expect(changes.filter(({ notices: [first] }) => first?.isRead)).toEqual([])
  })

  it.each(['announcement:none', "' or 1=1 --", 'filled:404'])('ignore the id %s', async (id) => {
    announced = [announcement('a')]
    await publish(ofAnn())
    await notices.read(ann, [id])
    expect(await notices.unread(ann)).toBe(2)
  })

  it('say an announcement in the language of the reader', async () => {
    announced = [announcement('a')]
    const titleIn = async (language: string) =>
      (await list({ ...ann, languages: [language] })).items[0]?.title
    expect([await titleIn('0'), await titleIn('8'), await titleIn('99')]).toEqual([
      'Title a',
      'Titel a',
      'Title a',
    ])
  })

  it('drop an announcement that is over, and its unread mark', async () => {
    announced = [announcement('a', { until: START })]
    expect([await notices.unread(ann), (await list()).items]).toEqual([0, []])
  })

  it('are kept for 90 days', async () => {
    await publish(ofAnn({ updatedAt: START - 91 * DAY }), ofAnn({ id: 6 }))
    await notices.start()
    expect(idsOf((await list()).items)).toEqual(['filled:6'])
  })

  it('lose nothing else where one cannot be stored', async () => {
    await publish(ofAnn({ realm: 'unknown' as never }))
    await publish(ofAnn({ id: 6 }))
    expect(idsOf((await list()).items)).toEqual(['filled:6'])
  })

  it('have in the latest ones no announcement', async () => {
    announced = [announcement('a')]
    await publish(ofAnn())
    expect(idsOf(await notices.latest(ann))).toEqual(['filled:5'])
  })
})

describe('the cursor of a list of notices', () => {
  it.each(['0.a', '1795456300138.filled:5', '1.announcement:a.b', `1.${'x'.repeat(80)}`])(
    'may be %s',
    (cursor) => expect(cursor).toMatch(CURSOR),
  )

  it.each([
    '',
    '.',
    '1',
    '1.',
    '.a',
    'a.1',
    '-1.a',
    '1.a b',
    "1.'",
    `1.${'x'.repeat(81)}`,
    '1e9.a',
  ])('may not be %j', (cursor) => expect(cursor).not.toMatch(CURSOR))
})

it('passes on each change until a listener leaves', async () => {
  const db = await openTestDatabase()
  const clock = createManualClock(START)
  const source = { read: async () => [] }
  const notices = createUserNotices({ db, clock, log: silentLog, source })
  const received: NoticeChange[] = []
  const leave = notices.onChange((change) => received.push(change))
  notices.login('ann', { isNewDevice: true })
  await notices.settled()
  leave()
  await notices.read({ userId: 'ann', realm: 'live', languages: [] }, undefined)
  expect(received).toMatchObject([{ userId: 'ann', realm: '', notices: [{ kind: 'login' }] }])
  await db.close()
})
