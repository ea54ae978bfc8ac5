import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../db/openDatabase.ts'
import type { Sql } from '../db/Database.ts'
import { WIDE_ORDER_LIMITS } from '../../modules/trading/orderLimits.ts'
import { createHttpClient } from '../../testing/createHttpClient.ts'
import type { TestClient } from '../../testing/createTestClient.ts'
import { auditDir } from './createAudit.ts'
import type { AuditEntry } from './entry.ts'
import { verifyAudit } from './verifyAudit.ts'
import { verifyKeptSignature } from './verifySignature.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const NODE_FLAGS = ['--conditions=x-source', '--disable-warning=ExperimentalWarning']
const WORKERS = 6
const ORDERS = 150

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'audit-kill-'))
  await writeFile(path.join(dataDir, 'identity.json'), JSON.stringify(testServerIdentity), {
    mode: 0o600,
  })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

interface Started {
  readonly child: ChildProcess
  readonly url: string
  readonly demo: { readonly loginName: string; readonly password: string }
}

async function start(): Promise<Started> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      WEB_ROOT: dataDir,
      DATABASE_URL: '',
      NODE_ENV: 'development',
      ORDER_LIMITS: JSON.stringify(WIDE_ORDER_LIMITS),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
  while (!/^Demo account: /m.test(text)) {
    if (child.exitCode !== null)
      throw new Error(`The gateway ended with ${child.exitCode}: ${text}`)
    await once(child.stdout, 'data')
  }
  const [, loginName = '', password = ''] = /^Demo account: (\S+) (\S+)$/m.exec(text) ?? []
  return { child, url: /^URL: (\S+)$/m.exec(text)?.[1] ?? '', demo: { loginName, password } }
}

async function end({ child }: Started, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/**
 * Places and cancels until the gateway is gone; answers what was acknowledged: client order id by
 * order id.
 */
async function placeOrders(
  client: TestClient,
  {
    price,
    acknowledged,
    onOrder,
  }: { price: string; acknowledged: Map<string, string>; onOrder: () => void },
): Promise<void> {
  for (let n = 0; ; n += 1) {
    const clientOid = `kill-${process.hrtime.bigint()}-${n}`
    const { code, data } = await client.post('/v1/spot/order/place', {
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      size: '0.0002',
      price,
      clientOid,
    })
    if (code !== '0') throw new Error(`The order was refused: ${code}`)
    const { orderId } = data as { orderId: string }
    acknowledged.set(orderId, clientOid)
    onOrder()
    await client.post('/v1/spot/order/cancel', { orderId })
  }
}

/** A command of the gateway's program on the data folder. */
function command(...args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
    const child = execFile(
      process.execPath,
      [...NODE_FLAGS, MAIN, ...args],
      { env },
      (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? 1, output: `${stdout}${stderr}` }),
    )
  })
}

interface Kept {
  readonly ref: string
  readonly entry: string
  readonly public_key: string
}

function keptRequests(db: Sql, orderIds: readonly string[]): Promise<Kept[]> {
  return db.query<Kept>(
    `select r.ref, q.entry, k.public_key from audit_entry r
     join audit_entry q on q.chain = r.chain and q.seq = r.request_seq
       and q.call = 'POST /v1/spot/order/place'
     join audit_key k on k.key_hash = q.entry::jsonb ->> 'keyHash'
     where r.kind = 'result' and r.ref = any($1::text[])`,
    [orderIds],
  )
}

describe('audit log at kill -9', () => {
  it('has the signed request of every acknowledged order (SR10)', async () => {
    const gateway = await start()
    const client = createHttpClient(gateway.url)
    expect(await client.login(gateway.demo)).toMatchObject({ code: '0' })
    const { data } = await client.get('/v1/spot/public/tickers?symbol=BTCUSDT')
    const [{ last }] = [data].flat() as [{ last: string }]
    const price = (Number(last) * 0.97).toFixed(0)
    const acknowledged = new Map<string, string>()
    const killed = new Promise<void>((resolve) => {
      const onOrder = () => void (acknowledged.size >= ORDERS && resolve())
      for (let n = 0; n < WORKERS; n += 1)
        void placeOrders(client, { price, acknowledged, onOrder }).catch(() => resolve())
    }).then(() => end(gateway, 'SIGKILL'))
    await killed
    expect(acknowledged.size).toBeGreaterThanOrEqual(ORDERS)

    // The next process brings the rest of the files into the tables.
    await end(await start(), 'SIGTERM')
    const db = await openDatabase({ dataDir })
    await db.query('delete from sessions')
    await db.query('delete from client_keys')
    const report = await verifyAudit({ db, dir: auditDir(dataDir) })
    expect(report.firstBreak).toBeUndefined()
    expect(report.signatures).toBeGreaterThanOrEqual(ORDERS)
    const kept = new Map(
      (await keptRequests(db, [...acknowledged.keys()])).map((row) => [row.ref, row]),
    )
    for (const [orderId, clientOid] of acknowledged) {
      const { entry, public_key: publicKey } = kept.get(orderId) ?? { entry: '{}', public_key: '' }
      const request = JSON.parse(entry) as AuditEntry & { kind: 'request' }
      expect(request.body).toContain(clientOid)
      expect(verifyKeptSignature(request, { publicKey })).toBe('holds')
    }
    // What reached the book without being answered was written down before it did.
    const unaudited = await db.query(
      `select 1 from spot_order o where o.client_oid like 'kill-%'
       and not exists (select 1 from audit_entry q where q.kind = 'request'
         and position(o.client_oid in q.entry) > 0)`,
    )
    expect(unaudited).toEqual([])
    await db.close()
  })

  it('is verified and searched from the command line (SR10)', async () => {
    const sound = await command('verify-audit')
    expect(sound).toMatchObject({ code: 0, output: expect.stringContaining('No break.') as string })
    let db = await openDatabase({ dataDir })
    const [row] = await db.query<{ ref: string; client_oid: string; seq: bigint }>(
      'select r.ref, o.client_oid, r.seq from audit_entry r join spot_order o on ' +
        "o.order_id::text = r.ref where r.kind = 'result' and o.client_oid like 'kill-%' " +
        'order by r.at limit 1',
    )
    await db.close()
    const { output } = await command('audit', '--order', row?.ref ?? '')
    expect(output.split('\n')[0]).toContain(row?.client_oid)
    db = await openDatabase({ dataDir })
    await db.query('alter table audit_entry disable trigger all')
    await db.query('update audit_entry set code = $2 where ref = $1', [row?.ref, '40201'])
    await db.close()
    expect(await command('verify-audit')).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /Break in chain \S+ at entry \d+: A column differs from the entry/,
      ) as string,
    })
  })
})
