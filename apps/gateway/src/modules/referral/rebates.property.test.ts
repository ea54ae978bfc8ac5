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
  readonly asset: string
  readonly atoms: bigint
  readonly at: number
}

let db: Database
let [lastUser, lastSeq] = [1_000_000_000, 0]
const accounts = new Map<string, string>()

beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

const codeOf = ({ id }: User) => `C${id.slice(-7)}`

async function accountOf(owner: string, asset: string): Promise<string> {
  const name = `${owner} ${asset}`
  const known = accounts.get(name)
  if (known !== undefined) return known
  const [row] = await db.query<{ id: string }>(
    `insert into ledger_account (realm, owner, asset, may_go_negative)
      values ('live', $1, $2, $1 = 'fees') returning id::text as id`,
    [owner, asset],
  )
  accounts.set(name, row?.id ?? '')
  return row?.id ?? ''
}

/** Users who invite each other, and sub-accounts of them; everybody has a code. */
async function createUsers(below: Below, start: number): Promise<readonly User[]> {
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
  for (const user of users) {
    const { id, parent, inviter, createdAt } = user
    await db.query(
      `insert into users (id, email, password_hash, role, parent_id, referral, created_at)
        values ($1::text, $2, 'x', $3, $4, $5, $6)`,
      [
        id,
        parent ? null : `${id}@example.com`,
        parent ? 'sub-account' : 'trader',
        parent?.id ?? null,
        JSON.stringify(inviter ? { commonCode: codeOf(inviter) } : {}),
        createdAt,
      ],
    )
    const values = [id, codeOf(user), createdAt]
    await db.query(
      'insert into referral_code (user_id, code, created_at) values ($1, $2, $3)',
      values,
    )
    await openCopies(user)
  }
  return users
}

/** Everybody leads and follows too, in accounts with numbers that no other kind has. */
async function openCopies({ id, createdAt }: User): Promise<void> {
  await db.query(
    `insert into copy_lead (lead_id, realm, user_id, client_oid, nickname, status, created_at,
      document) values ($1, 'live', $2, 'l', 'n', 'open', $3, '{}')`,
    [`1${id}`, id, createdAt],
  )
  await db.query(
    `insert into copy_follow (follow_id, lead_id, realm, user_id, client_oid, status, paid_in,
      taken_out, shared, created_at, document)
      values ($1, 1, 'live', $2, 'f', 'active', 1, 0, 0, $3, '{}')`,
    [`2${id}`, id, createdAt],
  )
}

async function payFee({ payer, asset, atoms, at }: Fee): Promise<void> {
  const seq = ++lastSeq
  const owner = [`user:${payer.id}`, `lead:1${payer.id}`, `copy:2${payer.id}`][seq % 3] ?? ''
  await db.query(
    `insert into ledger_transaction (seq, part, realm, kind, scope, idempotency_key, at)
      values ($1, 0, 'live', 'trade', 'trade', $1::bigint::text, $2)`,
    [seq, at],
  )
  await db.query(
    `insert into ledger_entry (seq, part, line, realm, asset, kind, debit_account, credit_account,
      amount) values ($1, 0, 0, 'live', $2, 'fee', $3, $4, $5)`,
    [seq, asset, await accountOf(owner, asset), await accountOf('fees', asset), atoms],
  )
}

/** The same in plain sums, over a list of fees and without a query. */
function expectedOf(
  fees: readonly Fee[],
  { day, percent, days }: { readonly day: number; readonly percent: number; readonly days: number },
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { payer, asset, atoms, at } of fees) {
    const invited = payer.parent ?? payer
    const isOfDay = Math.floor(at / DAY) === day
    const isInTime = at >= invited.createdAt && at < invited.createdAt + days * DAY
    if (!invited.inviter || !isOfDay || !isInTime) continue
    const key = `${invited.inviter.id} ${asset}`
    sums.set(key, (sums.get(key) ?? 0n) + atoms)
  }
  const shares = [...sums].map(([key, sum]) => [key, (sum * BigInt(percent)) / 100n] as const)
  return new Map(shares.filter(([, share]) => share > 0n))
}

it('agrees with plain sums over random fees, to the atom (products 5)', async () => {
  let paid = 0
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const below = createBelow(seed)
    // Days of its own, which no other history has fees on.
    const first = 20_000 + seed * 10
    const rules = { percent: 1 + below(50), days: 1 + below(3) }
    const users = await createUsers(below, first * DAY)
    const fees: Fee[] = []
    for (let count = 5 + below(20); count > 0; count--) {
      const payer = users[below(users.length)]
      if (!payer) continue
      const atoms = BigInt(1 + below(below(3) === 0 ? 20 : 1_000_000_000))
      const at = first * DAY + below(DAYS * DAY)
      const fee = { payer, asset: ASSETS[below(2)] ?? 'USDT', atoms, at }
      await payFee(fee)
      fees.push(fee)
    }
    for (let day = first; day < first + DAYS; day++) {
      const rows = await rebatesOfDay(db, { day, rules })
      const found = new Map(rows.map(([id, asset, atoms]) => [`${id} ${asset}`, BigInt(atoms)]))
      expect(found, `seed ${seed}, day ${day}`).toEqual(expectedOf(fees, { day, ...rules }))
      expect(found.size).toBe(rows.length)
      paid += found.size
    }
  }
  expect(paid).toBeGreaterThan(HISTORIES)
}, 1_800_000)
