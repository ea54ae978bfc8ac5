import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PacketDump } from '../../exchange/state/productsState.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { drawCode, needsStepUp, readCode, readPacket } from './packetInput.ts'
import { claimView, detailView, packetView } from './packetViews.ts'

const SEED = '07'.repeat(32)
const packet = (changes: Partial<PacketDump> = {}): PacketDump => ({
  id: 3,
  userId: '1000000001',
  holder: '1000000001',
  clientOid: 'c',
  digest: 'd',
  code: 'ABCDEFGHJK',
  asset: 'USDT',
  unit: '100',
  total: '1000000000',
  count: 3,
  split: 'random',
  greeting: 'For you',
  seed: SEED,
  createdAt: 5,
  expiresAt: 6,
  claims: [
    { userId: '1000000002', holder: '1000000002', amount: '400000000', at: 7 },
    { userId: '1000000003', holder: '1000000001', amount: '100', at: 8 },
  ],
  left: '599999900',
  status: 'open',
  ...changes,
})
const asked = (changes: object = {}) =>
  readPacket({
    asset: 'USDT',
    amount: '10',
    count: 5,
    split: 'equal',
    clientOid: 'c1',
    ...changes,
  } as Parameters<typeof readPacket>[0])
const refusalOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    if (error instanceof GatewayError) return { code: error.code, data: error.data }
    throw error
  }
}

describe('a red packet as people see it (products 4)', () => {
  it('has its code for the sender, and a hash of its seed', () => {
    const seedHash = createHash('sha256').update(Buffer.from(SEED, 'hex')).digest('hex')
    expect(packetView(packet())).toEqual({
      packetId: '3',
      code: 'ABCDEFGHJK',
      asset: 'USDT',
      total: '10',
      left: '5.999999',
      count: 3,
      claimed: 2,
      split: 'random',
      greeting: 'For you',
      status: 'open',
      seedHash,
      createdAt: 5,
      expiresAt: 6,
    })
  })

  it('hides code, seed and names in its detail while it is open', () => {
    const view = detailView(packet(), '1000000002')
    expect(view.seed).toBeNull()
    const text = JSON.stringify(view)
    for (const hidden of [SEED, 'ABCDEFGHJK', '1000000001', '1000000002', '1000000003'])
      expect(text).not.toContain(hidden)
    expect(view.claims.map(({ user }) => user)).toEqual(['******0002', '******0003'])
  })

  it.each(['finished', 'expired'] as const)('names its seed when it is %s', (status) => {
    expect(detailView(packet({ status }), '1000000002').seed).toBe(SEED)
  })

  it.each([
    ['1000000001', true, [false, false]],
    ['1000000002', false, [true, false]],
    ['1000000009', false, [false, false]],
  ])('says to %s what is one\u2019s own', (userId, isOwn, claims) => {
    const view = detailView(packet(), userId)
    expect([view.isOwn, view.claims.map((each) => each.isOwn)]).toEqual([isOwn, claims])
  })

  it.each([
    ['what nobody has, while it is open', {}, '5.999999'],
    ['nothing, when it is finished', { status: 'finished', left: '0' }, '0'],
    // The ledger has nothing left: what went back is shown.
    ['what went back, when it is expired', { status: 'expired', left: '0' }, '5.999999'],
    ['all, when nobody came', { status: 'expired', left: '0', claims: [] }, '10'],
  ] as const)('has left %s', (_, changes, left) => {
    expect(packetView(packet(changes as Partial<PacketDump>)).left).toBe(left)
  })

  it.each([
    [0, { amount: '4', place: 1, at: 7 }],
    [1, { amount: '0.000001', place: 2, at: 8 }],
  ])('shows the claim at %i as its own place', (place, claim) => {
    expect(claimView(packet(), place)).toEqual({
      packetId: '3',
      asset: 'USDT',
      greeting: 'For you',
      ...claim,
    })
  })
})

describe('a red packet that is asked for (products 4)', () => {
  it.each([
    ['USDT', '10', 5, '10000000', '100'],
    ['USDT', '0.000005', 5, '5', '100'],
    ['BTC', '0.000001', 1, '1', '100'],
    ['ETH', '1.5', 500, '1500000', '1000000000000'],
    ['XRP', '1', 1, '1000000', '1'],
    ['USDT', '1000000000', 1, '1000000000000000', '100'],
  ])('has units of six decimals at most: %s %s for %i', (asset, amount, count, units, unit) => {
    expect(asked({ asset, amount, count })).toMatchObject({ units, unit, count })
  })

  it.each<[string, object, string]>([
    ['no asset', { asset: '' }, 'asset'],
    ['an unknown asset', { asset: 'DAI' }, 'asset'],
    ['no amount', { amount: '' }, 'amount'],
    ['nothing', { amount: '0' }, 'amount'],
    ['less than nothing', { amount: '-1' }, 'amount'],
    ['an exponent', { amount: '1e1' }, 'amount'],
    ['seven decimals', { amount: '0.0000005' }, 'amount'],
    ['less than a unit for each', { amount: '0.000004' }, 'amount'],
    ['more than even draws can divide', { amount: '1000000000.000001' }, 'amount'],
    ['nobody', { count: 0 }, 'count'],
    ['501 people', { count: 501 }, 'count'],
    ['half a person', { count: 1.5 }, 'count'],
    ['no number of people', { count: Number.NaN }, 'count'],
    ['no key', { clientOid: '' }, 'clientOid'],
    ['a key with a colon', { clientOid: 'a:b' }, 'clientOid'],
  ])('is refused with %s', (_, changes, field) => {
    expect(refusalOf(() => asked(changes))).toMatchObject({ code: '40010', data: { field } })
  })

  it('is the same however its amount and greeting are written', () => {
    const [plain, spaced] = [
      asked({ greeting: 'Hi' }),
      asked({ amount: '10.00', greeting: ' Hi ' }),
    ]
    expect(spaced).toEqual(plain)
    expect(asked().greeting).toBe('')
    for (const other of [{ amount: '11' }, { count: 6 }, { split: 'random' }, { greeting: 'Ho' }])
      expect(asked({ ...other }).digest).not.toBe(asked().digest)
  })

  it.each<[string, string, number | undefined, boolean]>([
    ['USDT', '100', undefined, false],
    ['USDT', '100.000001', undefined, true],
    // At 50,000.00 a coin.
    ['BTC', '0.002', 5_000_000, false],
    ['BTC', '0.002001', 5_000_000, true],
    ['BTC', '0.000001', undefined, true],
    ['XRP', '40', 25_000, false],
    ['XRP', '40.000001', 25_000, true],
  ])('needs a proof above 100 USDT: %s %s', (asset, amount, ticks, isAsked) => {
    const input = asked({ asset, amount, count: 1 })
    expect(needsStepUp(input, { lastTicks: () => ticks })).toBe(isAsked)
  })
})

describe('a code (products 4)', () => {
  it.each([
    ['as it was drawn', 'ABCDEFGHJK', 'ABCDEFGHJK'],
    ['in lower case', 'abcdefghjk', 'ABCDEFGHJK'],
    ['in groups', ' abcde-fghjk ', 'ABCDEFGHJK'],
    ['with letters that look like digits', 'OIL0000000', '0110000000'],
    ['with a letter too few', 'ABCDEFGHJ', ''],
    ['with a letter too many', 'ABCDEFGHJKM', ''],
    ['with a letter that no code has', 'ABCDEFGHJU', ''],
    ['that is empty', '', ''],
    ['with full-width letters', 'ＡＢＣＤＥＦＧＨＪＫ', ''],
  ])('is read %s', (_, text, code) => {
    expect(readCode(text)).toBe(code)
  })

  it('is drawn from letters and digits that nobody mistakes', () => {
    const bytes = (from: number) => ({
      bytes: (count: number) => new Uint8Array(count).map((_, at) => from + at),
    })
    const codes = [0, 10, 20, 22, 246].map((from) => drawCode(bytes(from) as never))
    expect(codes).toEqual(['0123456789', 'ABCDEFGHJK', 'MNPQRSTVWX', 'PQRSTVWXYZ', 'PQRSTVWXYZ'])
    for (const code of codes) expect(readCode(code)).toBe(code)
  })

  it('is drawn evenly: each sign has eight of 256 bytes', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      const [sign = ''] = drawCode({ bytes: () => Uint8Array.of(byte) } as never)
      counts.set(sign, (counts.get(sign) ?? 0) + 1)
    }
    expect([counts.size, new Set(counts.values())]).toEqual([32, new Set([8])])
  })
})
