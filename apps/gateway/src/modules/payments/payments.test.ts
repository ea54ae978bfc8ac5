import { randomBytes } from 'node:crypto'
import type { Conversion, ConvertQuote, Page, UserPayment } from '@x/api'
import { browserClock } from '@x/kit/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { stopWithdrawals } from '../sessions/ports/withdrawalStop.ts'
import { createStepUp } from '../sessions/stepUp.ts'

const [ANN, SUB, BEN, ICE] = ['1000000001', '1000000002', '1000000003', '1000000004'] as const

let now: number
let harness: Harness
let stepUp: ReturnType<typeof createStepUp>
let count = 0

beforeEach(async () => {
  now = Date.UTC(2026, 5, 10, 9)
  const clock = { ...browserClock(), now: () => now }
  const store = createMemoryTtlStore({ clock })
  harness = await openHarness({ clock, store })
  stepUp = createStepUp({
    store,
    random: { bytes: (length) => new Uint8Array(randomBytes(length)) },
  })
  for (const [id, parent, status] of [
    [ANN, null, 'active'],
    [SUB, ANN, 'active'],
    [BEN, null, 'active'],
    [ICE, null, 'frozen'],
  ]) {
    await harness.db.query(
      `insert into users (id, email, password_hash, role, parent_id, status, created_at)
        values ($1::text, case when $2::text is null then $1::text || '@example.com' end,
        case when $2::text is null then 'x' end,
        case when $2::text is null then 'trader' else 'sub-account' end, $2::text, $3, 0)`,
      [id, parent, status],
    )
    await harness.trading.seedDemo(id!)
  }
  harness.market.show('BTCUSDT', 'sell', [
    [6_000_000, 100_000],
    [6_100_000, 100_000],
  ])
  harness.market.show('BTCUSDT', 'buy', [[5_990_000, 100_000]])
  harness.market.show('ETHUSDT', 'buy', [[300_000, 10_000]])
})
afterEach(async () => {
  await harness.trading.service.core.settled()
  expect(await checkLedger(harness.db)).toEqual([])
  await harness.close()
})

const terms = { fromAsset: 'USDT', toAsset: 'BTC', amount: '60' }
const quote = (changes: object = {}, userId: string = ANN) =>
  harness.call<ConvertQuote>('/v1/convert/quote', { userId, body: { ...terms, ...changes } })
const acceptBody = (quoteId: string, clientOid = `c${++count}`) => ({ quoteId, clientOid })
const accept = (quoteId: string, clientOid?: string, userId: string = ANN) =>
  harness.call<Conversion>('/v1/convert/accept', { userId, body: acceptBody(quoteId, clientOid) })
const refusedAccept = async (quoteId: string, clientOid?: string, userId: string = ANN) =>
  (await harness.refusal('/v1/convert/accept', { userId, body: acceptBody(quoteId, clientOid) }))
    .code
const balance = async (asset: string, userId: string = ANN) =>
  Number(
    (
      await harness.call<{ asset: string; available: string }[]>('/v1/spot/account/assets', {
        userId,
      })
    ).find((each) => each.asset === asset)?.available ?? 0,
  )

describe('a quote (wallet 5)', () => {
  it('is the book less the spread, rounded down', async () => {
    expect(await quote()).toMatchObject({
      amount: '60',
      receive: '0.000999',
      spread: '0.1',
      expiresAt: now + 8_000,
    })
    expect(await quote({ fromAsset: 'BTC', toAsset: 'USDT', amount: '0.001' })).toMatchObject({
      receive: '59.8401',
    })
  })

  it('goes through USDT where no pair has both assets', async () => {
    // 1 ETH is 3,000 USDT, which buys 0.05 BTC.
    expect(await quote({ fromAsset: 'ETH', amount: '1' })).toMatchObject({ receive: '0.04995' })
  })

  it.each([
    [{ amount: '0' }, '40010'],
    [{ amount: '-1' }, '40010'],
    [{ amount: '1e3' }, '40010'],
    [{ amount: '9'.repeat(40) }, '40010'],
    [{ amount: '0.00000001' }, '40010'],
    [{ toAsset: 'USDT' }, '40010'],
    [{ toAsset: 'NONE' }, '40010'],
    [{ fromAsset: '' }, '40010'],
    [{ toAsset: 'SOL' }, '00006'],
  ] as const)('refuses %o with %s', async (changes, code) => {
    const body = { ...terms, ...changes }
    expect((await harness.refusal('/v1/convert/quote', { userId: ANN, body })).code).toBe(code)
  })

  it('has no price while the market is paused', async () => {
    harness.market.setStatus('BTCUSDT', 'paused')
    const refusal = await harness.refusal('/v1/convert/quote', { userId: ANN, body: terms })
    expect(refusal.code).toBe('00006')
  })
})

describe('a conversion (wallet 5)', () => {
  it('pays and receives what was quoted, whatever the book does', async () => {
    const [usdt, btc] = [await balance('USDT'), await balance('BTC')]
    const { quoteId } = await quote()
    harness.market.show('BTCUSDT', 'sell', [[6_000_000, 0]])
    expect(await accept(quoteId)).toMatchObject({ amount: '60', receive: '0.000999' })
    expect(await balance('USDT')).toBeCloseTo(usdt - 60, 8)
    expect(await balance('BTC')).toBeCloseTo(btc + 0.000999, 8)
  })

  it('answers a repetition alike and moves nothing again', async () => {
    const { quoteId } = await quote()
    const first = await accept(quoteId, 'same')
    const usdt = await balance('USDT')
    now += 60_000
    expect(await accept(quoteId, 'same')).toEqual(first)
    expect(await balance('USDT')).toBe(usdt)
  })

  it('takes one of two copies at once', async () => {
    const { quoteId } = await quote()
    const usdt = await balance('USDT')
    await Promise.allSettled([accept(quoteId, 'twice'), accept(quoteId, 'twice')])
    expect(await balance('USDT')).toBeCloseTo(usdt - 60, 8)
  })

  it('refuses a quote that is used, expired or of another user', async () => {
    const used = await quote()
    await accept(used.quoteId)
    expect(await refusedAccept(used.quoteId)).toBe('40231')
    const late = await quote()
    now += 8_000
    expect(await refusedAccept(late.quoteId)).toBe('40231')
    const others = await quote()
    expect(await refusedAccept(others.quoteId, 'x', BEN)).toBe('40231')
    // It was not used up by that.
    await accept(others.quoteId)
  })

  it('refuses a key of another conversion and a balance too small', async () => {
    const { quoteId } = await quote()
    await accept(quoteId, 'key')
    expect(await refusedAccept((await quote()).quoteId, 'key')).toBe('40902')
    harness.market.show('BTCUSDT', 'buy', [[5_990_000, 1_000_000_000]])
    const { quoteId: large } = await quote({ fromAsset: 'BTC', toAsset: 'USDT', amount: '900' })
    expect(await refusedAccept(large)).toBe('40201')
  })

  it('is listed for its user alone', async () => {
    const { quoteId } = await quote()
    const made = await accept(quoteId)
    const list = (userId: string) =>
      harness.call<Page<Conversion>>('/v1/convert/history', { userId, query: {} })
    expect((await list(ANN)).items).toEqual([made])
    expect((await list(BEN)).items).toEqual([])
  })

  it('survives a restart from the journal', async () => {
    const { quoteId } = await quote()
    const made = await accept(quoteId, 'kept')
    await harness.restartFromJournal()
    expect(await accept(quoteId, 'kept')).toEqual(made)
  })
})

const prove = async (userId: string = ANN, action: 'send' | 'withdraw' = 'send') =>
  stepUp.prove(await stepUp.begin({ sessionId: `session-${userId}`, action, challenge: null }))
const sendBody = async (changes: object = {}) => ({
  to: BEN,
  asset: 'USDT',
  amount: '25',
  clientOid: `s${++count}`,
  verifyToken: await prove(),
  ...changes,
})
const send = async (changes: object = {}) =>
  harness.call<UserPayment>('/v1/asset/send', { userId: ANN, body: await sendBody(changes) })
const refusedSend = async (changes: object = {}, userId: string = ANN) =>
  (await harness.refusal('/v1/asset/send', { userId, body: await sendBody(changes) })).code

describe('a payment to a user (wallet 5)', () => {
  it.each([BEN, `${BEN}@example.com`, ` ${BEN}@EXAMPLE.com `])('reaches %s', async (to) => {
    const [ann, ben] = [await balance('USDT'), await balance('USDT', BEN)]
    expect(await send({ to })).toMatchObject({ direction: 'sent', userId: BEN, amount: '25' })
    expect(await balance('USDT')).toBeCloseTo(ann - 25, 8)
    expect(await balance('USDT', BEN)).toBeCloseTo(ben + 25, 8)
  })

  it('does not say why a receiver cannot receive', async () => {
    const refusals = await Promise.all(
      ['1999999999', 'nobody@example.com', ICE, SUB, ANN, '+4915112345678', 'x'].map(async (to) =>
        harness.refusal('/v1/asset/send', { userId: ANN, body: await sendBody({ to }) }),
      ),
    )
    expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(refusals[0]?.code).toBe('40401')
  })

  it('takes a step-up of this session for sending, once', async () => {
    const verifyToken = await prove()
    expect(await refusedSend({ verifyToken: undefined })).toBe('00005')
    expect(await refusedSend({ verifyToken: await prove(ANN, 'withdraw') })).toBe('00005')
    expect(await refusedSend({ verifyToken: await prove(BEN) })).toBe('00005')
    const paid = await send({ verifyToken, clientOid: 'once' })
    expect(await send({ verifyToken: undefined, clientOid: 'once' })).toEqual(paid)
    expect(await refusedSend({ verifyToken })).toBe('00005')
  })

  it.each([
    [{ amount: '0' }, '40010'],
    [{ amount: '-5' }, '40010'],
    [{ amount: '1e2' }, '40010'],
    [{ amount: '9'.repeat(30) }, '40201'],
    [{ amount: '10001' }, '40209'],
    [{ asset: 'NONE' }, '40010'],
    [{ to: '' }, '40010'],
  ] as const)('refuses %o with %s', async (changes, code) => {
    expect(await refusedSend(changes)).toBe(code)
  })

  it('is listed for both, and for nobody else', async () => {
    await send()
    const list = async (userId: string) =>
      (
        await harness.call<Page<UserPayment>>('/v1/asset/send/history', { userId, query: {} })
      ).items.map(({ direction, userId: other, clientOid }) => [direction, other, clientOid !== ''])
    expect(await list(ANN)).toEqual([['sent', BEN, true]])
    expect(await list(BEN)).toEqual([['received', ANN, false]])
    expect(await list(ICE)).toEqual([])
  })

  it('refuses a key of another payment', async () => {
    await send({ clientOid: 'key' })
    expect(await refusedSend({ clientOid: 'key', amount: '26' })).toBe('40902')
  })

  it('waits a day after a change of the security, as withdrawals do', async () => {
    const before = await send({ clientOid: 'before' })
    await stopWithdrawals(harness.db, { userId: ANN, now })
    const verifyToken = await prove()
    expect(await refusedSend({ verifyToken })).toBe('40302')
    expect(await send({ clientOid: 'before' })).toEqual(before)
    now += 86_400_000
    expect(await send({ verifyToken })).toMatchObject({ amount: '25' })
  })
})
