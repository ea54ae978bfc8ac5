import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const orders = Number(process.env['MEMORY_ORDERS'] ?? 2_000)
const child = fileURLToPath(new URL('../../testing/memoryChild.ts', import.meta.url))

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'memory-'))))
afterAll(() => rm(dataDir, { recursive: true }))

type Report = Readonly<Record<string, unknown>>

/**
 * Small segments, so that there are many snapshots; `pnpm bench memory` runs the same at full size
 * and reads times, the nightly run remembers 8,000.
 */
function start(phase: 'run' | 'check') {
  const { DATABASE_URL: _, ...env } = process.env
  const core = spawn(
    process.execPath,
    [
      '--conditions=x-source',
      '--expose-gc',
      '--disable-warning=ExperimentalWarning',
      child,
      phase,
      dataDir,
      String(orders),
      String(orders * 25),
    ],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return { core, exit: once(core, 'exit'), lines: createInterface({ input: core.stdout }) }
}

describe('a day of orders', () => {
  it(
    `remembers ${orders} orders through snapshots, a kill and a restart (CR0, SR2)`,
    { timeout: 600_000 },
    async () => {
      const { core, exit, lines } = start('run')
      let done: Report | undefined
      for await (const line of lines) {
        const report = JSON.parse(line) as Report
        if (report['done']) done = report
        if (done && Number(report['placed']) >= Number(done['done']) + 200) break
      }
      core.kill('SIGKILL')
      await exit
      expect(done).toMatchObject({ errors: [], snapshot: { differs: false } })
      expect([Number(done?.['remembered']) >= orders, Number(done?.['snapshots']) > 2]).toEqual([
        true,
        true,
      ])

      const check = start('check')
      const reports: Report[] = []
      for await (const line of check.lines) reports.push(JSON.parse(line) as Report)
      expect((await check.exit)[0]).toBe(0)
      expect(reports.map((report) => Object.keys(report)[0])).toEqual([
        'opened',
        'checked',
        'stopped',
      ])
      expect(reports[1]).toMatchObject({ checked: orders, faults: [], ledger: [] })
      const { errors } = reports[1] as { readonly errors: readonly string[] }
      const complaints = errors.filter((text) => !text.startsWith('The journal ended in bytes'))
      expect(complaints).toEqual([])
    },
  )
})
