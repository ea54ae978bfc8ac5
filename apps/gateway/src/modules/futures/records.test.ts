import { createHash } from 'node:crypto'
import type {
  FuturesSymbol,
  FuturesTier,
  LiquidationDetail,
  PriceLogProof,
  PriceLogRoot,
  PublicLiquidation,
} from '@x/api'
import { verifyInclusion } from '@x/reserves'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recomputed } from '../../../../web/src/data/futures/recomputed.ts'
import { verifyLiquidation } from '../../../../web/src/data/futures/verifyLiquidation.ts'
import {
  type ChainedRow,
  rootOf,
  verifyChain,
} from '../../../../web/src/data/futures/verifyProof.ts'
import { ladderPass } from '../../exchange/futures/liquidation.ts'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import type { RawAnswer } from '../../platform/http/route.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { resumeFundings } from './createPriceDriver.ts'
import { liquidationDetail } from './ports/liquidationViews.ts'
import { stepsOf } from './ports/recordQueries.ts'

const BTC = 'usdt/BTCUSDT'
const COIN = 'coin/BTCUSD'
const UNIT = 10n ** 8n
let harness: Harness
let count = 4_000_000_000
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type Row = Readonly<Record<string, unknown>>
interface Page {
  readonly items: readonly Row[]
  readonly next: string | null
}
let now = Date.UTC(2026, 0, 5, 7, 0, 1)
const prices = (mark: number, symbol = BTC) =>
  void harness.trading.service.run({
    kind: 'prices',
    at: (now += 1_000),
    rows: [[symbol, mark, mark]],
  })
const ladder = () => {
  const { core } = harness.trading.service
  const steps = []
  for (const command of ladderPass(core.state, { at: now })) {
    core.execute(command)
    steps.push(command.step)
  }
  return steps
}
const fund = (atoms: bigint, asset = 'USDT') => {
  const userId = String((count += 1))
  const { service } = harness.trading
  const text = String(atoms)
  const grant = { key: `g${userId}`, funds: { [asset]: text } }
  service.run({ kind: 'grant', at: now, realm: 'live', userId, ...grant })
  const way = { from: 'spot', to: 'futures', asset, atoms: text } as const
  const names = { clientOid: 'fund', digest: 'd' }
  service.run({ kind: 'walletMove', at: now, realm: 'live', userId, ...way, ...names })
  return userId
}
const post = (path: string, userId: string, body: Row) =>
  harness.call(`/v1/futures/${path}`, { userId, body })
const get = <T = Page>(path: string, userId: string, query: Record<string, string> = {}) =>
  harness.call<T>(`/v1/futures/${path}`, { userId, query })
const codeOf = async (path: string, query: Record<string, string>) =>
  (await harness.refusal(`/v1/futures/${path}`, { userId: String(count), query })).code
const limit = (side: 'buy' | 'sell', price: string, size: string, symbol = 'BTCUSDT') => ({
  symbol,
  side,
  orderType: 'limit',
  price,
  size,
})
const trade = async (buyer: string, seller: string, [price, size]: readonly [string, string]) => {
  await post('order/place', seller, limit('sell', price, size))
  await post('order/place', buyer, limit('buy', price, size))
}

/** An amount as atoms. */
const atoms = (text: unknown): bigint => {
  const [whole = '0', part = ''] = String(text).replace('-', '').split('.')
  const value = BigInt(whole) * UNIT + BigInt(part.padEnd(8, '0'))
  return String(text).startsWith('-') ? -value : value
}

type Report = Pick<LiquidationDetail, 'steps' | 'inputs'>

/** The latest liquidation of a user, as its report is read. */
async function reportOf(userId: string): Promise<Report> {
  const { items } = await get('liquidation/list', userId)
  const liquidationId = String(items[0]?.['liquidationId'])
  return get<Report>('liquidation/detail', userId, { liquidationId })
}

/** Every step is found again from its inputs, by the page that shows it. */
function expectRecomputed({ steps }: Report) {
  for (const { inputs, equityBefore, requirementBefore } of steps) {
    const own = inputs && recomputed(inputs)
    expect(own?.isEqual).toBe(true)
    expect(atoms(own?.equity)).toBe(atoms(equityBefore))
    expect(atoms(own?.requirement)).toBe(atoms(requirementBefore))
    expect(atoms(own?.equity)).toBeLessThanOrEqual(atoms(own?.requirement))
  }
}

/** All pages of a public list, so many rows at once. */
async function pagesOf<T>(path: string, query: Record<string, string>): Promise<readonly T[]> {
  const found: Row[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    // Each page begins where the one before ends.
    // oxlint-disable-next-line no-await-in-loop
    const page: Page = await get(path, 'anybody', { ...query, ...(cursor ? { cursor } : {}) })
    found.push(...page.items)
    cursor = page.next
  }
  return found as unknown as readonly T[]
}

/** As an address that asks within its allowance. */
async function proofOf(hash: string): Promise<PriceLogProof> {
  const { body } = await get<RawAnswer>('public/prices/proof', 'anybody', { hash })
  return (JSON.parse(String(body)) as { readonly data: PriceLogProof }).data
}

const publicLiquidations = (realm = 'live', limit = '3') =>
  pagesOf<PublicLiquidation>('public/liquidations', { limit, realm })

/** What the page finds of every public step of a realm, computed from what is published alone. */
async function verifiedSteps(realm = 'live') {
  const steps = await publicLiquidations(realm)
  const symbols = await get<readonly FuturesSymbol[]>('public/symbols', 'anybody')
  const tables = new Map(
    await Promise.all(
      symbols.map(async (contract) => {
        const { symbol } = contract
        const tiers = await get<readonly FuturesTier[]>('public/tiers', 'anybody', { symbol })
        return [symbol, { contract, tiers }] as const
      }),
    ),
  )
  const roots = await pagesOf<PriceLogRoot>('public/prices/roots', { limit: '2' })
  return Promise.all(
    steps.map(async (step) => {
      const rows = await pagesOf<ChainedRow>('public/prices', { limit: '7', to: String(step.at) })
      const proof = await proofOf(step.priceHash ?? '')
      const previous = steps.find(({ liquidationId }) => liquidationId === step.previousId)
      const checks = await verifyLiquidation(step, { tables, rows, proof, roots, previous })
      return { step, checks }
    }),
  )
}

/** Every check of every step agrees. */
async function expectVerified(realm = 'live') {
  const found = await verifiedSteps(realm)
  const others = found.flatMap(({ step: { liquidationId, step }, checks }) =>
    checks
      .filter(({ state }) => state !== 'agrees')
      .map((check) => ({ liquidationId, step, ...check })),
  )
  expect(others).toEqual([])
  return found
}

describe('bills of the futures wallets (futures 11)', () => {
  it('lists every change, the latest first, which add up to the wallet (futures 2)', async () => {
    prices(600_000)
    const [ann, bob] = [fund(10_000n * UNIT), fund(10_000n * UNIT)]
    await trade(ann, bob, ['60000', '0.1'])
    await trade(bob, ann, ['61000', '0.1'])
    const { items } = await get('bills', ann)
    expect(items.map(({ kind, amount, symbol }) => [kind, amount, symbol])).toEqual([
      ['fee', '-1.22', 'BTCUSDT'],
      ['realised_pnl', '100', 'BTCUSDT'],
      ['fee', '-3.6', 'BTCUSDT'],
      ['transfer_in', '10000', null],
    ])
    const sum = items.reduce((total, { amount }) => total + atoms(amount), 0n)
    const { wallets } = await get<{ readonly wallets: readonly Row[] }>('account', ann)
    expect(atoms(wallets[0]?.['balance'])).toBe(sum)
    expect((await get('bills', ann, { kind: 'fee' })).items).toHaveLength(2)
    expect((await get('bills', ann, { symbol: 'ETHUSDT' })).items).toEqual([])
    expect((await get('bills', ann, { marginCoin: 'BTC' })).items).toEqual([])
    const first = await get('bills', ann, { limit: '3' })
    const second = await get('bills', ann, { limit: '3', cursor: first.next ?? '' })
    expect([...first.items, ...second.items]).toEqual(items)
    expect(await codeOf('bills', { cursor: '1' })).toBe('40010')
    expect(await codeOf('bills', { symbol: 'NONE' })).toBe('40401')
  })

  it('counts isolated margin from the cross wallet (futures 2)', async () => {
    prices(600_000)
    const [ann, bob] = [fund(10_000n * UNIT), fund(10_000n * UNIT)]
    await post('account/marginMode', ann, { symbol: 'BTCUSDT', marginMode: 1 })
    await trade(ann, bob, ['60000', '0.1'])
    await post('position/margin', ann, { symbol: 'BTCUSDT', amount: '50' })
    await post('position/margin', ann, { symbol: 'BTCUSDT', amount: '-20' })
    const { items } = await get('bills', ann)
    expect(items.slice(0, 2).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['margin_in', '20'],
      ['margin_out', '-50'],
    ])
    expect(items.every(({ symbol, kind }) => symbol !== null || kind === 'transfer_in')).toBe(true)
    await post('order/place', bob, limit('buy', '60000', '0.1'))
    await post('position/close', ann, { symbol: 'BTCUSDT' })
  })
})

describe('closed positions (futures 11)', () => {
  it('says which way they were, for what and how they ended (futures 11)', async () => {
    prices(600_000)
    const [ann, bob] = [fund(10_000n * UNIT), fund(10_000n * UNIT)]
    await trade(ann, bob, ['60000', '0.1'])
    await trade(ann, bob, ['61000', '0.1'])
    await trade(bob, ann, ['60800', '0.2'])
    const [long] = (await get('position/history', ann)).items
    expect(long).toMatchObject({
      positionSide: 1,
      marginMode: 2,
      size: '0.200',
      openAvgPrice: '60500.0',
      closeAvgPrice: '60800.0',
      achievedProfits: '60',
      endedBy: 'close',
    })
    const [short] = (await get('position/history', bob)).items
    expect(short).toMatchObject({
      positionSide: 2,
      achievedProfits: '-60',
      closeAvgPrice: '60800.0',
    })
    expect((await get('position/history', bob, { positionSide: '1' })).items).toEqual([])
    expect((await get('position/history', bob, { positionSide: '2' })).items).toHaveLength(1)
    const later = { from: String(now + 1_000_000_000_000) }
    expect((await get('position/history', bob, later)).items).toEqual([])
    expect(await codeOf('position/history', { cursor: 'x' })).toBe('40010')
  })
})

describe('liquidations (futures 6)', () => {
  it('shows each step with all it can be recomputed from (futures 6)', async () => {
    prices(600_000)
    const [ann, bob] = [fund(1_000n * UNIT), fund(100_000n * UNIT)]
    await post('account/leverage', ann, { symbol: 'BTCUSDT', leverage: 100 })
    await trade(ann, bob, ['60000', '1'])
    await post('order/place', ann, limit('sell', '62000', '0.1'))
    await post('order/place', bob, limit('buy', '59250', '1'))
    prices(592_800)
    expect(ladder()).toEqual(['cancel', 'reduce'])
    const { items } = await get('liquidation/list', ann)
    expect(items).toMatchObject([
      { kind: 'liquidation', marginMode: 2, symbol: null, marginCoin: 'USDT' },
    ])
    const { steps, inputs } = await reportOf(ann)
    expect(steps).toMatchObject([
      { step: 1, cancelledOrders: 1, size: '0' },
      { step: 3, symbol: 'BTCUSDT', side: 'sell', avgPrice: '59250.0', markPrice: '59280.0' },
    ])
    expect(steps[0]?.inputs).toEqual(inputs)
    expectRecomputed({ steps, inputs })
    const last = steps.at(-1)
    expect(atoms(last?.equityAfter)).toBeGreaterThan(atoms(last?.requirementAfter))
    // What was lost is what the bills of its steps say.
    const bills = (await get('bills', ann)).items.filter(({ createdAt }) => createdAt === now)
    const lost = bills.reduce((sum, { amount }) => sum - atoms(amount), 0n)
    expect(atoms(items[0]?.['lost'])).toBe(lost)
    // Others see neither.
    expect((await get('liquidation/list', bob)).items).toEqual([])
    const startedAt = Number(items[0]?.['startedAt'])
    const within = async (from: number, to: number) =>
      (await get('liquidation/list', ann, { from: String(from), to: String(to) })).items.length
    expect([
      await within(startedAt, startedAt),
      await within(startedAt + 1, now + 1),
      await within(0, startedAt - 1),
    ]).toEqual([1, 0, 0])
    const liquidationId = String(items[0]?.['liquidationId'])
    // What is left is closed, so that the tests after this one begin without it.
    await post('order/place', bob, limit('buy', '59280', '1'))
    await post('position/close', ann, { symbol: 'BTCUSDT' })
    await post('order/cancelAll', bob, {})
    const hidden = { userId: bob, query: { liquidationId } }
    expect((await harness.refusal('/v1/futures/liquidation/detail', hidden)).code).toBe('40401')
  })

  it('publishes every step, and the price log they refer to (futures 14)', async () => {
    const { items } = await get('public/liquidations', 'anybody', { symbol: 'BTCUSDT' })
    const [step] = items as unknown as readonly PublicLiquidation[]
    expect(step).toMatchObject({ step: 3, side: 'sell', positionSide: 1, markPrice: '59280.0' })
    expect(JSON.stringify(step)).not.toContain(String(count - 1))
    const own = step?.inputs && recomputed(step.inputs)
    expect([own?.isEqual, atoms(own?.equity)]).toEqual([true, atoms(step?.equity)])
    const log = await get('public/prices', 'anybody', { limit: '200' })
    const rows = log.items.toReversed() as readonly Record<string, string>[]
    expect(rows.length).toBeGreaterThan(3)
    expect(rows[0]?.['previousHash']).toBe('0'.repeat(64))
    for (const [at, row] of rows.entries()) {
      const text = `${row['previousHash']}\n${row['line']}`
      expect(row['hash']).toBe(createHash('sha256').update(text).digest('hex'))
      if (at > 0) expect(row['previousHash']).toBe(rows[at - 1]?.['hash'])
    }
    const quoted = rows.find(({ hash }) => hash === step?.priceHash)
    expect(quoted?.['line']).toContain('BTCUSDT,59280.0,59280.0')
    const [cancelled] = (items as unknown as readonly PublicLiquidation[]).slice(1)
    expect(cancelled).toMatchObject({
      step: 1,
      symbol: null,
      cancelledOrders: 1,
      previousId: null,
      equityAfter: step?.equity,
    })
    expect(step?.previousId).toBe(cancelled?.liquidationId)
    expect(JSON.stringify(items)).not.toMatch(/user|wallet:|40000000/)
    const roots = await get('public/prices/roots', 'anybody')
    expect(roots.items).toMatchObject([
      {
        day: '2026-01-05',
        hash: rows.at(-1)?.['hash'],
        rows: rows.length,
        previousRoot: '0'.repeat(64),
      },
    ])
    expect((await get('public/liquidations', 'anybody', { symbol: 'ETHUSDT' })).items).toEqual([])
    expect(await codeOf('public/liquidations', { liquidationId: 'x' })).toBe('40010')
    expect(await codeOf('public/prices', { from: '-1' })).toBe('40010')
  })

  it.each([
    ['long', 'buy', 'sell', '59080', 591_037],
    ['short', 'sell', 'buy', '60960', 609_371],
  ] as const)(
    'shows what a %s of a coin contract was computed from (futures 6)',
    async (_side, opens, closes, price, mark) => {
      prices(600_000, COIN)
      const [ann, bob] = [fund(UNIT / 33n, 'BTC'), fund(10n * UNIT, 'BTC')]
      const order = (side: 'buy' | 'sell', at: string) => limit(side, at, '900', 'BTCUSD')
      await post('account/leverage', ann, { symbol: 'BTCUSD', leverage: 100 })
      await post('order/place', bob, order(closes, '60000'))
      await post('order/place', ann, order(opens, '60000'))
      await post('order/place', bob, order(opens, price))
      prices(mark, COIN)
      expect(ladder()).toEqual(['reduce'])
      const report = await reportOf(ann)
      expect(report.inputs?.positions).toMatchObject([{ size: '900', contractValue: '100' }])
      expectRecomputed(report)
      await post('order/cancelAll', bob, {})
      await post('order/place', bob, order(opens, String(mark / 10)))
      await post('position/close', ann, { symbol: 'BTCUSD' })
      await post('order/cancelAll', bob, {})
    },
  )

  it('counts no orders of coin contracts (trading 2)', async () => {
    prices(600_000, COIN)
    const [ann, bob] = [fund(UNIT / 25n, 'BTC'), fund(10n * UNIT, 'BTC')]
    const order = (side: 'buy' | 'sell', at: string, size: string) =>
      limit(side, at, size, 'BTCUSD')
    await post('account/leverage', ann, { symbol: 'BTCUSD', leverage: 100 })
    await post('order/place', bob, order('sell', '60000', '900'))
    await post('order/place', ann, order('buy', '60000', '900'))
    await post('order/place', ann, order('buy', '58000', '50'))
    await post('order/place', bob, order('buy', '58690', '900'))
    prices(587_003, COIN)
    expect(ladder()[0]).toBe('cancel')
    expectRecomputed(await reportOf(ann))
    await post('order/cancelAll', bob, {})
    await post('order/place', bob, order('buy', '58700', '900'))
    await post('position/close', ann, { symbol: 'BTCUSD' })
    await post('order/cancelAll', bob, {})
  })

  it('has the rates of contracts with orders only (futures 6)', async () => {
    prices(600_000)
    prices(300_000, 'usdt/ETHUSDT')
    const [ann, bob] = [fund(1_000n * UNIT), fund(100_000n * UNIT)]
    await post('account/leverage', ann, { symbol: 'BTCUSDT', leverage: 100 })
    await post('account/leverage', ann, { symbol: 'ETHUSDT', leverage: 100 })
    await trade(ann, bob, ['60000', '1'])
    await post('order/place', ann, limit('buy', '2900', '1', 'ETHUSDT'))
    prices(593_250)
    expect(ladder()).toEqual(['cancel'])
    const report = await reportOf(ann)
    expect(report.inputs?.exposures.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT'])
    expectRecomputed(report)
    // As steps were stored before the rates were kept with the exposures.
    const rows = await stepsOf(harness.db, { realm: 'live', userId: ann })
    const older = rows.map((row) => ({
      ...row,
      inputs: row.inputs && {
        ...row.inputs,
        exposures: row.inputs.exposures.map(([id, exposure]) => [id, exposure] as const),
      },
    }))
    const { inputs } = liquidationDetail(older, { isRunning: false })
    expect(inputs?.exposures[1]).toEqual({ symbol: 'ETHUSDT', exposure: '2900' })
    expect(inputs && recomputed(inputs)).toMatchObject({ requirement: null, isEqual: null })
    await post('order/place', bob, limit('buy', '59325', '1'))
    await post('position/close', ann, { symbol: 'BTCUSDT' })
    await post('order/cancelAll', bob, {})
  })

  it('publishes legs that were netted, and isolated margin (futures 6, futures 14)', async () => {
    prices(600_000)
    prices(300_000, 'usdt/ETHUSDT')
    const [ann, bob] = [fund(1_000n * UNIT), fund(100_000n * UNIT)]
    const placed = (userId: string, body: Row) => post('order/place', userId, body)
    await post('account/positionMode', ann, { positionMode: 2 })
    await post('account/leverage', ann, { symbol: 'BTCUSDT', leverage: 100 })
    for (const [positionSide, side, closes, size] of [
      [1, 'buy', 'sell', '1'],
      [2, 'sell', 'buy', '0.3'],
    ] as const) {
      // One after the other: they match.
      // oxlint-disable-next-line no-await-in-loop
      await placed(bob, limit(closes, '60000', size))
      // oxlint-disable-next-line no-await-in-loop
      await placed(ann, { ...limit(side, '60000', size), positionSide, tradeSide: 'open' })
    }
    await placed(bob, limit('buy', '58900', '1'))
    prices(588_900)
    expect(ladder()).toContain('net')
    await post('order/cancelAll', bob, {})

    const cy = fund(1_000n * UNIT)
    await post('account/marginMode', cy, { symbol: 'BTCUSDT', marginMode: 1 })
    await post('account/leverage', cy, { symbol: 'BTCUSDT', leverage: 100 })
    prices(600_000)
    await trade(cy, bob, ['60000', '1'])
    await placed(bob, limit('buy', '59680', '0.4'))
    await placed(bob, limit('buy', '59670', '1'))
    prices(596_780)
    expect(ladder()).toEqual(['reduce'])
    await post('order/cancelAll', bob, {})
    const found = await expectVerified()
    expect(found.map(({ step }) => step)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ netted: [expect.objectContaining({ size: '0.300' })] }),
        expect.objectContaining({ marginMode: 1 }),
      ]),
    )
    await placed(bob, limit('buy', '59678', '1'))
    await post('position/close', cy, { symbol: 'BTCUSDT' })
    await post('order/cancelAll', bob, {})
  })

  it('shows a deleveraged customer what was taken, at which price (futures 6)', async () => {
    prices(600_000)
    const [ann, bob] = [fund(1_000n * UNIT), fund(100_000n * UNIT)]
    await post('account/leverage', ann, { symbol: 'BTCUSDT', leverage: 100 })
    await trade(ann, bob, ['60000', '1'])
    prices(580_000)
    expect(ladder()).toContain('deleverage')
    const mine = (await get('liquidation/list', bob)).items
    expect(mine).toMatchObject([{ kind: 'deleveraged', symbol: 'BTCUSDT', marginMode: 2 }])
    expect(atoms(mine[0]?.['lost'])).toBeLessThan(0n)
    const liquidationId = String(mine[0]?.['liquidationId'])
    const { steps } = await get<{ readonly steps: readonly Row[] }>('liquidation/detail', bob, {
      liquidationId,
    })
    expect(steps).toMatchObject([{ step: 5, size: '1.000', filled: '1.000' }])
    const [step = {}] = steps
    for (const figure of ['markPrice', 'indexPrice', 'equityBefore', 'requirementBefore'])
      expect(step).not.toHaveProperty(figure)
    const [closed] = (await get('position/history', bob)).items
    expect(closed).toMatchObject({ endedBy: 'adl', positionSide: 2 })
    const [lost] = (await get('position/history', ann)).items
    expect(lost).toMatchObject({ endedBy: 'liquidation', positionSide: 1 })
    expect((await get('bills', bob)).items[0]).toMatchObject({ kind: 'adl' })
    const [fundRow] = await get<readonly Row[]>('public/fund', bob, { product: 'usdt' })
    const { balance, seed, received, paid } = fundRow ?? {}
    expect(atoms(balance)).toBe(atoms(seed) + atoms(received) - atoms(paid))
    expect(await checkLedger(harness.db)).toEqual([])
  })

  it('publishes what the fund paid of a bankrupt account (futures 6, futures 14)', async () => {
    const seed = { key: 'usdt', asset: 'USDT', atoms: String(1_000_000n * UNIT) }
    harness.trading.service.run({ kind: 'fundSeed', at: now, realm: 'live', ...seed })
    prices(300_000, 'usdt/ETHUSDT')
    const [ann, bob] = [fund(1_000n * UNIT), fund(100_000n * UNIT)]
    const order = (side: 'buy' | 'sell', price: string, size: string) =>
      limit(side, price, size, 'ETHUSDT')
    await post('account/leverage', ann, { symbol: 'ETHUSDT', leverage: 100 })
    await post('order/place', bob, order('sell', '3000', '20'))
    await post('order/place', ann, order('buy', '3000', '20'))
    await post('order/place', bob, order('buy', '2949.5', '8'))
    await post('order/place', bob, order('buy', '2945', '12'))
    prices(294_500, 'usdt/ETHUSDT')
    expect(ladder()).toEqual(['reduce'])
    const found = await expectVerified()
    const [{ step } = {}] = found
    expect(step).toMatchObject({ step: 4, filled: '20.000', equityAfter: '0' })
    const [fee, paid] = [atoms(step?.fee), atoms(step?.fundPaid)]
    const charged = (step?.fills ?? []).reduce((sum, each) => sum + atoms(each.fee), 0n)
    // Of the fees of its fills the account paid what it had.
    expect(fee).toBeLessThan(charged)
    expect(paid).toBeGreaterThan(charged - fee)
    await post('order/cancelAll', bob, {})
  })

  it('is verified whole by everybody, from what is published (futures 14)', async () => {
    const found = await expectVerified()
    expect(new Set(found.map(({ step }) => step.step))).toEqual(new Set([1, 2, 3, 4, 5]))
    const [last] = found.filter(({ step }) => step.step === 5)
    const { size, takenBy = [] } = last?.step ?? {}
    expect(takenBy).toMatchObject([{ kind: 'customer' }])
    expect(takenBy.reduce((sum, each) => sum + atoms(each.size), 0n)).toBe(atoms(size))
  })

  it.each<[string, Partial<PublicLiquidation>]>([
    ['margin', { equity: '300' }],
    ['due', { equity: '300' }],
    ['size', { size: '0.001' }],
    ['limit', { bankruptcyPrice: '50000.0' }],
    ['fills', { filled: '0.001' }],
    ['fees', { fee: '1' }],
    ['fees', { fundPaid: '1' }],
    ['after', { equityAfter: '1' }],
    ['price', { prices: [{ symbol: 'BTCUSDT', markPrice: '59280.1', indexPrice: '59280.0' }] }],
    ['chain', { priceHash: 'a'.repeat(64) }],
    ['root', { priceHash: 'a'.repeat(64) }],
  ])('finds by %s a record with %o (futures 14)', async (name, more) => {
    const steps = await publicLiquidations()
    const step = steps.find((each) => each.symbol === 'BTCUSDT' && each.step === 3)
    const proof = await proofOf(step?.priceHash ?? '')
    const symbols = await get<readonly FuturesSymbol[]>('public/symbols', 'anybody')
    const contract = symbols.find(({ symbol }) => symbol === 'BTCUSDT')
    const tiers = await get<readonly FuturesTier[]>('public/tiers', 'anybody', {
      symbol: 'BTCUSDT',
    })
    if (!step || !contract) throw new Error('There is no slice.')
    const rows = await pagesOf<ChainedRow>('public/prices', { limit: '200', to: String(step.at) })
    const context = {
      tables: new Map([['BTCUSDT', { contract, tiers }]]),
      rows,
      proof,
      roots: [],
      previous: steps.find(({ liquidationId }) => liquidationId === step.previousId),
    }
    const stateOf = async (given: PublicLiquidation) =>
      (await verifyLiquidation(given, context)).find((check) => check.name === name)?.state
    expect(await stateOf(step)).toBe('agrees')
    expect(await stateOf({ ...step, ...more })).toBe('differs')
  })

  it('publishes the steps of the paper realm apart (futures 8, futures 14)', async () => {
    expect(await publicLiquidations('paper')).toEqual([])
    expect(await codeOf('public/liquidations', { realm: 'x' })).toBe('40010')
  })
})

describe('the roots of the price log (futures 14)', () => {
  const daily = () => pagesOf<PriceLogRoot>('public/prices/roots', { limit: '1' })

  it('names in each day the root of the day before (futures 14)', async () => {
    const [before] = await daily()
    now += 86_400_000
    prices(600_000)
    const [second, first] = await daily()
    expect(first).toEqual(before)
    expect(second).toMatchObject({ day: '2026-01-06', rows: 1, previousRoot: first?.root })
    expect(second && (await rootOf(second))).toBe(second?.root)
    // A clock that was set back adds to the day that runs.
    now -= 86_400_000
    prices(600_000)
    expect(await daily()).toMatchObject([{ rows: 2 }, before])
    now += 86_400_000
  })

  it('proves every row of a day, more than a segment has (futures 14)', async () => {
    for (let count = 0; count < 600; count++) prices(600_000 + (count % 7))
    await harness.trading.service.core.settled()
    const rows = await pagesOf<ChainedRow>('public/prices', { limit: '200' })
    expect(await verifyChain(rows)).toEqual({ holds: true, rows: rows.length })
    const [today] = await daily()
    expect(today?.rows).toBe(602)
    for (const place of [0, 1, 255, 256, 511, 512, 600, 601]) {
      const row = rows[601 - place]
      // One after the other: an address may not ask for all at once.
      // oxlint-disable-next-line no-await-in-loop
      const { index, path, root } = await proofOf(row?.hash ?? '')
      expect([index, root]).toEqual([place, today])
      const proof = {
        rowHash: row?.hash ?? '',
        index: place,
        leaves: root.rows,
        path: path ?? [],
        root: root.treeRoot ?? '',
      }
      // oxlint-disable-next-line no-await-in-loop
      expect([place, await verifyInclusion(proof)]).toEqual([place, true])
      // oxlint-disable-next-line no-await-in-loop
      expect(await verifyInclusion({ ...proof, index: place ^ 1 })).toBe(false)
    }
    const unknown = { hash: 'a'.repeat(64) }
    expect(await codeOf('public/prices/proof', unknown)).toBe('40401')
    expect(await codeOf('public/prices/proof', { hash: 'x' })).toBe('40010')
  })

  it('reads days from before there was a tree (futures 14)', async () => {
    const [today] = await daily()
    await harness.db.query('update futures_price set place = null, day = null')
    await harness.db.query('update futures_price_day set peaks = null, previous_root = null')
    const old = { treeRoot: null, previousRoot: null }
    expect(await daily()).toMatchObject([{ ...old, root: today?.hash }, old])
    // One that no answer is kept of.
    const [, , row] = (await get('public/prices', 'anybody', { limit: '3' })).items
    const proof = await proofOf(String(row?.['hash']))
    expect(proof).toMatchObject({ row, index: null, path: null, root: old })
    // The day ends as it began, and the next one has a tree, and names it.
    prices(600_000)
    now += 86_400_000
    prices(600_000)
    const [next, last] = await daily()
    expect(last).toMatchObject({ ...old, rows: 603 })
    expect(next).toMatchObject({ rows: 1, previousRoot: last?.hash })
  })
})

describe('funding in public (futures 5)', () => {
  it('lists what was paid, and bills it (futures 5)', async () => {
    prices(600_000)
    const [ann, bob] = [fund(10_000n * UNIT), fund(10_000n * UNIT)]
    await trade(ann, bob, ['60000', '0.1'])
    const at = (now += 1_000)
    const funding = { kind: 'funding', at, symbol: BTC, rate: 10_000, mark: 600_000 } as const
    for (const part of [0, 1]) harness.trading.service.run({ ...funding, part })
    const paid = await get('public/funding', 'anybody', { symbol: 'BTCUSDT' })
    expect(paid.items).toEqual([
      { symbol: 'BTCUSDT', rate: '0.00010000', markPrice: '60000.0', at },
    ])
    const within = (from: number, to: number) =>
      get('public/funding', 'anybody', { symbol: 'BTCUSDT', from: String(from), to: String(to) })
    expect((await within(at, at)).items).toEqual(paid.items)
    expect([await within(at + 1, at + 2), await within(0, at - 1)]).toMatchObject([
      { items: [] },
      { items: [] },
    ])
    const bills = await Promise.all([ann, bob].map((userId) => get('bills', userId)))
    expect(bills.map(({ items }) => items[0])).toMatchObject([
      { kind: 'funding', amount: '-0.6', symbol: 'BTCUSDT' },
      { kind: 'funding', amount: '0.6', symbol: 'BTCUSDT' },
    ])
    expect(await codeOf('public/funding', { symbol: 'NONE' })).toBe('40401')
    expect(await codeOf('public/funding', { symbol: 'BTCUSDT', from: '-1' })).toBe('40010')
    expect(await codeOf('public/funding/samples', { symbol: 'BTCUSDT', at: 'x' })).toBe('40010')
  })

  it('keeps the records after a restart from the journal (futures F11)', async () => {
    const before = await get('public/prices', 'anybody', { limit: '200' })
    await harness.restartFromJournal()
    expect(await get('public/prices', 'anybody', { limit: '200' })).toEqual(before)
    expect(await checkLedger(harness.db)).toEqual([])
  })

  it('ends a funding that was interrupted before anybody trades (futures 5)', async () => {
    const unfinished = () => [...harness.trading.service.core.state.futures.fundings.keys()]
    const terms = { symbol: 'usdt/BTCUSDT', at: Date.now(), rate: 10_000, mark: 600_000 }
    harness.trading.service.run({ kind: 'funding', ...terms, part: 0, of: 2 })
    expect(unfinished()).toEqual(['usdt/BTCUSDT'])
    await harness.restartFromJournal()
    expect(unfinished()).toEqual(['usdt/BTCUSDT'])
    resumeFundings(harness.trading.service.core, Date.now())
    expect(unfinished()).toEqual([])
  })
})
