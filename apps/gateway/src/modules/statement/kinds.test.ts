import { STATEMENT_KINDS } from '@x/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { KIND_SQL } from './kinds.ts'

let db: Database
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

/** Each kind of entry that the ledger may have, with what the statement calls it. */
const kindsIn = async (transaction: string) =>
  new Map(
    (
      await db.query<{ entry: string; called: string }>(
        `select e.kind as entry, ${KIND_SQL} as called
          from ledger_entry_kind e cross join (select $1::text as kind) t`,
        [transaction],
      )
    ).map(({ entry, called }) => [entry, called]),
  )

it('names each entry by a kind of the contract (products 8)', async () => {
  const kinds = await kindsIn('trade')
  expect(kinds.size).toBeGreaterThan(20)
  const unnamed = [...kinds].filter(([, kind]) => !STATEMENT_KINDS.some((each) => each === kind))
  expect(unnamed).toEqual([])
})

it('names the entries of products by their product (products 8)', async () => {
  const kinds = await kindsIn('grant')
  expect(
    ['redpacket', 'earn', 'p2p', 'copy', 'profitShare', 'rebate'].map((entry) => kinds.get(entry)),
  ).toEqual(['redpacket', 'earn', 'p2p', 'copy', 'profit_share', 'rebate'])
})

it('calls what a reset takes by the reset', async () => {
  expect(new Set((await kindsIn('reset')).values())).toEqual(new Set(['reset']))
})
