import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import {
  createAcknowledged,
  expectAcknowledged,
  noteOutput,
  summary,
  type Acknowledged,
} from '../../testing/acknowledged.ts'
import { openHarness } from '../../testing/tradingHarness.ts'

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2)
const child = fileURLToPath(new URL('../../testing/crashChild.ts', import.meta.url))

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'crash-'))))
afterAll(() => rm(dataDir, { recursive: true }))

/** Lets the trading side of a gateway work for a while and kills it without a warning. */
async function killUnderLoad(
  round: number,
  { afterOrders, into }: { afterOrders: number; into: Acknowledged },
): Promise<void> {
  const gateway = spawn(
    process.execPath,
    ['--conditions=x-source', child, dataDir, String(round)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  gateway.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const exit = once(gateway, 'exit')
  while (!output.includes('ready\n')) {
    if (gateway.exitCode !== null) throw new Error(`The gateway did not start: ${output}`)
    await sleep(20)
  }
  // By orders, not by time: a busy machine kills in the midst of work too.
  while (output.split('\nplaced ').length <= afterOrders && gateway.exitCode === null)
    await sleep(5)
  expect(gateway.exitCode).toBeNull()
  gateway.kill('SIGKILL')
  await exit
  noteOutput(output, into)
}

describe('kill -9 (trading 3)', () => {
  it(
    `loses nothing that was acknowledged in ${rounds} rounds under load`,
    { timeout: 600_000 + rounds * 30_000 },
    async () => {
      const next = createFlow(rounds)
      const acknowledged = createAcknowledged()
      for (let round = 0; round < rounds; round++) {
        await killUnderLoad(round, {
          afterOrders: 30 + Math.floor(next() * 1_200),
          into: acknowledged,
        })
      }
      expect(acknowledged.placed.size).toBeGreaterThan(rounds * 30)
      expect(
        acknowledged.complaints.filter((text) => !text.startsWith('The journal ended in bytes')),
      ).toEqual([])

      const db = await openDatabase({ dataDir })
      // Starting compares journal, ledger and memory, and refuses to when they differ.
      const harness = await openHarness({ db, dataDir })
      await expectAcknowledged({ db, harness }, acknowledged)
      // What waited still waits, in the ledger and in memory, and every kind of order was there.
      const types = (
        await db.query<{ order_type: string; fired: boolean }>(
          `select distinct order_type, (legs ->> 'firedAt') is not null as fired from spot_order`,
        )
      ).map(({ order_type, fired }) => `${order_type}${fired ? ' fired' : ''}`)
      // A short run is over before the rarer ones have happened.
      const rare = rounds < 10 ? [] : ['stop_market fired', 'trailing fired', 'tp_sl']
      if (rounds > 1)
        expect(types).toEqual(
          expect.arrayContaining(['stop_market', 'stop_limit', 'oco', 'trailing', ...rare]),
        )
      process.stdout.write(`${summary(rounds, acknowledged)}\n`)
      await harness.close()
      await db.close()
    },
  )
})
