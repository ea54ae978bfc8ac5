import { appendFileSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock, type ManualClock } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/Database.ts'
import { nodeRandom } from '../nodePorts.ts'
import { createLog } from '../log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { lastLink } from './auditFiles.ts'
import { createAuditCopier } from './createAuditCopier.ts'
import type { AuditEvent } from './entry.ts'
import { openAuditChain, type AuditChain, type AuditChainOptions } from './openAuditChain.ts'
import { verifyAudit } from './verifyAudit.ts'

const DAY_MS = 86_400_000
let dir: string
let db: Database
let clock: ManualClock
let lines: string[]
beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'audit-'))
  db = await openTestDatabase()
  clock = createManualClock(Date.UTC(2026, 4, 1, 23, 59))
  lines = []
})
afterEach(async () => {
  await db.close()
  rmSync(dir, { recursive: true })
})

const logIn = (user: string): AuditEvent => ({
  kind: 'call',
  call: 'POST /v1/user/login',
  code: '0',
  ref: undefined,
  user,
  realm: undefined,
  session: undefined,
  keyId: undefined,
  keyHash: undefined,
  trace: undefined,
  tm: undefined,
  address: '192.0.2.1',
  agent: undefined,
})

/** One run of a process: a chain, and what copies it. */
function openRun(options: Partial<AuditChainOptions> = {}): {
  chain: AuditChain
  copy: () => Promise<void>
} {
  const follows = [lastLink(dir)].filter((link) => link !== undefined)
  const chain = openAuditChain({
    dir,
    clock,
    random: nodeRandom(),
    node: 'test',
    follows,
    ...options,
  })
  const copier = createAuditCopier({
    dir,
    db,
    clock,
    chain,
    log: createLog((line) => lines.push(line), { clock }),
  })
  return { chain, copy: async () => void (await copier.run()) }
}
const verify = () => verifyAudit({ db, dir })
const rows = async (): Promise<number> => (await db.query('select 1 from audit_entry')).length

/** As somebody would who owns the database. */
async function tamper(statement: string): Promise<void> {
  const tables = ['audit_entry', 'audit_key', 'audit_day']
  for (const table of tables) await db.query(`alter table ${table} disable trigger all`)
  await db.query(statement)
  for (const table of tables) await db.query(`alter table ${table} enable trigger all`)
}

describe('chain of audit entries', () => {
  it('holds over restarts and days (SR10)', async () => {
    const one = openRun()
    await Promise.all([one.chain.append([logIn('1')]), one.chain.append([logIn('2'), logIn('3')])])
    await one.copy()
    clock.jump(2 * 60_000)
    await one.chain.append([logIn('4')])
    await one.copy()
    one.chain.close()
    const two = openRun()
    await two.chain.append([logIn('5')])
    await two.copy()
    clock.jump(DAY_MS)
    await two.chain.append([logIn('6')])
    await two.copy()
    expect(await verify()).toMatchObject({ firstBreak: undefined, chains: 2, entries: 8, days: 3 })
    expect(await verifyAudit({ db, dir, day: '2026-05-01' })).toMatchObject({
      firstBreak: undefined,
      chains: 1,
      entries: 4,
      days: 1,
    })
    expect(lines.filter((line) => line.includes('Audit day closed'))).toHaveLength(3)
    two.chain.close()
  })

  it('gives out the number of the last entry of each caller', async () => {
    const { chain } = openRun()
    const numbers = await Promise.all([
      chain.append([logIn('1')]),
      chain.append([logIn('2'), logIn('3')]),
      chain.append([logIn('4')]),
    ])
    expect(numbers).toEqual([1, 3, 4])
    chain.close()
  })

  it('copies each entry once, whatever was copied before (SR10)', async () => {
    const one = openRun()
    await one.chain.append([logIn('1')])
    await one.copy()
    await one.chain.append([logIn('2')])
    // Killed: the next process reads the same files with no memory of what it copied.
    const two = openRun()
    await two.copy()
    await two.copy()
    expect(await rows()).toBe(4)
    expect(await verify()).toMatchObject({ firstBreak: undefined, entries: 4 })
    one.chain.close()
    two.chain.close()
  })

  it('leaves out a line that a kill cut short', async () => {
    const one = openRun()
    await one.chain.append([logIn('1')])
    one.chain.close()
    appendFileSync(
      one.chain.file() || path.join(dir, readdirSync(dir)[0] ?? ''),
      `${'a'.repeat(64)} {"chain":`,
    )
    const two = openRun()
    await two.copy()
    expect(await verify()).toMatchObject({ firstBreak: undefined, entries: 3 })
    two.chain.close()
  })

  it('removes a file only when its day is closed in SQL (SR10)', async () => {
    const one = openRun({ fileBytes: 1 })
    await one.chain.append([logIn('1')])
    await one.copy()
    expect(readdirSync(dir)).toHaveLength(2)
    clock.jump(DAY_MS)
    await one.chain.append([logIn('2')])
    await one.copy()
    expect(readdirSync(dir)).toHaveLength(1)
    expect(await verify()).toMatchObject({ firstBreak: undefined, entries: 3, days: 1 })
    one.chain.close()
  })

  it('dates no entry in a closed day when the clock goes back', async () => {
    const { chain, copy } = openRun()
    clock.jump(2 * 60_000)
    await copy()
    const back = { ...clock, now: () => clock.now() - 10 * 60_000 }
    const late = openAuditChain({
      dir,
      clock: back,
      random: nodeRandom(),
      node: 'test',
      follows: [],
    })
    late.notBefore(Date.UTC(2026, 4, 2))
    await late.append([logIn('1')])
    const last = readFileSync(late.file(), 'utf8').split('\n').at(-2) ?? ''
    expect(JSON.parse(last.slice(65))).toMatchObject({ at: Date.UTC(2026, 4, 2) })
    chain.close()
    late.close()
  })
})

describe('audit file on a full disk', () => {
  it('refuses an entry and goes on once there is space (SR10)', async () => {
    let isFull = false
    const openFile = (file: string) =>
      openSync(isFull ? '/dev/full' : file, isFull ? 'a' : 'ax', 0o600)
    const { chain, copy } = openRun({ openFile, fileBytes: 1 })
    isFull = true
    await expect(chain.append([logIn('1')])).rejects.toMatchObject({
      name: 'AuditError',
      cause: { code: 'ENOSPC' },
    })
    expect(chain.isWritable()).toBe(false)
    isFull = false
    expect(await chain.append([logIn('2')])).toBe(1)
    expect(chain.isWritable()).toBe(true)
    await copy()
    expect(await verify()).toMatchObject({ firstBreak: undefined, entries: 2 })
    chain.close()
  })
})

describe('audit tables', () => {
  it('refuse every change, removal and truncation (SR10)', async () => {
    const statements = [
      'update audit_entry set code = null',
      'delete from audit_entry',
      'truncate audit_entry',
      'delete from audit_key',
      'update audit_day set head = head',
    ]
    for (const statement of statements)
      await expect(db.query(statement)).rejects.toThrow('append-only')
  })

  it.each([
    [
      'changed entry',
      `update audit_entry set entry = replace(entry, '"user":"2"', '"user":"9"'), user_id = '9'
        where seq = 2`,
      'hash does not follow',
    ],
    ['changed column', "update audit_entry set user_id = '9' where seq = 2", 'column differs'],
    ['removed entry', 'delete from audit_entry where seq = 2', 'entry is missing'],
    [
      'removed last entries',
      'delete from audit_entry where seq >= 4',
      'of the closed day 2026-05-01 are missing',
    ],
    [
      'pair of swapped entries',
      'update audit_entry a set entry = b.entry, hash = b.hash from audit_entry b where ' +
        '(a.seq, b.seq) in ((2, 3), (3, 2))',
      'entry is missing',
    ],
    [
      'changed head',
      "update audit_day set head = repeat('0', 64)",
      'head of 2026-05-01 is another',
    ],
    ['removed chain', 'delete from audit_entry; delete from audit_day', 'goes on from entry 4'],
  ])('show the verifier a %s (SR10)', async (_, statement, fault) => {
    const one = openRun()
    for (const user of ['1', '2', '3', '4']) await one.chain.append([logIn(user)])
    await one.copy()
    clock.jump(DAY_MS)
    await one.copy()
    one.chain.close()
    const two = openRun()
    await two.chain.append([logIn('5')])
    expect(await verify()).toMatchObject({ firstBreak: undefined })
    for (const part of statement.split('; ')) await tamper(part)
    rmSync(path.join(dir, readdirSync(dir).sort()[0] ?? ''))
    expect((await verify()).firstBreak?.fault).toContain(fault)
    two.chain.close()
  })

  it('show the verifier a tail hashed anew while the file remains (SR10)', async () => {
    const { chain, copy } = openRun()
    await chain.append([logIn('1')])
    await copy()
    await tamper(
      'update audit_entry set hash = encode(sha256(convert_to((select hash from ' +
        'audit_entry where seq = 0) || E\'\\n\' || replace(entry, \'"user":"1"\', ' +
        '\'"user":"9"\'), \'UTF8\')), \'hex\'), entry = replace(entry, \'"user":"1"\', ' +
        '\'"user":"9"\'), user_id = \'9\' where seq = 1',
    )
    expect((await verify()).firstBreak).toMatchObject({
      seq: 1,
      fault: 'The table differs from the file',
    })
    chain.close()
  })
})
