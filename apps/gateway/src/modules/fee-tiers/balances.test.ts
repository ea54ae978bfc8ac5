import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccounts } from '../../exchange/accounts/accounts.ts'
import { createBatch } from '../../exchange/ledger/batch.ts'
import { post } from '../../exchange/accounts/posting.ts'
import { createEffectLog } from '../../exchange/state/effects.ts'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { balancesAt } from './queries.ts'

let db: Database
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

it('values all accounts of a customer net of debts (futures 7, trading 7)', async () => {
  const accounts = createAccounts()
  const log = createEffectLog(1)
  const from = accounts.of('live', 'issuance', 'USDT')
  const owners = ['user:7', 'user:7/futures', 'user:7/futures/BTCUSDT/long', 'user:70', 'pool']
  const entries = owners.flatMap((owner, at) =>
    post('grant', { from, to: accounts.of('live', owner, 'USDT'), amount: 10n ** BigInt(at) }),
  )
  // What is borrowed is nobody's wealth: it counts with its debt.
  const lent = (debt: string, to: string, amount: bigint) => [
    ...post('borrow', {
      from: accounts.of('live', 'pool', 'USDT'),
      to: accounts.of('live', to, 'USDT'),
      amount,
    }),
    ...post('borrow', {
      from: accounts.of('live', debt, 'USDT'),
      to: accounts.of('live', 'lent', 'USDT'),
      amount,
    }),
  ]
  entries.push(
    ...lent('debt:7/margin', 'user:7/margin', 4_000n),
    ...lent('debt:7/margin/BTCUSDT', 'user:7/margin/BTCUSDT', 5_000n),
    // Of a loan that was spent, the debt is left.
    ...lent('debt:70/margin', 'pool', 300n),
  )
  log.addTransaction({ realm: 'live', kind: 'grant', scope: 'grant', key: 'all', entries })
  const batch = createBatch([{ seq: 1, effects: log.seal() }], { after: 0, through: 1 })
  await db.query('select ledger_settle($1::jsonb)', [JSON.stringify(batch)])

  expect(await balancesAt(db, { day: 1 })).toEqual(
    expect.arrayContaining([
      { customer: '7', asset: 'USDT', atoms: '111' },
      { customer: '70', asset: 'USDT', atoms: '700' },
    ]),
  )
  expect(await balancesAt(db, { day: 1 })).toHaveLength(2)
})
