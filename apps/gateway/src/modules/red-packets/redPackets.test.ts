import type { RedPacket, RedPacketClaim, RedPacketDetail } from '@x/api'
import { browserClock } from '@x/kit/browser'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { seedHash, splitPacket } from '../../exchange/products/splitPacket.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { statementOf } from '../../testing/statementOf.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { stopWithdrawals } from '../sessions/ports/withdrawalStop.ts'
import { createStepUp } from '../sessions/stepUp.ts'

const ANN = '1000000001'
const SUB = '1000000002'
const userAt = (at: number) => String(2_000_000_000 + at)
const BEN = userAt(0)
const DAY = 86_400_000
const CREATE = '/v1/redpacket/create'
const CLAIM = '/v1/redpacket/claim'

let now: number
let harness: Harness
let count: number
let store: ReturnType<typeof createMemoryTtlStore>
const clock = {
  ...browserClock(),
  now: () => now,
  monotonic: () => now,
  after: (ms: number, run: () => void) => browserClock().after(ms === 5_000 ? 5 : ms, run),
}

async function addUser(id: string, parent: string | null = null): Promise<void> {
  await harness.db.query(
    `insert into users (id, email, password_hash, role, parent_id, created_at) values ($1::text,
      case when $2::text is null then $1::text || '@example.com' end,
      case when $2::text is null then 'x' end,
      case when $2::text is null then 'trader' else 'sub-account' end, $2::text, 0)`,
    [id, parent],
  )
}

beforeEach(async () => {
  now = Date.UTC(2026, 5, 10, 9)
  count = 0
  store = createMemoryTtlStore({ clock })
  harness = await openHarness({ clock, store })
  for (const id of [ANN, BEN, userAt(1), userAt(2)]) await addUser(id)
  await addUser(SUB, ANN)
  await harness.trading.seedDemo(ANN)
})
afterEach(async () => {
  await harness.trading.service.core.settled()
  expect(await checkLedger(harness.db)).toEqual([])
  await harness.close()
})

const body = (changes: object = {}) => ({
  asset: 'USDT',
  amount: '10',
  count: 3,
  split: 'random',
  greeting: ' Happy new year ',
  clientOid: `p${++count}`,
  ...changes,
})
const create = (changes: object = {}, userId = ANN) =>
  harness.call<RedPacket>(CREATE, { userId, body: body(changes) })
const refusal = (changes: object, options: object = {}) =>
  harness.refusal(CREATE, { userId: ANN, body: body(changes), ...options })
const claim = (userId: string, code: string, more: object = {}) =>
  harness.call<RedPacketClaim>(CLAIM, { userId, body: { code, ...more } })
const claimRefusal = async (userId: string, code: string, more: object = {}) =>
  (await harness.refusal(CLAIM, { userId, body: { code, ...more } })).code
const detail = (userId: string, packetId: string) =>
  harness.call<RedPacketDetail>('/v1/redpacket/detail', { userId, query: { packetId } })
const available = (userId: string, asset = 'USDT') =>
  harness.trading.service.assets({ realm: 'live', userId }).find((each) => each.asset === asset)
    ?.available

describe('a red packet (products 4)', () => {
  it('takes the amount and answers a code and the hash', async () => {
    const packet = await create()
    expect(packet).toMatchObject({
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/),
      asset: 'USDT',
      total: '10',
      left: '10',
      count: 3,
      claimed: 0,
      greeting: 'Happy new year',
      status: 'open',
      seedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      expiresAt: now + DAY,
    })
    expect(available(ANN)).toBe('99990')
  })

  it('is refused a day after a change of the security (products 7)', async () => {
    await stopWithdrawals(harness.db, { userId: ANN, now })
    for (const userId of [ANN, SUB])
      expect(await refusal({}, { userId })).toMatchObject({
        code: '40302',
        data: { retryAfter: 86_400 },
      })
    expect(available(ANN)).toBe('100000')
    now += DAY
    expect(await create()).toMatchObject({ status: 'open' })
  })

  it('pays parts that anybody can compute again once it has ended', async () => {
    const packet = await create()
    const parts: string[] = []
    for (const at of [0, 1, 2]) parts.push((await claim(userAt(at), packet.code)).amount)
    const { seed, claims, unit, status, seedHash: hash } = await detail(ANN, packet.packetId)
    expect([status, unit, hash]).toEqual(['finished', '0.000001', seedHash(seed!)])
    const expected = splitPacket({ units: 10_000_000n, count: 3, split: 'random', seed: seed! })
    expect(parts.map((part) => BigInt(Math.round(Number(part) * 1e6)))).toEqual(expected)
    expect(claims.map(({ amount }) => amount)).toEqual(parts)
    expect(claims[0]).toMatchObject({ user: '******0000', isOwn: false })
    expect(await statementOf(harness, ANN)).toContain('redpacket -10 USDT')
    expect(await statementOf(harness, BEN)).toEqual([`redpacket ${parts[0]} USDT`])
  })

  it('hides the seed while a part is left', async () => {
    const packet = await create()
    await claim(BEN, packet.code)
    for (const userId of [ANN, BEN]) {
      const shown = await detail(userId, packet.packetId)
      expect([shown.seed, 'code' in shown]).toEqual([null, false])
    }
    expect(
      await harness.refusal('/v1/redpacket/detail', {
        userId: userAt(1),
        query: { packetId: packet.packetId },
      }),
    ).toMatchObject({ code: '40401' })
  })

  it('divides evenly on request', async () => {
    const { code } = await create({ split: 'equal', amount: '10.000001' })
    const parts = []
    for (const at of [0, 1, 2]) parts.push((await claim(userAt(at), code)).amount)
    expect(parts).toEqual(['3.333334', '3.333334', '3.333333'])
  })

  it('lists what was sent and what was received', async () => {
    harness.market.print({ symbol: 'ETHUSDT', ticks: 200_000, lots: 1, takerSide: 'buy' })
    const [first, second] = [await create(), await create({ asset: 'ETH', amount: '0.01' })]
    const part = await claim(BEN, first.code)
    const page = await harness.call('/v1/redpacket/list', { userId: ANN, query: { limit: '1' } })
    expect(page).toMatchObject({ items: [second], next: second.packetId })
    expect(
      await harness.call('/v1/redpacket/list', {
        userId: ANN,
        query: { cursor: second.packetId },
      }),
    ).toMatchObject({ items: [{ packetId: first.packetId, claimed: 1 }], next: null })
    expect(await harness.call('/v1/redpacket/received', { userId: BEN })).toEqual({
      items: [part],
      next: null,
    })
    expect(await harness.call('/v1/redpacket/list', { userId: BEN })).toMatchObject({ items: [] })
  })

  it('returns the rest after a day, once, also after a restart', async () => {
    const packet = await create()
    const part = await claim(BEN, packet.code)
    await harness.restartFromJournal()
    now += DAY
    await expect.poll(() => harness.trading.service.core.state.products.packets.size).toBe(0)
    const rest = (10 - Number(part.amount)).toFixed(6)
    expect(Number(available(ANN))).toBeCloseTo(99_990 + Number(rest), 6)
    expect(await detail(ANN, packet.packetId)).toMatchObject({ status: 'expired', claimed: 1 })
    expect(await claimRefusal(userAt(1), packet.code)).toBe('40401')
  })
})

describe('the same key (products 4)', () => {
  it('answers the same packet, also when it has ended', async () => {
    const first = await create({ clientOid: 'k' })
    expect(await create({ clientOid: 'k' })).toEqual(first)
    for (const at of [0, 1, 2]) await claim(userAt(at), first.code)
    expect(await create({ clientOid: 'k', amount: '10.00' })).toMatchObject({
      packetId: first.packetId,
      status: 'finished',
    })
    expect(available(ANN)).toBe('99990')
  })

  it('refuses other fields (40902)', async () => {
    await create({ clientOid: 'k' })
    for (const other of [{ amount: '11' }, { count: 4 }, { split: 'equal' }, { greeting: 'x' }])
      expect(await refusal({ clientOid: 'k', ...other })).toMatchObject({ code: '40902' })
  })

  it('makes one packet of fifty requests at once', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => create({ clientOid: 'storm' })))
    expect(new Set(made.map(({ packetId }) => packetId)).size).toBe(1)
    expect(available(ANN)).toBe('99990')
  })

  it('a claim repeated answers the same part, also the last one', async () => {
    const { code } = await create({ count: 2 })
    const first = await claim(BEN, code)
    expect(await claim(BEN, code)).toEqual(first)
    const last = await claim(userAt(1), code)
    expect(await claim(userAt(1), code)).toEqual(last)
    expect(await claimRefusal(userAt(2), code)).toBe('40401')
  })
})

describe('claims at once (products 4)', () => {
  it('pays exactly 100 of 500, and exactly the total', async () => {
    const { code } = await create({ count: 100 })
    const codes = await Promise.all(
      Array.from({ length: 500 }, (_, at) => claimRefusal(userAt(at), code)),
    )
    expect(codes.filter((each) => each === '0')).toHaveLength(100)
    expect(codes.filter((each) => each === '40401')).toHaveLength(400)
    const paid = Array.from({ length: 500 }, (_, at) =>
      BigInt(Math.round(Number(available(userAt(at))) * 1e6)),
    )
    expect(paid.reduce((sum, each) => sum + each, 0n)).toBe(10_000_000n)
  })

  it('pays one user once, however many requests race', async () => {
    const { code } = await create()
    const parts = await Promise.all(Array.from({ length: 15 }, () => claim(BEN, code)))
    expect(new Set(parts.map(({ amount }) => amount)).size).toBe(1)
    expect(available(BEN)).toBe(parts[0]!.amount)
  })
})

describe('who may not (products 4, products 7)', () => {
  it('refuses the sender and their sub-accounts (40301)', async () => {
    const { code } = await create()
    expect(await claimRefusal(ANN, code)).toBe('40301')
    expect(await claimRefusal(SUB, code)).toBe('40301')
  })

  it('no login without a key, and no code that is none', async () => {
    const { code } = await create()
    expect(
      await harness.refusal(CLAIM, { userId: BEN, keyId: null, body: { code } }),
    ).toMatchObject({ code: '40301' })
    expect(await refusal({}, { keyId: null })).toMatchObject({ code: '40301' })
    for (const wrong of ['ABCDEFGHJK', 'x', '<script>', '%', code.slice(1)])
      expect(await claimRefusal(userAt(7 + wrong.length), wrong)).toBe('40401')
    expect(await claim(BEN, ` ${code.toLowerCase()} `)).toMatchObject({ place: 1 })
  })

  it('asks for a captcha after five wrong codes and stops after twenty', async () => {
    const wrong = 'ZZZZZZZZZZ'
    for (let at = 0; at < 5; at++) expect(await claimRefusal(BEN, wrong)).toBe('40401')
    const { code } = await create()
    expect(await claimRefusal(BEN, code)).toBe('40103')
    for (let at = 6; at < 20; at++)
      expect(await claimRefusal(BEN, wrong, { bizId: 'solved' })).toBe('40401')
    expect(await claimRefusal(BEN, code, { bizId: 'solved' })).toBe('42901')
    now += 3_600_001
    expect(await claimRefusal(BEN, code)).toBe('0')
  })

  it('lets nobody try more by trying at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 60 }, () => claimRefusal(BEN, 'ZZZZZZZZZZ')),
    )
    expect(codes.filter((each) => each === '40401')).toHaveLength(5)
  })

  it('does not count codes that were right', async () => {
    for (let at = 0; at < 8; at++) await claim(BEN, (await create()).code)
    expect(await claimRefusal(BEN, 'ZZZZZZZZZZ')).toBe('40401')
  })

  it('takes a step-up of this session above 100 USDT, once', async () => {
    expect(await refusal({ amount: '100' })).toMatchObject({ code: '0' })
    expect(await refusal({ amount: '100.000001' })).toMatchObject({ code: '00005' })
    const stepUp = createStepUp({
      store,
      random: { bytes: (length) => new Uint8Array(randomBytes(length)) },
    })
    const prove = async (action: 'redPacket' | 'passkey', userId = ANN) =>
      stepUp.prove(await stepUp.begin({ sessionId: `session-${userId}`, action, challenge: null }))
    for (const verifyToken of [await prove('passkey'), await prove('redPacket', BEN), 'x'])
      expect(await refusal({ amount: '101', verifyToken })).toMatchObject({ code: '00005' })
    const verifyToken = await prove('redPacket')
    const packet = await create({ amount: '101', clientOid: 'big', verifyToken })
    expect(await create({ amount: '101', clientOid: 'big' })).toEqual(packet)
    expect(await refusal({ amount: '101', verifyToken })).toMatchObject({ code: '00005' })
  })

  it('values other assets at the last price, and asks without one', async () => {
    expect(await refusal({ asset: 'ETH', amount: '0.00001' })).toMatchObject({ code: '00005' })
    harness.market.print({ symbol: 'ETHUSDT', ticks: 200_000, lots: 1, takerSide: 'buy' })
    expect(await refusal({ asset: 'ETH', amount: '0.05' })).toMatchObject({ code: '0' })
    expect(await refusal({ asset: 'ETH', amount: '0.050001' })).toMatchObject({ code: '00005' })
  })
})

describe('bad input (products 8)', () => {
  it.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: '1e3' }, 'amount'],
    [{ amount: '0.0000001' }, 'amount'],
    [{ amount: '９' }, 'amount'],
    [{ amount: '9'.repeat(41) }, 'amount'],
    [{ amount: '9'.repeat(30) }, 'amount'],
    [{ amount: 5 }, 'amount'],
    [{ amount: '0.000002' }, 'amount'],
    [{ count: 0 }, 'count'],
    [{ count: 501 }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ count: '3' }, 'count'],
    [{ split: 'lucky' }, 'split'],
    [{ asset: 'XAU' }, 'asset'],
    [{ asset: '__proto__' }, 'asset'],
    [{ clientOid: '' }, 'clientOid'],
    [{ clientOid: 'a b' }, 'clientOid'],
    [{ greeting: 'x'.repeat(101) }, 'greeting'],
  ])('%j is 40010 with its field', async (changes, field) => {
    expect(await refusal(changes)).toMatchObject({ code: '40010', data: { field } })
    expect(available(ANN)).toBe('100000')
  })

  it('40201 above the balance', async () => {
    expect(await refusal({ asset: 'USDT', amount: '5', clientOid: 'x' })).toMatchObject({
      code: '0',
    })
    expect(
      await harness.refusal(CREATE, { userId: BEN, body: body({ amount: '5' }) }),
    ).toMatchObject({ code: '40201', data: { asset: 'USDT' } })
  })

  it('stores a greeting as it is, whatever it contains', async () => {
    const greeting = '<img src=x onerror=alert(1)> & "ñ" \u202e'
    expect((await create({ greeting })).greeting).toBe(greeting)
  })
})
