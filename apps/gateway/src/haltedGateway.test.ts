import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HALT_EXIT_CODE } from './modules/health/watchHalt.ts'
import { createHttpClient } from './testing/createHttpClient.ts'
import type { TestClient } from './testing/createTestClient.ts'
import { startGatewayProcess, type GatewayProcess } from './testing/startGatewayProcess.ts'
import { findPostgresPrograms, startPostgres, type TestPostgres } from './testing/startPostgres.ts'

const programs = findPostgresPrograms()
const canLimit = spawnSync('prlimit', ['--version']).status === 0

let dataDir: string
let server: TestPostgres
const processes: GatewayProcess[] = []
beforeEach(async () => {
  if (!programs || !canLimit) return
  server = await startPostgres(programs)
  dataDir = await mkdtemp(path.join(tmpdir(), 'halted-'))
  await writeFile(path.join(dataDir, 'identity.json'), JSON.stringify(testServerIdentity), {
    mode: 0o600,
  })
})
afterEach(async () => {
  for (const { child, ended, output } of processes.splice(0)) {
    if (process.env['DEBUG']) console.log(output())
    child.kill('SIGKILL')
    await ended
  }
  await server?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

interface Started {
  readonly gateway: GatewayProcess
  readonly url: string
  readonly client: TestClient
}

async function start(environment: Readonly<Record<string, string>> = {}): Promise<Started> {
  const gateway = startGatewayProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: server.url,
    // What has halted may have nothing to close in order, and ends by this limit.
    STOP_SECONDS: '10',
    ...environment,
  })
  processes.push(gateway)
  const [, loginName = '', password = ''] = await gateway.said(/^Demo account: (\S+) (\S+)$/m)
  const [, url = ''] = await gateway.said(/^URL: (\S+)$/m)
  const client = createHttpClient(url)
  expect(await client.login({ loginName, password })).toMatchObject({ code: '0' })
  return { gateway, url, client }
}

/**
 * What a full disk does to this process: no file grows any more. What is open elsewhere, the
 * database's, is not concerned.
 */
function fillDisk({ gateway }: Started): void {
  execFileSync('prlimit', ['--pid', String(gateway.child.pid), '--fsize=0:unlimited'])
}

const buy = (client: TestClient, clientOid: string) =>
  client.post('/v1/spot/order/place', {
    symbol: 'BTCUSDT',
    side: 'buy',
    orderType: 'market',
    size: '100',
    clientOid,
  })
const codesOf = async (client: TestClient, paths: readonly string[]) =>
  Promise.all(paths.map(async (each) => (await client.get(each)).code))
const readiness = async (url: string) => {
  const response = await fetch(`${url}/ready`)
  return {
    http: response.status,
    ...((await response.json()) as { status: string; failing: string[] }),
  }
}

describe.skipIf(!programs || !canLimit)(
  'a gateway whose disk is full' +
    (programs && canLimit ? '' : ' (skipped: this machine has no Postgres or no prlimit)'),
  () => {
    it('ends with its own code after a halt, and a restart recovers (SR11)', async () => {
      const first = await start()
      expect(await buy(first.client, 'before')).toMatchObject({ code: '0' })
      fillDisk(first)
      await expect
        .poll(
          async () => (await buy(first.client, 'while-full').catch(() => ({ code: 'gone' }))).code,
        )
        .toMatch(/00006|gone/)
      expect(await first.gateway.ended).toBe(HALT_EXIT_CODE)
      const again = await start()
      expect(await readiness(again.url)).toEqual({ http: 200, status: 'ready', failing: [] })
      expect(await buy(again.client, 'after')).toMatchObject({ code: '0' })
      const { data } = await again.client.get('/v1/spot/order/history')
      expect(
        (data as { items: { clientOid: string }[] }).items.map(({ clientOid }) => clientOid),
      ).toEqual(['after', 'before'])
    })

    it('answers reads from SQL after a halt with HALT_EXIT=0 (SR11)', async () => {
      const { url, client, ...rest } = await start({ HALT_EXIT: '0' })
      expect(await buy(client, 'before')).toMatchObject({ code: '0' })
      expect(await client.get('/v1/spot/order/history')).toMatchObject({ code: '0' })
      fillDisk({ url, client, ...rest })
      await expect
        .poll(async () => (await readiness(url)).failing)
        .toEqual(expect.arrayContaining(['trading', 'journal']))
      expect((await readiness(url)).http).toBe(503)
      expect((await fetch(`${url}/health`)).status).toBe(200)
      expect(
        await codesOf(client, [
          '/v1/spot/order/history',
          '/v1/spot/order/fills',
          '/v1/spot/order/open',
          '/v1/spot/account/assets',
          '/v1/asset/history',
        ]),
      ).toEqual(['0', '0', '0', '0', '0'])
      expect(await buy(client, 'while-full')).toMatchObject({
        http: 200,
        code: '00006',
        data: { taken: false },
      })
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('gateway_halted 1')
      expect(rest.gateway.child.exitCode).toBe(null)
    })
  },
)
