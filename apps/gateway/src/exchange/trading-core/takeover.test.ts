import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createAcknowledged,
  expectAcknowledged,
  noteOutput,
  summary,
} from '../../testing/acknowledged.ts'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { openServerTestDatabase } from '../../testing/openServerTestDatabase.ts'
import { takeTheLead } from '../../testing/takeTheLead.ts'
import { openHarness } from '../../testing/tradingHarness.ts'
import { silentLog } from '../../platform/log/Log.ts'
import type { Database } from '../../platform/db/Database.ts'

const SERVER = process.env['TEST_DATABASE_URL'] ?? ''
const rounds = Number(process.env['TAKEOVER_ROUNDS'] ?? 2)
const child = fileURLToPath(new URL('../../testing/crashChild.ts', import.meta.url))

interface Core {
  readonly process: ChildProcess
  readonly output: () => string
  /** Waits for text on its standard output. */
  said(text: string, times?: number): Promise<void>
  kill(): Promise<void>
}

describe.skipIf(SERVER === '')('a takeover (trading 3)', () => {
  let db: Database & { readonly url: string }
  let root: string
  const cores: Core[] = []
  beforeEach(async () => {
    db = await openServerTestDatabase(SERVER)
    root = await mkdtemp(path.join(tmpdir(), 'takeover-'))
  })
  afterEach(async () => {
    for (const core of cores.splice(0)) await core.kill()
    await db.close()
    await rm(root, { recursive: true })
  })

  function start(round: number): Core {
    const started = spawn(
      process.execPath,
      [
        '--conditions=x-source',
        '--disable-warning=ExperimentalWarning',
        child,
        // Three machines take turns.
        path.join(root, `machine${round % 3}`),
        String(round),
        db.url,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let text = ''
    started.stdout.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
    const ended = once(started, 'close')
    const core: Core = {
      process: started,
      output: () => text,
      async said(wanted, times = 1) {
        while (text.split(wanted).length <= times) {
          if (started.exitCode !== null || started.signalCode !== null)
            throw new Error(`The core ended: ${text.slice(-2_000)}`)
          await Promise.race([once(started.stdout, 'data'), ended])
        }
      },
      async kill() {
        started.kill('SIGKILL')
        await ended
      },
    }
    cores.push(core)
    return core
  }

  it(
    `loses nothing acknowledged and takes nothing twice in ${rounds} kills (CR0)`,
    { timeout: 600_000 + rounds * 60_000 },
    async () => {
      const next = createFlow(rounds)
      const acknowledged = createAcknowledged()
      const pauses: number[] = []
      let leader = start(0)
      await leader.said('\nready\n')
      for (let round = 1; round <= rounds; round++) {
        const follower = start(round)
        await follower.said('said Standing by')
        await leader.said('\nplaced ', 30 + Math.floor(next() * 600))
        expect(leader.process.exitCode).toBeNull()
        const killedAt = performance.now()
        await leader.kill()
        noteOutput(leader.output(), acknowledged)
        leader = follower
        await leader.said('\nready\n')
        pauses.push(Math.round(performance.now() - killedAt))
      }
      await leader.said('\nplaced ', 30)
      await leader.kill()
      noteOutput(leader.output(), acknowledged)
      // The test's server does not sync.
      expect(
        acknowledged.complaints.filter((text) => !text.startsWith('The server of the log')),
      ).toEqual([])

      const opened = await takeTheLead({
        dataDir: path.join(root, 'last'),
        databaseUrl: db.url,
        log: silentLog,
        say() {},
      })
      // Starting compares log, ledger and memory, and refuses to when they differ.
      const harness = await openHarness({ ...opened, dataDir: path.join(root, 'last') })
      await expectAcknowledged({ db: opened.db, harness }, acknowledged)
      const twice = await db.query(
        'select user_id, realm, client_oid from spot_order group by 1, 2, 3 having count(*) > 1',
      )
      expect(twice).toEqual([])
      process.stdout.write(
        `${summary(rounds + 1, acknowledged)}; led on after ${pauses.join(', ')} ms\n`,
      )
      await harness.close()
      await opened.close()
    },
  )
})
