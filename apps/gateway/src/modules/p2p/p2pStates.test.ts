import type { P2pMessage, P2pOrder, P2pOrderDetail, P2pOwnAdvert, P2pPaymentMethod } from '@x/api'
import { browserClock } from '@x/kit/browser'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { type Harness, openHarness, OPERATOR } from '../../testing/tradingHarness.ts'
import type { StepUpAction } from '../sessions/ports/StepUp.ts'
import { stopWithdrawals } from '../sessions/ports/withdrawalStop.ts'
import { createStepUp } from '../sessions/stepUp.ts'

type Status = 'awaitingPayment' | 'paid' | 'appealed'
type Event = 'paid' | 'cancel' | 'release' | 'appeal' | 'rule'
type Who = 'buyer' | 'seller' | 'operator' | 'other'

const MINUTE = 60_000
const OTHER = '1900000000'
const PATHS: Readonly<Record<Event, string>> = {
  paid: '/v1/p2p/order/paid',
  cancel: '/v1/p2p/order/cancel',
  release: '/v1/p2p/order/confirmPutCoin',
  appeal: '/v1/p2p/order/appeal',
  rule: '/v1/ops/p2p/ruling',
}
/** What each party gets for each event in each state; who is not named gets 40401. */
const ANSWERS: Readonly<Record<Status, Readonly<Record<Event, Partial<Record<Who, string>>>>>> = {
  awaitingPayment: {
    paid: { buyer: '0' },
    cancel: { buyer: '0' },
    release: { seller: '40241' },
    appeal: { buyer: '40241', seller: '40241' },
    rule: { operator: '40241', buyer: '40301', seller: '40301', other: '40301' },
  },
  paid: {
    // Repeated it answers what it answered before, to either party.
    paid: { buyer: '0', seller: '0' },
    cancel: { buyer: '0' },
    release: { seller: '0' },
    appeal: { buyer: '0', seller: '0' },
    rule: { operator: '40241', buyer: '40301', seller: '40301', other: '40301' },
  },
  appealed: {
    paid: { buyer: '40241' },
    cancel: { buyer: '0' },
    release: { seller: '0' },
    appeal: { buyer: '0', seller: '0' },
    rule: { operator: '0', buyer: '40301', seller: '40301', other: '40301' },
  },
}

let now = Date.UTC(2026, 5, 10, 9)
let last = 0
let harness: Harness
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
const clock = {
  ...browserClock(),
  now: () => now,
  monotonic: () => now,
  after: (ms: number, run: () => void) => browserClock().after(ms === 2_000 ? 5 : ms, run),
}
const store = createMemoryTtlStore({ clock })

beforeAll(async () => {
  harness = await openHarness({ clock, store })
})
afterEach(async () => {
  await harness.trading.service.core.settled()
  expect(await checkLedger(harness.db)).toEqual([])
})
afterAll(() => harness.close())

const call = <T>(path: string, userId: string, body: object) =>
  harness.call<T>(path, { userId, body: { ...body } })
const codeOf = async (path: string, userId: string, body: object) =>
  (await harness.refusal(path, { userId, body: { ...body } })).code
const nextId = () => String(1_000_000_000 + ++last)
const availableOf = (userId: string, asset = 'USDT') =>
  harness.trading.service.assets({ realm: 'live', userId }).find((each) => each.asset === asset)
    ?.available

async function prove(userId: string, action: StepUpAction): Promise<string> {
  const stepUp = createStepUp({ store, random })
  const challenge = { sessionId: `session-${userId}`, action, challenge: null }
  return stepUp.prove(await stepUp.begin(challenge))
}

interface Trade {
  readonly seller: string
  readonly buyer: string
  readonly advert: P2pOwnAdvert
  readonly orderId: string
}

/** A seller with funds and a way to be paid. */
async function newSeller(): Promise<{ readonly seller: string; readonly methodId: string }> {
  const seller = nextId()
  await harness.trading.seedDemo(seller)
  const { methodId } = await call<P2pPaymentMethod>('/v1/p2p/payment/add', seller, {
    type: 'bank',
    holder: 'Seller',
    fields: { bank: 'First', account: '1' },
    verifyToken: await prove(seller, 'p2pPayment'),
  })
  return { seller, methodId }
}

async function newAdvert(
  { seller, methodId }: { readonly seller: string; readonly methodId: string },
  changes: object = {},
): Promise<P2pOwnAdvert> {
  return call('/v1/p2p/advert/publish', seller, {
    side: 'sell',
    asset: 'USDT',
    fiat: 'EUR',
    price: '1',
    amount: '50',
    minimum: '1',
    maximum: '50',
    payMinutes: 15,
    paymentTypes: [],
    methodIds: [methodId],
    clientOid: 'advert',
    verifyToken: await prove(seller, 'p2pAdvert'),
    ...changes,
  })
}

const take = (buyer: string, advert: P2pOwnAdvert, changes: object = {}) =>
  call<P2pOrder>('/v1/p2p/order/create', buyer, {
    advertId: advert.advertId,
    version: advert.version,
    price: advert.price,
    amount: '10',
    clientOid: 'order',
    ...changes,
  })

/** A new advert with an order in a state, ten minutes after its payment. */
async function tradeIn(status: Status): Promise<Trade> {
  const party = await newSeller()
  const buyer = nextId()
  const advert = await newAdvert(party)
  const { orderId } = await take(buyer, advert)
  if (status !== 'awaitingPayment') {
    await call(PATHS.paid, buyer, { orderId })
    now += 10 * MINUTE
  }
  if (status === 'appealed') await call(PATHS.appeal, buyer, { orderId, reason: 'No coins' })
  return { seller: party.seller, buyer, advert, orderId }
}

async function bodyOf(event: Event, { orderId, seller }: Trade): Promise<object> {
  if (event === 'appeal') return { orderId, reason: 'Look at this' }
  if (event === 'rule') return { orderId, outcome: 'refunded', reason: 'Not paid' }
  if (event === 'release') return { orderId, verifyToken: await prove(seller, 'p2pRelease') }
  return { orderId }
}

const statusOf = async ({ buyer, orderId }: Trade) =>
  (
    await harness.call<P2pOrderDetail>('/v1/p2p/order/detail', {
      userId: buyer,
      query: { orderId },
    })
  ).status

describe.each(Object.keys(ANSWERS) as Status[])('an order that is %s', (status) => {
  it.each(Object.keys(PATHS) as Event[])('answers %s to each party (products 2)', async (event) => {
    for (const who of ['other', 'operator', 'seller', 'buyer'] as const) {
      const trade = await tradeIn(status)
      const userId = { ...trade, operator: OPERATOR, other: OTHER }[who]
      const code = await codeOf(PATHS[event], userId, await bodyOf(event, trade))
      expect([who, code]).toEqual([who, ANSWERS[status][event][who] ?? '40401'])
      if (code !== '0') expect(await statusOf(trade)).toBe(status)
    }
  })

  it('is as it was after a restart from the journal (products 2)', async () => {
    const trade = await tradeIn(status)
    const before = harness.trading.service.core.state.p2p.orders.get(Number(trade.orderId))
    await harness.restartFromJournal()
    const after = harness.trading.service.core.state.p2p.orders.get(Number(trade.orderId))
    expect(after).toEqual(before)
    expect(await statusOf(trade)).toBe(status)
  })
})

describe('where the coins are (products 2)', () => {
  it.each([
    ['release', 9.99, '99990'],
    ['cancel', 0, '100000'],
  ] as const)('ends a paid order by %s', async (event, gain, seller) => {
    const trade = await tradeIn('paid')
    await harness.trading.seedDemo(trade.buyer)
    const before = Number(availableOf(trade.buyer))
    const by = event === 'release' ? trade.seller : trade.buyer
    await call(PATHS[event], by, await bodyOf(event, trade))
    expect(availableOf(trade.seller)).toBe('99950')
    expect(Number(availableOf(trade.buyer)) - before).toBeCloseTo(gain, 8)
    await call('/v1/p2p/advert/close', trade.seller, { advertId: trade.advert.advertId })
    expect(availableOf(trade.seller)).toBe(seller)
  })

  it.each([
    ['released', '99990'],
    ['refunded', '100000'],
  ] as const)('gives the coins of a closed advert by a ruling: %s', async (outcome, seller) => {
    const trade = await tradeIn('appealed')
    await call('/v1/p2p/advert/close', trade.seller, { advertId: trade.advert.advertId })
    expect(availableOf(trade.seller)).toBe('99990')
    await call(PATHS.rule, OPERATOR, { orderId: trade.orderId, outcome, reason: 'Decided' })
    expect(await statusOf(trade)).toBe(outcome)
    expect(availableOf(trade.seller)).toBe(seller)
  })

  it('counts coins of eighteen decimals to the atom', async () => {
    const party = await newSeller()
    const advert = await newAdvert(party, {
      asset: 'ETH',
      amount: '1',
      price: '3000.00000001',
      maximum: '4000',
    })
    const buyer = nextId()
    const order = await take(buyer, advert, { amount: '0.333333333333333333' })
    expect(order).toMatchObject({ total: '1000.01', fee: '0.000333333333333333' })
    await call(PATHS.paid, buyer, { orderId: order.orderId })
    await call(PATHS.release, party.seller, {
      orderId: order.orderId,
      verifyToken: await prove(party.seller, 'p2pRelease'),
    })
    expect(availableOf(buyer, 'ETH')).toBe('0.333')
  })
})

describe('limits (products 2)', () => {
  it('lets nobody have more than twenty adverts open', async () => {
    const party = await newSeller()
    const publish = async (at: number) =>
      newAdvert(party, { clientOid: `a${at}`, amount: '1', maximum: '1' }).then(
        () => '0',
        (error: { code: string }) => error.code,
      )
    for (let at = 0; at < 20; at++) expect(await publish(at)).toBe('0')
    expect(await publish(20)).toBe('40241')
  })

  it('lets nobody take more than ten orders at a time', async () => {
    const advert = await newAdvert(await newSeller())
    const buyer = nextId()
    const codes: string[] = []
    for (let at = 0; at < 11; at++)
      codes.push(
        await take(buyer, advert, { amount: '1', clientOid: `o${at}` }).then(
          () => '0',
          (error: { code: string }) => error.code,
        ),
      )
    expect(codes).toEqual([...Array.from({ length: 10 }, () => '0'), '40241'])
  })
})

it('refuses coins a day after a change of the security (products 7)', async () => {
  const trade = await tradeIn('paid')
  const advert = await newAdvert(await newSeller())
  for (const userId of [trade.seller, trade.buyer])
    await stopWithdrawals(harness.db, { userId, now })
  const release = await bodyOf('release', trade)
  const order = { advertId: advert.advertId, version: 1, price: '1', amount: '5', clientOid: 'x' }
  const create = '/v1/p2p/order/create'
  expect(await codeOf(PATHS.release, trade.seller, release)).toBe('40302')
  expect(await codeOf(create, trade.buyer, order)).toBe('40302')
  // Taking an advert off the market is free at any time.
  const { advertId } = trade.advert
  expect(await codeOf('/v1/p2p/advert/pause', trade.seller, { advertId })).toBe('0')
  expect(await codeOf('/v1/p2p/advert/resume', trade.seller, { advertId })).toBe('40302')
  now += 1_440 * MINUTE
  expect(await codeOf(PATHS.release, trade.seller, await bodyOf('release', trade))).toBe('0')
  expect(await codeOf('/v1/p2p/advert/resume', trade.seller, { advertId })).toBe('0')
})

describe('text of users (products 8)', () => {
  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'-prompt(8)-'",
    '<svg/onload=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
    'javascript:alert(1)',
    '<a href="javascript&colon;alert(1)">x</a>',
    "'; drop table p2p_message; --",
    '\\u003cscript\\u003e',
  ])('is stored as text and answered unchanged: %s', async (text) => {
    const party = await newSeller()
    const advert = await newAdvert(party, { terms: text })
    expect(advert.terms).toBe(text)
    const { orderId } = await take(nextId(), advert)
    const message = { orderId, text, clientOid: 'm' }
    const sent = await call<P2pMessage>('/v1/p2p/order/message', party.seller, message)
    expect(sent.text).toBe(text)
    expect(await codeOf('/v1/p2p/profile/rename', party.seller, { nickname: text })).toBe('40010')
  })
})
