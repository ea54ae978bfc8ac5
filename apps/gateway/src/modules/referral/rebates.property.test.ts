import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBelow, type Below } from '../../exchange/products/testing/productFlow.ts'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { rebatesOfDay } from './queries.ts'

/** Of each night's run 10,000; here a sample of them. */
const HISTORIES = Number(process.env['PRODUCT_HISTORIES'] ?? 40)
const DAY = 86_400_000
const DAYS = 3
const ASSETS = ['USDT', 'BTC'] as const

interface User {
  readonly id: string
  readonly parent: User | undefined
  /** The one whose code the registration named. */
  readonly inviter: User | undefined
  readonly createdAt: number
}

interface Fee {
  readonly payer: User
  readonly realm: 'live' | 'paper'
  readonly asset: string
  readonly atoms: bigint
  readonly at: number
}

/** Histories that share a database: each has days and users of its own. */
const BATCH = 40

let db: Database
let [lastUser, lastSeq] = [1_000_000_000, 0]

beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

const codeOf = ({ id }: User) => `C${id.slice(-7)}`

/** Users who invite each other, and sub-accounts of them. */
function createUsers(below: Below, start: number): readonly User[] {
  const users: User[] = []
  for (let count = 4 + below(5); count > 0; count--) {
    const mains = users.filter(({ parent }) => parent === undefined)
    const known = mains[below(mains.length + 1)]
    const isSub = known !== undefined && below(4) === 0
    users.push({
      id: String(++lastUser),
      parent: isSub ? known : undefined,
      inviter: isSub ? undefined : known,
      createdAt: start + below(2 * DAY) - DAY,
    })
  }
  return users
}

/** Everybody has a code, and leads and follows in accounts with numbers that no other kind has. */
async function storeUsers(users: readonly User[]): Promise<void> {
  // One statement with all rows: one for each row takes most of the time of a run.
  const rows = users.map(({ id, parent, inviter, createdAt }) => ({
    id,
    email: parent ? null : `${id}@example.com`,
    role: parent ? 'sub-account' : 'trader',
    parent_id: parent?.id,
    referral: inviter ? { commonCode: codeOf(inviter) } : {},
    created_at: createdAt,
  }))
  await db.query(
    `insert into users (id, email, password_hash, role, parent_id, referral, created_at)
      select id, email, 'x', role, parent_id, referral, created_at
      from jsonb_to_recordset($1::jsonb) as r (id text, email text, role text, parent_id text,
        referral jsonb, created_at bigint)`,
    [JSON.stringify(rows)],
  )
  await db.query(
    `insert into referral_code (user_id, code, created_at)
      select id, 'C' || right(id, 7), created_at from users`,
  )
  await db.query(
    `insert into copy_lead (lead_id, realm, user_id, client_oid, nickname, status, created_at,
      document) select ('1' || id)::bigint, 'live', id, 'l', 'n', 'open', created_at, '{}'
      from users`,
  )
  await db.query(
    `insert into copy_follow (follow_id, lead_id, realm, user_id, client_oid, status, paid_in,
      taken_out, shared, created_at, document)
      select ('2' || id)::bigint, 1, 'live', id, 'f', 'active', 1, 0, 0, created_at, '{}'
      from users`,
  )
}

/** Each fee comes out of one of the three kinds of accounts of its payer, in turn. */
async function storeFees(fees: readonly Fee[]): Promise<void> {
  const rows = fees.map(({ payer, realm, asset, atoms, at }) => {
    const seq = ++lastSeq
    const owner = [`user:${payer.id}`, `lead:1${payer.id}`, `copy:2${payer.id}`][seq % 3] ?? ''
    return { seq, owner, realm, asset, amount: String(atoms), at }
  })
  await db.query(
    `with row as (select * from jsonb_to_recordset($1::jsonb)
        as r (seq bigint, owner text, realm text, asset text, amount numeric, at bigint)),
      account as (insert into ledger_account (realm, owner, asset, may_go_negative)
        select distinct realm, owner, asset, false from row
        union select distinct realm, 'fees', asset, true from row
        on conflict do nothing returning id, realm, owner, asset),
      known as (select id, realm, owner, asset from account
        union select id, realm, owner, asset from ledger_account),
      moved as (insert into ledger_transaction
          (seq, part, realm, kind, scope, idempotency_key, at)
        select seq, 0, realm, 'trade', 'trade', seq::text, at from row)
    insert into ledger_entry
        (seq, part, line, realm, asset, kind, debit_account, credit_account, amount)
      select r.seq, 0, 0, r.realm, r.asset, 'fee', d.id, c.id, r.amount from row r
        join known d on (d.realm, d.owner, d.asset) = (r.realm, r.owner, r.asset)
        join known c on (c.realm, c.owner, c.asset) = (r.realm, 'fees', r.asset)`,
    [JSON.stringify(rows)],
  )
}

/** The same in plain sums, over a list of fees and without a query. */
function expectedOf(
  fees: readonly Fee[],
  { day, percent, days }: { readonly day: number; readonly percent: number; readonly days: number },
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { payer, realm, asset, atoms, at } of fees) {
    const invited = payer.parent ?? payer
    const isOfDay = Math.floor(at / DAY) === day
    const isInTime = at >= invited.createdAt && at < invited.createdAt + days * DAY
    if (realm === 'paper' || !invited.inviter || !isOfDay || !isInTime) continue
    const key = `${invited.inviter.id} ${asset}`
    sums.set(key, (sums.get(key) ?? 0n) + atoms)
  }
  const shares = [...sums].map(([key, sum]) => [key, (sum * BigInt(percent)) / 100n] as const)
  return new Map(shares.filter(([, share]) => share > 0n))
}

interface History {
  readonly seed: number
  readonly first: number
  readonly rules: { readonly percent: number; readonly days: number }
  readonly users: readonly User[]
  readonly fees: readonly Fee[]
}

function createHistory(seed: number): History {
  const below = createBelow(seed)
  // Days of its own, which no other history has fees on.
  const first = 20_000 + seed * 10
  const rules = { percent: 1 + below(50), days: 1 + below(3) }
  const users = createUsers(below, first * DAY)
  const fees: Fee[] = []
  for (let count = 5 + below(20); count > 0; count--) {
    const payer = users[below(users.length)]
    if (!payer) continue
    fees.push({
      payer,
      realm: below(8) === 0 ? 'paper' : 'live',
      asset: ASSETS[below(2)] ?? 'USDT',
      atoms: BigInt(1 + below(below(3) === 0 ? 20 : 1_000_000_000)),
      at: first * DAY + below(DAYS * DAY),
    })
  }
  return { seed, first, rules, users, fees }
}

/** How many rebates the days of a history have. */
async function compareDays({ seed, first, rules, fees }: History): Promise<number> {
  let paid = 0
  for (let day = first; day < first + DAYS; day++) {
    const rows = await rebatesOfDay(db, { day, rules })
    const found = new Map(rows.map(([id, asset, atoms]) => [`${id} ${asset}`, BigInt(atoms)]))
    expect(found, `seed ${seed}, day ${day}`).toEqual(expectedOf(fees, { day, ...rules }))
    expect(found.size).toBe(rows.length)
    paid += found.size
  }
  return paid
}

it('agrees with plain sums over random fees, to the atom (products 5)', async () => {
  let paid = 0
  for (let seed = 1; seed <= HISTORIES; seed += BATCH) {
    const count = Math.min(BATCH, HISTORIES - seed + 1)
    const histories = Array.from({ length: count }, (_, index) => createHistory(seed + index))
    await storeUsers(histories.flatMap(({ users }) => users))
    await storeFees(histories.flatMap(({ fees }) => fees))
    // Without the rows that a former batch deleted, and with figures of these for the planner.
    await db.query('vacuum analyze')
    for (const history of histories) paid += await compareDays(history)
    await db.close()
    db = await openTestDatabase()
  }
  expect(paid).toBeGreaterThan(HISTORIES)
}, 1_800_000)
