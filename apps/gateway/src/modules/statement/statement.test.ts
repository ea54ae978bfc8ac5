import type { Page, StatementLine, StatementYear } from '@x/api'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { browserClock } from '@x/kit/browser'
import { parseUnits } from '@x/decimal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { openHarness, type CallOptions, type Harness } from '../../testing/tradingHarness.ts'

const [ANN, SUB, BEN, CAT] = ['1000000001', '1000000002', '1000000003', '1000000004'] as const
const HOUR = 3_600_000
type Query = Readonly<Record<string, string>>
type Exported = Page<StatementLine> & { readonly total: number | null }

let harness: Harness
let wall: ManualClock

const get = <T = Page<StatementLine>>(
  path = '',
  query: Query = {},
  who: Partial<CallOptions> = {},
): Promise<T> => harness.call<T>(`/v1/asset/statement${path}`, { userId: ANN, query, ...who })
const lines = async (query: Query = {}, who: Partial<CallOptions> = {}) =>
  (await get('', { limit: '200', ...query }, who)).items
const atoms = ({ asset }: { readonly asset: string }, text: string) =>
  parseUnits(text, scaleOf(asset))!
const place = (userId: string, terms: object) =>
  harness.call('/v1/spot/order/place', {
    userId,
    body: { symbol: 'ETHUSDT', orderType: 'limit', clientOid: crypto.randomUUID(), ...terms },
  })

beforeAll(async () => {
  wall = createManualClock()
  await wall.advance(Date.UTC(2026, 2, 1) - wall.now())
  harness = await openHarness({
    clock: { ...browserClock(), now: wall.now },
    earnPool: { USDT: '50' },
  })
  for (const [id, parent] of [
    [ANN, null],
    [SUB, ANN],
    [BEN, null],
    [CAT, null],
  ]) {
    await harness.db.query(
      `insert into users (id, email, password_hash, role, parent_id, created_at) values ($1::text,
        case when $2::text is null then $1::text || '@example.com' end,
        case when $2::text is null then 'x' end,
        case when $2::text is null then 'trader' else 'sub-account' end, $2::text, 0)`,
      [id, parent],
    )
    await harness.trading.seedDemo(id!)
    await wall.advance(HOUR)
  }
  harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' })
  await place(BEN, { side: 'sell', price: '3000', size: '2' })
  await place(ANN, { side: 'buy', price: '3000', size: '2' })
  await wall.advance(HOUR)
  await place(BEN, { side: 'buy', price: '3100', size: '1' })
  await place(ANN, { side: 'sell', price: '3100', size: '1' })
  await wall.advance(HOUR)
  await harness.call('/v1/asset/move', {
    userId: ANN,
    body: { from: 'spot', to: 'futures', asset: 'USDT', amount: '100', clientOid: 'move' },
  })
  await harness.call('/v1/asset/transfer', {
    userId: ANN,
    body: { fromUserId: ANN, toUserId: SUB, asset: 'USDT', amount: '7', clientOid: 'toSub' },
  })
  await harness.call('/v1/earn/subscribe', {
    userId: ANN,
    body: { productId: 'USDT-flexible', amount: '10', clientOid: 'earn' },
  })
})
afterAll(() => harness.close())

describe('the account statement', () => {
  it('has every line of every account, the latest first', async () => {
    const kinds = (await lines()).map(({ kind, account }) => `${account} ${kind}`)
    expect(kinds.slice(0, 4)).toEqual(['spot earn', 'spot transfer', 'futures move', 'spot move'])
    expect(new Set(kinds)).toEqual(
      new Set([
        'spot earn',
        'spot transfer',
        'futures move',
        'spot move',
        'spot trade',
        'spot fee',
        'spot grant',
      ]),
    )
  })

  it('ends with the balances of now and runs without a gap', async () => {
    const all = await lines()
    const balances = await harness.call<{ asset: string; available: string; held: string }[]>(
      '/v1/spot/account/assets',
      { userId: ANN },
    )
    for (const { asset, available, held } of balances) {
      const own = all.filter((line) => line.asset === asset && line.account === 'spot')
      const first = own[0]
      expect(first ? atoms(first, first.balance) : 0n).toBe(
        atoms({ asset }, available) + atoms({ asset }, held),
      )
      own.forEach((line, at) => {
        const older = own[at + 1]
        expect(atoms(line, line.balance) - atoms(line, line.amount)).toBe(
          older ? atoms(older, older.balance) : 0n,
        )
      })
    }
  })

  it.each(['1', '2', '3', '7'])('reads the same lines in pages of %s', async (limit) => {
    const read: StatementLine[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page<StatementLine> = await get('', { limit, cursor })
      read.push(...page.items)
      cursor = page.next
    }
    expect(read).toEqual(await lines())
  })

  it.each([
    [{ kind: 'trade' }, ({ kind }: StatementLine) => kind === 'trade'],
    [{ account: 'futures' }, ({ account }: StatementLine) => account === 'futures'],
    [{ asset: 'ETH' }, ({ asset }: StatementLine) => asset === 'ETH'],
    [
      { asset: 'USDT', kind: 'fee' },
      ({ asset, kind }: StatementLine) => asset === 'USDT' && kind === 'fee',
    ],
    [{ kind: 'of_a_later_version' }, () => false],
  ])('narrows to %o and keeps each balance', async (query, passes) => {
    expect(await lines(query)).toEqual((await lines()).filter(passes))
  })

  it('narrows by time, both ends included', async () => {
    const all = await lines()
    const { at } = all.find(({ kind }) => kind === 'trade')!
    expect(await lines({ from: String(at), to: String(at) })).toEqual(
      all.filter((line) => line.at === at),
    )
  })

  it("shows nothing of another user's accounts", async () => {
    const [ann, ben] = [await lines(), await lines({}, { userId: BEN })]
    expect(ben.filter(({ kind }) => kind === 'move' || kind === 'earn')).toEqual([])
    expect(ann.filter(({ kind }) => kind === 'transfer').map(({ amount }) => amount)).toEqual([
      '-7',
    ])
    expect(await lines({ kind: 'transfer' }, { userId: SUB })).toMatchObject([{ amount: '7' }])
    // 100000000 begins all three ids.
    expect(await lines({}, { userId: '100000000' })).toEqual([])
  })

  it('keeps the realms apart', async () => {
    const paper = await lines({}, { realm: 'paper' })
    expect(new Set(paper.map(({ kind }) => kind))).toEqual(new Set(['grant']))
  })

  it.each([
    ['', { cursor: 'x' }],
    ['', { cursor: '1.1.1.2' }],
    ['', { kind: "trade' or 1=1" }],
    ['', { asset: 'NONE' }],
    ['', { from: '-1' }],
    ['', { limit: '201' }],
    ['/export', { limit: '5001' }],
    ['/export', { limit: '1e3' }],
    ['/year', { year: '1999' }],
    ['/year', { year: '2027' }],
  ] as const)('refuses %s with %o', async (path, query) => {
    const { code } = await harness.refusal(`/v1/asset/statement${path}`, { userId: ANN, query })
    expect(code).toBe(path === '/export' && query.limit === '1e3' ? '0' : '40010')
  })
})

describe('the year of a statement', () => {
  it('adds up from opening to closing with gains by average cost', async () => {
    const year = await get<StatementYear>('/year', { year: '2026' })
    for (const { asset, opening, closing, kinds } of year.assets) {
      const moved = kinds.reduce(
        (sum, kind) => sum + atoms({ asset }, kind.received) - atoms({ asset }, kind.paid),
        0n,
      )
      expect(atoms({ asset }, opening) + moved).toBe(atoms({ asset }, closing))
    }
    // One of two bought at 3,000 is sold at 3,100; what the fee took of the two made them dearer.
    expect(year.gains).toEqual([
      {
        symbol: 'ETHUSDT',
        quote: 'USDT',
        proceeds: '3100',
        cost: '3003.003003',
        fees: '3.1',
        gain: '93.896997',
        uncovered: '0',
        openShort: '0',
      },
    ])
  })

  const gains = async (realm: 'live' | 'paper' = 'live') =>
    (await get<StatementYear>('/year', { year: '2026' }, { userId: CAT, realm })).gains
  const none = { symbol: 'ETHUSDT', quote: 'USDT', proceeds: '0', cost: '0', fees: '0', gain: '0' }

  it('counts a short sale when a purchase closes it (futures 7)', async () => {
    const { run } = harness.trading.service
    const coins = String(atoms({ asset: 'ETH' }, '100'))
    run({ kind: 'poolSeed', at: wall.now(), realm: 'live', key: 'E', asset: 'ETH', atoms: coins })
    run({
      kind: 'marginPrices',
      at: wall.now(),
      rows: [
        ['USDT', '100000000'],
        ['ETH', '300000000000'],
      ],
      rates: [['ETH', 684_930]],
    })
    await harness.call('/v1/asset/move', {
      userId: CAT,
      body: { from: 'spot', to: 'margin', asset: 'USDT', amount: '9000', clientOid: 'short' },
    })
    const onCredit = { funds: 'cross', timeInForce: 'ioc' }
    await place(BEN, { side: 'buy', price: '3100', size: '1' })
    await place(CAT, { side: 'sell', price: '3100', size: '1', ...onCredit, loan: 'auto' })
    expect(await gains()).toEqual([{ ...none, uncovered: '0', openShort: '3100' }])

    await place(BEN, { side: 'sell', price: '3000', size: '1.1' })
    await place(CAT, { side: 'buy', price: '3000', size: '1.1', ...onCredit, loan: 'repay' })
    // 1.1 came in as 1.0989, so that the one cost 3,300/1.0989.
    const closed = { proceeds: '3100', cost: '3003.003003', fees: '3.1', gain: '93.896997' }
    expect(await gains()).toEqual([{ ...none, ...closed, uncovered: '0', openShort: '0' }])
  })

  it('begins a paper season with nothing (futures 8)', async () => {
    const { run } = harness.trading.service
    const funds = { USDT: String(atoms({ asset: 'USDT' }, '9000')), ETH: String(10n ** 18n) }
    const trade = (side: 'buy' | 'sell') =>
      run({
        kind: 'paperPlace',
        at: wall.now(),
        userId: CAT,
        clientOid: side,
        digest: side,
        symbol: 'ETHUSDT',
        side,
        orderType: 'limit',
        timeInForce: 'ioc',
        prevention: 'taker',
        ticks: 300_000,
        lots: 10_000,
        budget: 0,
        makerPpm: 0,
        takerPpm: 0,
        fills: [[300_000, 10_000]],
        bid: 0,
        ask: 0,
        rests: false,
        queueAhead: 0,
      })
    expect(await gains('paper')).toEqual([])
    trade('buy')
    run({ kind: 'paperReset', at: wall.now(), userId: CAT, funds })
    trade('sell')
    // The coin of this season was given; the one that was bought went with the season before.
    expect(await gains('paper')).toEqual([{ ...none, uncovered: '3000', openShort: '0' }])
  })

  it('opens a year with what the one before closed with', async () => {
    const before = await get<StatementYear>('/year', { year: '2025' })
    const year = await get<StatementYear>('/year', { year: '2026' })
    expect(before.gains).toEqual([])
    expect(before.assets).toEqual([])
    expect(year.assets.every(({ opening }) => opening === '0')).toBe(true)
  })
})

describe('the export of a statement', () => {
  it('gives every line in full pages with a balance each', async () => {
    const MANY = Number(process.env['CSV_ROWS'] ?? 12_000)
    const userId = '1000000009'
    await harness.db.query(
      `insert into ledger_account (realm, owner, asset, balance, may_go_negative) values
        ('live', 'user:' || $1::text, 'USDT', $2, false), ('live', 'issuance', 'USDT', -$2, true)
        on conflict (realm, owner, asset) do update set balance = ledger_account.balance - $2`,
      [userId, MANY],
    )
    await harness.db.query(
      `insert into ledger_transaction (seq, part, realm, kind, scope, idempotency_key, at)
        select 1000000 + n, 0, 'live', 'trade', 'test', n, n from generate_series(1, $1::int) n`,
      [MANY],
    )
    await harness.db.query(
      `insert into ledger_entry (seq, part, line, realm, asset, kind, debit_account,
        credit_account, amount)
        select 1000000 + n, 0, 0, 'live', 'USDT', 'quote',
          (select id from ledger_account where owner = 'issuance' and asset = 'USDT'
            and realm = 'live'),
          (select id from ledger_account where owner = 'user:' || $2::text and asset = 'USDT'), 1
        from generate_series(1, $1::int) n`,
      [MANY, userId],
    )
    let [read, pages] = [0, 0]
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Exported = await get('/export', { cursor }, { userId })
      expect(page.total).toBe(cursor === '' ? MANY : null)
      for (const { balance, asset } of page.items)
        if (atoms({ asset }, balance) !== BigInt(MANY - read++)) expect.fail(`line ${read}`)
      pages += 1
      cursor = page.next
    }
    expect([read, pages]).toEqual([MANY, Math.ceil(MANY / 5_000)])
  })
})
