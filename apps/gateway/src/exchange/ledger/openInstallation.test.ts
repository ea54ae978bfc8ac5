import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { journalFolder, openInstallation, writeBinding } from './openInstallation.ts'

describe('an installation whose log is shared', () => {
  let db: Database
  let dataDir: string
  beforeEach(async () => {
    db = await openTestDatabase()
    dataDir = await mkdtemp(path.join(tmpdir(), 'installation-'))
  })
  afterEach(async () => {
    await db.close()
    await rm(dataDir, { recursive: true })
  })

  const open = (isEmpty: boolean | undefined, epoch = 7) =>
    openInstallation({
      db,
      dataDir,
      createId: randomUUID,
      epoch,
      shared: isEmpty === undefined ? undefined : { isEmpty: async () => isEmpty },
    })
  const bound = async () =>
    JSON.parse(await readFile(path.join(journalFolder(dataDir), 'installation.json'), 'utf8')) as {
      readonly installation: string
      readonly epoch: number
    }

  it('takes any folder of it, an empty and an older one too (SR3)', async () => {
    await (await open(false)).bind()
    const { installation } = await bound()
    await db.query('update ledger_progress set opened_epoch = 9, settled_seq = 40')
    await (await open(false, 10)).bind()
    expect(await bound()).toEqual({ installation, epoch: 10 })
    await rm(journalFolder(dataDir), { recursive: true })
    await (await open(false, 11)).bind()
    expect(await bound()).toEqual({ installation, epoch: 11 })
  })

  it('refuses a log that is empty where the ledger is not (SR7)', async () => {
    await db.query('update ledger_progress set settled_seq = 40')
    await expect(open(true)).rejects.toThrow('The ledger has 40 records, and there is no journal')
  })

  it('refuses a foreign folder, and an older one without the log (SR7)', async () => {
    await (await open(false)).bind()
    const { installation } = await bound()
    await writeBinding(journalFolder(dataDir), { installation: randomUUID(), epoch: 20 })
    await expect(open(false)).rejects.toThrow('belongs to another installation')
    await writeBinding(journalFolder(dataDir), { installation, epoch: 3 })
    await writeFile(path.join(journalFolder(dataDir), 'journal-0000000000000001.log'), '')
    await db.query('update ledger_progress set opened_epoch = 9')
    await expect(open(undefined)).rejects.toThrow('Another gateway has traded on this database')
  })
})
