import type { InvitedUser, Page, ReferralOverview, ReferralRebate } from '@x/api'
import { browserClock } from '@x/kit/browser'
import { createManualClock } from '@x/kit/testing'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { statementOf } from '../../testing/statementOf.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { createRebates } from './createRebates.ts'
import { createReferrals } from './createReferrals.ts'
import { rebatesOfDay } from './queries.ts'

const [ANN, BEN, CAT, SUB] = ['1000000001', '1000000002', '1000000003', '1000000004'] as const
/** Not beside the others, and before them in a list by id. */
const DAN = '0900000001'
const DAY = 86_400_000
const NOON = Date.UTC(2026, 5, 10, 12)
const RULES = { percent: 20, days: 2 }
const PLAN = [{ from: 0, ...RULES }]

let now = NOON
let harness: Harness
let referrals: ReturnType<typeof createReferrals>
let code = ''
const timers = createManualClock()
const clock = { ...browserClock(), now: () => now }
const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) }

const register = async (id: string, { by = '', parent = '' } = {}) => {
  await harness.db.query(
    `insert into users (id, email, password_hash, role, parent_id, referral, created_at)
      values ($1::text, $2, 'x', $3, $4, $5, $6)`,
    [
      id,
      parent === '' ? `${id}@example.com` : null,
      parent === '' ? 'trader' : 'sub-account',
      parent === '' ? null : parent,
      JSON.stringify(by === '' ? {} : { commonCode: by }),
      now,
    ],
  )
  await harness.trading.seedDemo(id)
}
const place = (userId: string, side: 'buy' | 'sell') =>
  harness.call('/v1/spot/order/place', {
    userId,
    body: {
      symbol: 'ETHUSDT',
      orderType: 'limit',
      clientOid: crypto.randomUUID(),
      side,
      price: '3000',
      size: '1',
    },
  })
const trade = async (seller: string, buyer: string) => {
  await place(seller, 'sell')
  await place(buyer, 'buy')
  await harness.trading.service.core.settled()
}
/** Lets the rebates of the days that are over be paid. */
const payDue = async () => {
  const rebates = createRebates({
    trading: harness.trading,
    db: harness.db,
    clock: { ...timers, now: () => now },
    log: silentLog,
    plan: PLAN,
  })
  rebates.start()
  await timers.advance(60_000)
  await rebates.stop()
  await harness.trading.service.core.settled()
}
const received = async () => (await referrals.overview(ANN)).received

beforeAll(async () => {
  harness = await openHarness({ clock })
  referrals = createReferrals({ db: harness.db, clock, random, plan: PLAN })
  await register(ANN)
  code = (await referrals.overview(ANN)).code
  await register(BEN, { by: code })
  await register(SUB, { parent: BEN })
  await register(CAT)
})
afterAll(async () => {
  expect(await checkLedger(harness.db)).toEqual([])
  await harness.close()
})
beforeEach(() => (now = NOON))

describe('invitations (products 5)', () => {
  it('have one code, which is made once', async () => {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    const again = await Promise.all([referrals.overview(ANN), referrals.overview(ANN)])
    expect(again.map((each) => each.code)).toEqual([code, code])
  })

  it('count who registered with the code, masked', async () => {
    const overview: ReferralOverview = await referrals.overview(ANN)
    expect(overview).toMatchObject({ percent: '20', days: 2, invited: 1 })
    const page: Page<InvitedUser> = await referrals.invited(ANN, {})
    expect(page.items).toEqual([{ user: '****0002', at: NOON }])
    expect((await referrals.invited(CAT, {})).items).toEqual([])
  })
})

describe('rebates (products 5)', () => {
  it('wait for the end of the day', async () => {
    await trade(CAT, BEN)
    await payDue()
    expect(await received()).toEqual({})
  })

  it('are a share of the fees, paid once for each day', async () => {
    now = NOON + DAY
    const before = await feesPaidBy(BEN)
    await payDue()
    const paid = await received()
    const expected = Object.entries(before).map(([asset, fees]) => [asset, (fees * 20n) / 100n])
    expect(expected.length).toBeGreaterThan(0)
    expect(await balancesOfRebates()).toEqual(Object.fromEntries(expected))
    await payDue()
    expect(await received()).toEqual(paid)
    const page: Page<ReferralRebate> = await referrals.rebates(ANN, {})
    expect(page.items.map(({ asset, amount }) => ({ [asset]: amount }))).toEqual([paid])
    const lines = Object.entries(paid).map(([asset, amount]) => `rebate ${amount} ${asset}`)
    expect(await statementOf(harness, ANN)).toEqual(expect.arrayContaining(lines))
  })

  it('are paid once though the journal is read again', async () => {
    now = NOON + DAY
    const paid = await received()
    await harness.restartFromJournal()
    await payDue()
    expect(await received()).toEqual(paid)
  })

  it('reach who joins the list of a paid day, and nobody twice', async () => {
    now = NOON + DAY
    const paid = await received()
    await register(DAN)
    const { code: other } = await referrals.overview(DAN)
    await harness.db.query('update users set referral = $2 where id = $1', [
      CAT,
      JSON.stringify({ commonCode: other }),
    ])
    await payDue()
    await harness.db.query("update users set referral = '{}' where id = $1", [CAT])
    expect(await received()).toEqual(paid)
    expect(Object.keys((await referrals.overview(DAN)).received).length).toBeGreaterThan(0)
  })

  it('include sub-accounts of the invited, and nobody else', async () => {
    now = NOON + DAY
    await trade(SUB, CAT)
    const rows = await rebatesOfDay(harness.db, { day: Math.floor(now / DAY), rules: RULES })
    expect(rows.map(([userId]) => userId)).toEqual([ANN])
    now = NOON + 2 * DAY
    const before = await received()
    await payDue()
    expect(await received()).not.toEqual(before)
  })

  it('end after the days of the rules', async () => {
    now = NOON + 3 * DAY
    await trade(CAT, BEN)
    expect(await rebatesOfDay(harness.db, { day: Math.floor(now / DAY), rules: RULES })).toEqual([])
  })

  it('are paid once for each key', () => {
    const { service } = harness.trading
    const owned = () => service.core.state.accounts.spendable('live', `user:${ANN}`, 'USDT')
    const before = owned()
    const command = {
      kind: 'rebate',
      at: now,
      key: 'once',
      payments: [[ANN, 'USDT', '7']],
    } as const
    service.run(command)
    service.run(command)
    expect(owned()).toBe(before + 7n)
  })

  it('are not paid from fees that are not there', () => {
    const { service } = harness.trading
    const payments = [[ANN, 'USDT', '999999999999999999']] as const
    expect(() => service.run({ kind: 'rebate', at: now, key: 'huge', payments })).toThrow()
    expect(service.core.state.grants.has('live:rebate:huge')).toBe(false)
  })
})

async function feesPaidBy(userId: string): Promise<Record<string, bigint>> {
  const rows = await harness.db.query<{ asset: string; fees: string }>(
    `select e.asset, sum(e.amount)::text as fees from ledger_entry e
      join ledger_account a on a.id = e.debit_account and a.owner = $1
      where e.kind = 'fee' group by e.asset`,
    [`user:${userId}`],
  )
  return Object.fromEntries(rows.map(({ asset, fees }) => [asset, BigInt(fees)]))
}

async function balancesOfRebates(): Promise<Record<string, bigint>> {
  const rows = await harness.db.query<{ asset: string; amount: string }>(
    "select asset, sum(amount)::text as amount from ledger_entry where kind = 'rebate' " +
      'group by asset',
  )
  return Object.fromEntries(rows.map(({ asset, amount }) => [asset, BigInt(amount)]))
}
