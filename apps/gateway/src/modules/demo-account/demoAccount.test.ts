import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { ensureDemoAccount } from './demoAccount.ts'
import { createPasswords } from '../passwords/passwords.ts'
import { findUserByEmail } from '../users/queries.ts'

let db: Database
let dataDir: string
const verbs: string[] = []
const passwords = createPasswords({ cost: 4 })
const accounts = {
  openAccounts: async (id: string) => void verbs.push(`open ${id}`),
  seedDemo: async (id: string) => void verbs.push(`seed ${id}`),
  cancelOrders: async (id: string) => void verbs.push(`cancel ${id}`),
}
const ensureIn = (folder: string) =>
  ensureDemoAccount({
    db,
    dataDir: folder,
    clock: createManualClock(),
    random: nodeRandom(),
    passwords,
    accounts,
  })
const ensure = async () => (await ensureIn(dataDir))!
const worksFor = async (password: string) =>
  passwords.matches(password, (await findUserByEmail(db, 'demo@example.com'))?.passwordHash)

beforeAll(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'demo-'))
})
afterAll(async () => {
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the demonstration account (wire 10)', () => {
  it('is made once, with accounts and funds, and keeps its password', async () => {
    const first = await ensure()
    expect(first.password).toMatch(/^demo-[0-9a-f]{12}$/)
    expect(await worksFor(first.password)).toBe(true)
    expect(await ensure()).toEqual(first)
    expect(verbs).toEqual(['open 1000000001', 'seed 1000000001'])
  })
  it("gets a new folder's password though the database is older", async () => {
    const before = await ensure()
    await rm(path.join(dataDir, 'demo-account.json'))
    const after = await ensure()
    expect(after.password).not.toBe(before.password)
    expect(await worksFor(after.password)).toBe(true)
    expect(JSON.parse(await readFile(path.join(dataDir, 'demo-account.json'), 'utf8'))).toEqual(
      after,
    )
  })
  it('keeps its password when a folder with another one comes (SL8)', async () => {
    const own = await ensure()
    const other = await mkdtemp(path.join(tmpdir(), 'demo-'))
    await writeFile(
      path.join(other, 'demo-account.json'),
      JSON.stringify({ loginName: own.loginName, password: 'demo-other' }),
    )
    expect(await ensureIn(other)).toBeUndefined()
    expect(await worksFor(own.password)).toBe(true)
    await rm(other, { recursive: true })
  })
  it('is completed when a crash came between its row and its funds', async () => {
    await db.query("update users set accounts_opened_at = null where email = 'demo@example.com'")
    verbs.length = 0
    await ensure()
    expect(verbs).toEqual(['open 1000000001', 'seed 1000000001'])
  })
})
