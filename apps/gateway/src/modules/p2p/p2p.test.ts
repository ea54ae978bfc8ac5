import type {
  P2pAdvert,
  P2pAppealCase,
  P2pConfig,
  P2pFile,
  P2pMessage,
  P2pOrder,
  P2pOrderDetail,
  P2pOrderRow,
  P2pOwnAdvert,
  P2pPaymentMethod,
  P2pProfile,
  Page,
} from '@x/api'
import { browserClock } from '@x/kit/browser'
import { randomBytes } from 'node:crypto'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { statementOf } from '../../testing/statementOf.ts'
import { openHarness, OPERATOR, type Harness } from '../../testing/tradingHarness.ts'
import type { StepUpAction } from '../sessions/ports/StepUp.ts'
import { createStepUp } from '../sessions/stepUp.ts'

const [ANN, BEN, CAT] = ['1000000001', '1000000002', '1000000003'] as const
const MINUTE = 60_000
const START = Date.UTC(2026, 5, 10, 9)
const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) }
const clock = {
  ...browserClock(),
  now: () => now,
  monotonic: () => now,
  after: (ms: number, run: () => void) => browserClock().after(ms === 2_000 ? 5 : ms, run),
}

let now: number
let holdUntil: number
let count: number
let harness: Harness
let store: ReturnType<typeof createMemoryTtlStore>

beforeEach(async () => {
  now = START
  holdUntil = 0
  count = 0
  store = createMemoryTtlStore({ clock })
  harness = await openHarness({ clock, store, securityHold: async () => holdUntil })
  for (const id of [ANN, BEN, CAT, OPERATOR]) {
    await harness.db.query(
      `insert into users (id, email, password_hash, role, created_at)
        values ($1::text, $1::text || '@example.com', 'x', 'trader', 0)`,
      [id],
    )
    await harness.trading.seedDemo(id)
  }
})
afterEach(async () => {
  await harness.trading.service.core.settled()
  expect(await checkLedger(harness.db)).toEqual([])
  await harness.close()
})

/** A proof of the second factor, as `securityVerify` gives it. */
async function proof(userId: string, action: StepUpAction): Promise<string> {
  const stepUp = createStepUp({ store, random })
  const serial = await stepUp.begin({ sessionId: `session-${userId}`, action, challenge: null })
  return stepUp.prove(serial)
}
const post = <T>(path: string, userId: string, body: object = {}) =>
  harness.call<T>(`/v1/p2p/${path}`, { userId, body: { ...body } })
const get = <T>(path: string, userId: string, query: Record<string, string> = {}) =>
  harness.call<T>(`/v1/p2p/${path}`, { userId, query })
const refused = async (path: string, userId: string, body: object = {}, more: object = {}) =>
  (await harness.refusal(`/v1/p2p/${path}`, { userId, body: { ...body }, ...more })).code
const available = (userId: string) =>
  harness.trading.service.assets({ realm: 'live', userId }).find(({ asset }) => asset === 'USDT')
    ?.available

const account = (changes: object = {}) => ({
  type: 'bank',
  holder: 'Ann Example',
  fields: { bank: 'First', account: 'DE00 1234' },
  ...changes,
})
const addPayment = async (userId: string = ANN, changes: object = {}) =>
  post<P2pPaymentMethod>('payment/add', userId, {
    ...account(changes),
    verifyToken: await proof(userId, 'p2pPayment'),
  })
const advertBody = (changes: object = {}) => ({
  side: 'sell',
  asset: 'USDT',
  fiat: 'EUR',
  price: '0.9',
  amount: '1000',
  minimum: '10',
  maximum: '500',
  payMinutes: 15,
  paymentTypes: [],
  methodIds: ['1'],
  terms: ' Be quick ',
  clientOid: `a${++count}`,
  ...changes,
})
const publish = async (changes: object = {}, userId: string = ANN) =>
  post<P2pOwnAdvert>('advert/publish', userId, {
    ...advertBody(changes),
    verifyToken: await proof(userId, 'p2pAdvert'),
  })
const refusePublish = async (changes: object, userId: string = ANN) =>
  refused('advert/publish', userId, {
    ...advertBody(changes),
    verifyToken: await proof(userId, 'p2pAdvert'),
  })
const orderBody = (changes: object = {}) => ({
  advertId: '1',
  version: 1,
  price: '0.9',
  amount: '100',
  clientOid: `o${++count}`,
  ...changes,
})
const take = (changes: object = {}, userId: string = BEN) =>
  post<P2pOrder>('order/create', userId, orderBody(changes))
const release = async (orderId = '1', userId: string = ANN) =>
  post<P2pOrder>('order/confirmPutCoin', userId, {
    orderId,
    verifyToken: await proof(userId, 'p2pRelease'),
  })
const detail = (userId: string, orderId = '1') =>
  get<P2pOrderDetail>('order/detail', userId, { orderId })
const market = (query: Record<string, string> = {}) =>
  get<Page<P2pAdvert>>('public/market', CAT, { side: 'buy', asset: 'USDT', fiat: 'EUR', ...query })
const pictureText = (): string => {
  const picture = new PNG({ width: 2, height: 2 })
  picture.data = Buffer.alloc(16, 120)
  return PNG.sync.write(picture).toString('base64')
}
/** An advert of Ann's and an order of Ben's. */
async function openOrder(): Promise<P2pOrder> {
  await addPayment()
  await publish()
  return take()
}

describe('an advert (products 2)', () => {
  beforeEach(() => addPayment())

  it('puts its coins aside and shows up in the market', async () => {
    const advert = await publish()
    expect(advert).toMatchObject({
      advertId: '1',
      version: 1,
      status: 'online',
      remaining: '1000',
      paymentTypes: ['bank'],
      methodIds: ['1'],
      terms: 'Be quick',
    })
    expect(available(ANN)).toBe('99000')
    const [shown] = (await market()).items
    expect(shown).toMatchObject({
      advertId: '1',
      price: '0.9',
      minimum: '10',
      maximum: '500',
      owner: { nickname: 'User-0001', orders: 0, completionPercent: null },
    })
    expect(shown).not.toHaveProperty('methodIds')
  })

  it('follows the index where it has a margin', async () => {
    harness.market.print({ symbol: 'BTCUSDT', ticks: 6_000_000, lots: 1, takerSide: 'buy' })
    await publish({ asset: 'BTC', amount: '1', price: undefined, marginPercent: '-1.5' })
    const [shown] = (await market({ asset: 'BTC' })).items
    expect(shown).toMatchObject({ price: '29550', marginPercent: '-1.5' })
  })

  it('answers a repeated request like the first, without a proof', async () => {
    const body = advertBody({ clientOid: 'same' })
    const verifyToken = await proof(ANN, 'p2pAdvert')
    const first = await post('advert/publish', ANN, { ...body, verifyToken })
    expect(await post('advert/publish', ANN, body)).toEqual(first)
    expect(await refused('advert/publish', ANN, { ...body, amount: '5' })).toBe('40902')
    expect(available(ANN)).toBe('99000')
  })

  it('is changed while it is paused only, and gives its coins back', async () => {
    await publish()
    const change = async (body: object) =>
      refused('advert/edit', ANN, {
        ...advertBody(body),
        advertId: '1',
        verifyToken: await proof(ANN, 'p2pAdvert'),
      })
    expect(await change({ amount: '400' })).toBe('40241')
    expect(await post('advert/pause', ANN, { advertId: '1' })).toMatchObject({ status: 'paused' })
    expect((await market()).items).toEqual([])
    expect(await change({ amount: '400', price: '0.95' })).toBe('0')
    expect(available(ANN)).toBe('99600')
    expect(await post('advert/resume', ANN, { advertId: '1' })).toMatchObject({ version: 2 })
    expect(await refused('order/create', BEN, orderBody({ price: '1' }))).toBe('40240')
    expect(await post('advert/close', ANN, { advertId: '1' })).toMatchObject({
      status: 'closed',
      remaining: '0',
    })
    expect(available(ANN)).toBe('100000')
    expect((await get<Page<P2pOwnAdvert>>('advert/list', ANN)).items).toHaveLength(1)
  })

  it.each([
    ['40010', { amount: '0' }],
    ['40010', { amount: '-1' }],
    ['40010', { amount: '1e3' }],
    ['40010', { amount: '１００' }],
    ['40010', { amount: '0.123456789' }],
    ['40010', { amount: '1'.padEnd(41, '0') }],
    ['40010', { asset: 'DOGE' }],
    ['40010', { fiat: 'ZZZ' }],
    ['40010', { price: '0' }],
    ['40010', { price: undefined }],
    ['40010', { marginPercent: '1' }],
    ['40010', { price: undefined, marginPercent: '20.01' }],
    ['40010', { price: undefined, marginPercent: '-21' }],
    ['40010', { minimum: '600' }],
    ['40010', { minimum: '0.001' }],
    ['40010', { methodIds: [] }],
    ['40010', { methodIds: ['2'] }],
    ['40010', { side: 'buy', paymentTypes: [] }],
    ['40010', { side: 'buy', paymentTypes: ['alipay'] }],
    ['40201', { amount: '100001' }],
  ])('is refused with %s for %o (products 8)', async (code, changes) => {
    expect(await refusePublish(changes)).toBe(code)
    expect(available(ANN)).toBe('100000')
  })

  it('needs a proof of its own, a key, and no hold', async () => {
    expect(await refused('advert/publish', ANN, advertBody())).toBe('00005')
    const verifyToken = await proof(ANN, 'p2pRelease')
    expect(await refused('advert/publish', ANN, { ...advertBody(), verifyToken })).toBe('00005')
    expect(await refused('advert/publish', ANN, advertBody(), { keyId: null })).toBe('40301')
    holdUntil = now + MINUTE
    expect(await refusePublish({})).toBe('40302')
    holdUntil = now
    expect(await refusePublish({})).toBe('0')
  })

  it('answers that of somebody else like one that is not there', async () => {
    await publish()
    for (const path of ['advert/pause', 'advert/close', 'advert/resume'])
      expect(await refused(path, BEN, { advertId: '1' })).toBe('40401')
    const edit = { ...advertBody(), advertId: '1' }
    expect(await refused('advert/edit', BEN, edit)).toBe('40401')
    expect(await refused('advert/pause', ANN, { advertId: '1e0' })).toBe('40401')
  })
})

describe('the market (products 2)', () => {
  it('has the best price first, filters and pages', async () => {
    await addPayment()
    await addPayment(ANN, { type: 'sepa', fields: { iban: 'DE02' } })
    for (const price of ['0.93', '0.91', '0.92']) await publish({ price, amount: '300' })
    await publish({ price: '0.9', methodIds: ['2'], minimum: '100' })
    const prices = async (query: Record<string, string> = {}) =>
      (await market(query)).items.map(({ price }) => price)
    expect(await prices()).toEqual(['0.9', '0.91', '0.92', '0.93'])
    expect(await prices({ paymentType: 'sepa' })).toEqual(['0.9'])
    expect(await prices({ amount: '50' })).toEqual(['0.91', '0.92', '0.93'])
    expect(await prices({ amount: '273.01' })).toEqual(['0.9', '0.92', '0.93'])
    const first = await market({ limit: '3' })
    const second = await market({ limit: '3', cursor: first.next ?? '' })
    expect([first.items.length, second.items.length, second.next]).toEqual([3, 1, null])
  })

  it('shows buyers to sellers, the highest price first', async () => {
    for (const price of ['0.8', '0.85'])
      await publish({ side: 'buy', price, paymentTypes: ['bank'], methodIds: [] }, BEN)
    expect((await market({ side: 'sell' })).items.map(({ price }) => price)).toEqual([
      '0.85',
      '0.8',
    ])
    expect((await market()).items).toEqual([])
  })

  it('shows what can be traded, and at which index', async () => {
    const config = await get<P2pConfig>('public/config', CAT)
    expect(config.index).toContainEqual({ asset: 'USDT', fiat: 'EUR', price: '0.5' })
    expect(config.feePercent).toBe('0.10')
  })
})

describe('an order (products 2)', () => {
  it('goes from the advert to the release, the fee taken', async () => {
    const order = await openOrder()
    expect(order).toMatchObject({
      orderId: '1',
      role: 'buyer',
      amount: '100',
      total: '90',
      fee: '0.1',
      status: 'awaitingPayment',
      expiresAt: START + 15 * MINUTE,
    })
    expect(await detail(BEN)).toMatchObject({
      counterparty: 'User-0001',
      terms: 'Be quick',
      payTo: [{ type: 'bank', holder: 'Ann Example', fields: { account: 'DE00 1234' } }],
    })
    expect(await post('order/paid', BEN, { orderId: '1' })).toMatchObject({
      status: 'paid',
      paidAt: START,
      appealFrom: START + 10 * MINUTE,
    })
    expect(await release()).toMatchObject({ role: 'seller', status: 'released' })
    expect([available(ANN), available(BEN)]).toEqual(['99000', '100099.9'])
    expect((await detail(BEN)).payTo).toEqual([])
    expect((await statementOf(harness, ANN))[0]).toBe('p2p -1000 USDT')
    expect((await statementOf(harness, BEN))[0]).toBe('p2p 99.9 USDT')
  })

  it('is bought for an amount of fiat, rounded for the seller', async () => {
    await addPayment()
    await publish({ price: '0.7' })
    expect(await take({ amount: undefined, total: '10.01', price: '0.7' })).toMatchObject({
      amount: '14.3',
      total: '10.01',
    })
  })

  it('sells to an advert, paid the way its owner pays', async () => {
    await addPayment()
    await addPayment(ANN, { type: 'sepa', fields: { iban: 'DE02' } })
    await publish({ side: 'buy', paymentTypes: ['sepa'], methodIds: [] }, BEN)
    const wanted = (methodIds: string[]) => orderBody({ methodIds })
    expect(await refused('order/create', ANN, wanted([]))).toBe('40010')
    expect(await refused('order/create', ANN, wanted(['1']))).toBe('40010')
    expect(await take({ methodIds: ['2'] }, ANN)).toMatchObject({ role: 'seller' })
    expect(available(ANN)).toBe('99900')
    expect((await detail(BEN)).payTo).toMatchObject([{ type: 'sepa' }])
  })

  it('answers repeated requests like the first', async () => {
    await openOrder()
    const body = orderBody({ clientOid: 'same' })
    const first = await post<P2pOrder>('order/create', BEN, body)
    expect(await post('order/create', BEN, body)).toEqual(first)
    expect(await refused('order/create', BEN, { ...body, amount: '7' })).toBe('40902')
    const paid = await post('order/paid', BEN, { orderId: '1' })
    expect(await post('order/paid', BEN, { orderId: '1' })).toEqual(paid)
    const released = await release()
    expect(await post('order/confirmPutCoin', ANN, { orderId: '1' })).toEqual(released)
    expect(await refused('order/cancel', BEN, { orderId: '1' })).toBe('40241')
  })

  it('ends by itself when nobody has paid in time', async () => {
    await openOrder()
    now += 15 * MINUTE - 1
    await post('order/message', BEN, { orderId: '1', text: 'Wait', clientOid: 'm' })
    expect((await detail(BEN)).status).toBe('awaitingPayment')
    now += 1
    await expect.poll(async () => (await detail(BEN)).status).toBe('expired')
    expect((await market()).items[0]?.remaining).toBe('1000')
  })

  it('is decided by an operator after an appeal', async () => {
    await openOrder()
    await post('order/paid', BEN, { orderId: '1' })
    const appeal = { orderId: '1', reason: 'No answer' }
    expect(await refused('order/appeal', BEN, appeal)).toBe('40241')
    now += 10 * MINUTE
    expect(await post('order/appeal', BEN, appeal)).toMatchObject({
      status: 'appealed',
      appeal: { isOwn: true, reason: 'No answer' },
    })
    await post('order/message', ANN, { orderId: '1', text: 'Nothing came', clientOid: 'm' })
    const call = (userId: string, path: string, body: object = {}) =>
      harness.refusal(path, { userId, body: { ...body } })
    const ruling = { orderId: '1', outcome: 'refunded', reason: 'No proof' }
    for (const userId of [ANN, BEN, CAT])
      expect((await call(userId, '/v1/ops/p2p/ruling', ruling)).code).toBe('40301')
    expect((await call(ANN, '/v1/ops/p2p/appeals')).code).toBe('40301')
    const [waiting] = await harness.call<P2pAppealCase[]>('/v1/ops/p2p/appeals', {
      userId: OPERATOR,
    })
    expect(waiting).toMatchObject({
      orderId: '1',
      buyer: BEN,
      appealedBy: 'buyer',
      messages: [{ from: 'seller', text: 'Nothing came' }],
    })
    expect((await call(OPERATOR, '/v1/ops/p2p/ruling', ruling)).code).toBe('0')
    expect(await detail(ANN)).toMatchObject({ status: 'refunded', ruling: { reason: 'No proof' } })
    expect((await call(OPERATOR, '/v1/ops/p2p/ruling', ruling)).code).toBe('40401')
    expect(available(BEN)).toBe('100000')
  })

  it('has one end where release, cancel and ruling race', async () => {
    await openOrder()
    await post('order/paid', BEN, { orderId: '1' })
    now += 10 * MINUTE
    await post('order/appeal', ANN, { orderId: '1', reason: 'Late' })
    const verifyToken = await proof(ANN, 'p2pRelease')
    const codes = await Promise.all([
      refused('order/confirmPutCoin', ANN, { orderId: '1', verifyToken }),
      refused('order/cancel', BEN, { orderId: '1' }),
      harness
        .refusal('/v1/ops/p2p/ruling', {
          userId: OPERATOR,
          body: { orderId: '1', outcome: 'refunded', reason: 'r' },
        })
        .then(({ code }) => code),
    ])
    expect(codes.filter((code) => code === '0')).toHaveLength(1)
  })

  it('is nobody else’s', async () => {
    await openOrder()
    const body = { orderId: '1', reason: 'r', text: 't', clientOid: 'c' }
    for (const path of ['paid', 'cancel', 'appeal', 'message', 'confirmPutCoin'])
      expect(await refused(`order/${path}`, CAT, body), path).toBe('40401')
    for (const path of ['detail', 'messages'])
      expect(
        (await harness.refusal(`/v1/p2p/order/${path}`, { userId: CAT, query: { orderId: '1' } }))
          .code,
      ).toBe('40401')
    expect((await get<Page<P2pOrderRow>>('order/list', CAT)).items).toEqual([])
    // The seller neither pays nor cancels, the buyer does not release.
    expect(await refused('order/paid', ANN, body)).toBe('40401')
    expect(await refused('order/cancel', ANN, body)).toBe('40401')
    expect(await refused('order/confirmPutCoin', BEN, body)).toBe('40401')
  })

  it.each([
    ['40401', { advertId: '7' }],
    ['40240', { version: 2 }],
    ['40205', { price: '0.8999' }],
    ['40010', { amount: '11' }],
    ['40010', { amount: '600' }],
    ['40010', { amount: '100', total: '90' }],
    ['40010', { amount: undefined }],
    ['40010', { amount: '-1' }],
    ['40010', { amount: '1e2' }],
    ['40010', { amount: '1'.padEnd(41, '0') }],
  ])('is refused with %s for %o (products 8)', async (code, changes) => {
    await addPayment()
    await publish({ maximum: '500' })
    expect(await refused('order/create', BEN, orderBody(changes))).toBe(code)
    expect((await market()).items[0]?.remaining).toBe('1000')
  })

  it('is never more than is left, with 50 takers', async () => {
    await addPayment()
    await publish({ amount: '330' })
    const codes = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const userId = String(2_000_000_000 + at)
        return refused('order/create', userId, orderBody({ amount: '20' }))
      }),
    )
    expect(codes.filter((code) => code === '0')).toHaveLength(16)
    expect(codes.filter((code) => code === '40240')).toHaveLength(34)
  })

  it('stops a buyer for a day after three cancels (products 2)', async () => {
    await openOrder()
    for (const orderId of ['1', '2', '3']) {
      if (orderId !== '1') await take()
      await post('order/cancel', BEN, { orderId })
    }
    expect(await refused('order/create', BEN, orderBody())).toBe('00004')
    expect(await get<P2pProfile>('profile/detail', BEN)).toMatchObject({
      cancelsToday: 3,
      stoppedUntil: START + 1_440 * MINUTE,
      orders: 3,
      completionPercent: '0.0',
    })
    now += 1_440 * MINUTE
    expect(await refused('order/create', BEN, orderBody())).toBe('0')
  })

  it('is listed for its parties, open or ended', async () => {
    await openOrder()
    await take()
    await post('order/cancel', BEN, { orderId: '1' })
    const ids = async (userId: string, query: Record<string, string> = {}) =>
      (await get<Page<P2pOrderRow>>('order/list', userId, query)).items.map(
        ({ orderId }) => orderId,
      )
    expect(await ids(ANN)).toEqual(['2', '1'])
    expect(await ids(BEN, { status: 'open' })).toEqual(['2'])
    expect(await ids(BEN, { status: 'ended' })).toEqual(['1'])
    expect(await ids(BEN, { limit: '1' })).toEqual(['2'])
  })

  it('is there after a restart from the journal (products 2)', async () => {
    await openOrder()
    await post('order/paid', BEN, { orderId: '1' })
    await harness.restartFromJournal()
    expect(await detail(BEN)).toMatchObject({ status: 'paid', total: '90' })
    expect(await release()).toMatchObject({ status: 'released' })
  })

  it('is not taken on paper or without a key', async () => {
    await addPayment()
    await publish()
    expect(await refused('order/create', BEN, orderBody(), { keyId: null })).toBe('40301')
    const { endpoint } = harness.routes.find(({ path }) => path === '/v1/p2p/order/create')!
    expect(endpoint).toMatchObject({ realms: ['live'], roles: ['trader', 'agency'] })
  })
})

describe('payment methods (products 2)', () => {
  it('are sealed in the database', async () => {
    await addPayment()
    const [row] = await harness.db.query<{ sealed: string }>(
      'select sealed from p2p_payment_method',
    )
    expect(row?.sealed).not.toMatch(/1234|Example/)
    expect(await get<P2pPaymentMethod[]>('payment/list', ANN)).toEqual([
      { methodId: '1', ...account() },
    ])
    expect(await get('payment/list', BEN)).toEqual([])
  })

  it('are removed by their owner, unless an advert names them', async () => {
    await addPayment()
    await publish()
    const body = { methodId: '1', verifyToken: await proof(ANN, 'p2pPayment') }
    expect(await refused('payment/remove', BEN, body)).toBe('40401')
    expect(await refused('payment/remove', ANN, body)).toBe('40241')
    await take()
    await post('advert/close', ANN, { advertId: '1' })
    expect(await refused('payment/remove', ANN, { methodId: '1' })).toBe('00005')
    expect(await refused('payment/remove', ANN, body)).toBe('0')
    expect(await get('payment/list', ANN)).toEqual([])
    // The order that names it still shows it.
    expect((await detail(BEN)).payTo).toHaveLength(1)
  })

  it.each([
    { type: 'cash' },
    { holder: ' ' },
    { fields: { bank: 'First' } },
    { fields: { bank: 'First', account: '\u0000' } },
    { fields: { __proto__: { bank: 'a', account: 'b' } } },
  ])('are refused as %o', async (changes) => {
    expect(await refused('payment/add', ANN, account(changes))).toBe('40010')
  })
})

describe('messages (products 2)', () => {
  it('are what either party wrote, once for a key', async () => {
    await openOrder()
    const body = { orderId: '1', text: ' <b>Hi</b>\u202e ', clientOid: 'm1' }
    const sent = await post<P2pMessage>('order/message', BEN, body)
    expect(sent).toMatchObject({ from: 'buyer', isOwn: true, text: '<b>Hi</b>' })
    expect(await post('order/message', BEN, body)).toEqual(sent)
    await post('order/message', ANN, { orderId: '1', text: 'Hello', clientOid: 'm1' })
    const list = await get<Page<P2pMessage>>('order/messages', ANN, { orderId: '1' })
    expect(list.items.map(({ text, isOwn }) => [text, isOwn])).toEqual([
      ['Hello', true],
      ['<b>Hi</b>', false],
    ])
  })

  it('hold pictures for both parties, encoded anew', async () => {
    const { orderId } = await openOrder()
    const picture = pictureText()
    const body = { orderId, picture, clientOid: 'p' }
    const sent = await post<P2pMessage>('order/file', BEN, body)
    expect(sent).toMatchObject({ text: '', from: 'buyer', fileId: '1' })
    expect(await post('order/file', BEN, body)).toEqual(sent)
    const read = (userId: string, fileId = '1') =>
      get<P2pFile>('order/picture', userId, { orderId, fileId })
    expect((await read(ANN)).mediaType).toBe('image/png')
    expect(await read(BEN)).toEqual(await read(ANN))
    expect(await refused('order/picture', CAT, {}, { query: { orderId, fileId: '1' } })).toBe(
      '40401',
    )
    expect(await refused('order/picture', ANN, {}, { query: { orderId, fileId: '2' } })).toBe(
      '40401',
    )
    const wrong = { orderId, picture: 'PHN2Zy8+', clientOid: 'q' }
    expect(await refused('order/file', BEN, wrong)).toBe('40010')
    expect(await refused('order/file', BEN, { ...wrong, picture: '%%' })).toBe('40010')
    expect(await refused('order/file', CAT, body)).toBe('40401')
  })

  it('lose their pictures 90 days after the order', async () => {
    const ids: { readonly orderId: string; readonly fileId: string }[] = []
    for (const orderId of [(await openOrder()).orderId, (await take()).orderId]) {
      const body = { orderId, picture: pictureText(), clientOid: 'p' }
      ids.push({ orderId, fileId: (await post<P2pMessage>('order/file', BEN, body)).fileId ?? '' })
    }
    await post('order/paid', BEN, { orderId: '2' })
    await post('order/cancel', BEN, { orderId: '1' })
    await harness.trading.service.core.settled()
    const codeOf = (at: number) => refused('order/picture', ANN, {}, { query: ids[at] })
    now += 89 * 1_440 * MINUTE
    expect(await codeOf(0)).toBe('0')
    now += 2 * 1_440 * MINUTE
    await expect.poll(() => codeOf(0)).toBe('40401')
    // The other order is still open.
    expect(await codeOf(1)).toBe('0')
  })

  it('hold 20 pictures of a user in an hour', async () => {
    const { orderId } = await openOrder()
    const broken = { orderId, picture: 'AAAA' }
    const codes = await Promise.all(
      Array.from({ length: 21 }, (_, at) =>
        refused('order/file', BEN, { ...broken, clientOid: `p${at}` }),
      ),
    )
    expect(codes.filter((code) => code === '42901')).toHaveLength(1)
  })

  it('end a day after the order, and are limited', async () => {
    await openOrder()
    await post('order/cancel', BEN, { orderId: '1' })
    const write = (userId: string, at: number) =>
      refused('order/message', userId, { orderId: '1', text: 't', clientOid: `m${at}` })
    expect(await write(ANN, 0)).toBe('0')
    for (let at = 1; at <= 30; at++) expect(await write(BEN, at)).toBe('0')
    expect(await write(BEN, 31)).toBe('42901')
    now += 1_440 * MINUTE
    expect(await write(ANN, 99)).toBe('40241')
  })
})

describe('nicknames (products 2)', () => {
  it('belong to one trader each', async () => {
    expect(await post<P2pProfile>('profile/rename', ANN, { nickname: ' Ann B ' })).toMatchObject({
      nickname: 'Ann B',
    })
    expect(await refused('profile/rename', BEN, { nickname: 'ann b' })).toBe('40010')
    for (const nickname of ['ab', '<script>', 'a'.repeat(21), '\u202eabc', '"onload="'])
      expect(await refused('profile/rename', BEN, { nickname })).toBe(
        nickname === '\u202eabc' ? '0' : '40010',
      )
  })
})
