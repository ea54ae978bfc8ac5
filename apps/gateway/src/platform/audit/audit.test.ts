import { openSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/Database.ts'
import { PASSWORD } from '../../testing/createTestClient.ts'
import {
  createTestGateway,
  type NewUser,
  type TestGateway,
} from '../../testing/createTestGateway.ts'
import { createTestUsers } from '../../testing/createTestUsers.ts'
import { isAudited } from './requestEntries.ts'
import { auditDir } from './createAudit.ts'
import { sha256, type AuditEntry } from './entry.ts'
import { verifyAudit } from './verifyAudit.ts'
import { verifyKeptSignature } from './verifySignature.ts'

let gateway: TestGateway
let isFull = false
/** The disk is full after so many more writes. */
let writesLeft = Infinity
/** Below the market by so many per cent. */
let below: (percent: number) => string
beforeAll(async () => {
  // A new file for each write, so that the test can take the disk away between two of them.
  const openFile = (file: string) => {
    isFull ||= writesLeft-- <= 0
    return openSync(isFull ? '/dev/full' : file, isFull ? 'a' : 'ax', 0o600)
  }
  gateway = await createTestGateway({ auditFiles: { fileBytes: 1, openFile } })
  const { data } = await gateway.client().get('/v1/spot/public/tickers?symbol=BTCUSDT')
  const [{ last }] = [data].flat() as [{ last: string }]
  below = (percent) => (Number(last) * (1 - percent / 100)).toFixed(0)
})
afterAll(() => gateway.stop())

const { newUser, stepUp } = createTestUsers(() => gateway, { name: 'audited' })
const PLACE = '/v1/spot/order/place'
const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.0004' }

/** All that the audit files hold. */
function fileText(): string {
  const dir = auditDir(gateway.dataDir)
  return readdirSync(dir)
    .sort()
    .map((name) => readFileSync(path.join(dir, name), 'utf8'))
    .join('')
}
function entries(): AuditEntry[] {
  return fileText()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.slice(65)) as AuditEntry)
}
const lastRequest = () => entries().findLast((entry) => entry.kind === 'request')
const verify = () => verifyAudit({ db: gateway.db, dir: auditDir(gateway.dataDir) })
/** What is in the files comes into the tables. */
const copied = () => gateway.clock.advance(1_000)

async function paperTrader(): Promise<NewUser> {
  const trader = await gateway.newUser()
  await trader.client.post('/v1/user/sub-account/switchTradeDemo')
  return trader
}

async function tableText(db: Database): Promise<string> {
  return (await db.query<{ entry: string }>('select entry from audit_entry'))
    .map(({ entry }) => entry)
    .join('\n')
}

describe('audit log of the gateway', () => {
  it('covers every write but polling, captchas, reports and stand-ins (SR10)', async () => {
    const { paths } = (await gateway.app.inject('/v1/dev/openapi.json')).json<{
      paths: Record<string, Record<string, unknown>>
    }>()
    const writes = Object.entries(paths)
      .filter(([, methods]) => 'post' in methods)
      .map(([url]) => url)
    const left = writes.filter((url) => !isAudited({ method: 'POST', path: url }))
    expect(writes).toEqual(
      expect.arrayContaining([
        PLACE,
        '/v1/asset/transfer',
        '/v1/user/login',
        '/v1/user/security/secondFactor',
        '/v1/spot/paper/topup',
      ]),
    )
    expect(left.filter((url) => !/captcha|\/buried\/log\/|\/v1\/dev\//.test(url)).sort()).toEqual([
      '/v1/user/qr/create',
      '/v1/user/qr/getQrKeyStatus',
    ])
  })

  it('keeps a signed write, its signature and its outcome (SR10)', async () => {
    const trader = await paperTrader()
    const price = below(2)
    const { code, data } = await trader.client.post(PLACE, { ...order, price })
    expect(code).toBe('0')
    const request = lastRequest()
    expect(request).toMatchObject({
      call: `POST ${PLACE}`,
      user: trader.userId,
      realm: 'paper',
      session: trader.client.cookies.get('x_token')?.slice(0, 8),
      trace: expect.stringMatching(/^w[0-9a-f]{24}$/) as string,
      tm: expect.stringMatching(/^[0-9]{13}$/) as string,
      mode: '2',
      md5: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      fields: ['path', 'time', 'traceId', 'body'],
      body: expect.stringContaining(`"price":"${price}"`) as string,
      address: expect.stringMatching(/^198\.18\./) as string,
    })
    expect(entries().at(-1)).toMatchObject({
      kind: 'result',
      of: request?.seq,
      code: '0',
      user: trader.userId,
      ref: (data as { orderId: string }).orderId,
    })
  })

  it('leads from an order in SQL to its signed request (SR10)', async () => {
    const trader = await paperTrader()
    const { orderId } = (await trader.client.post(PLACE, { ...order, price: below(3) })).data as {
      orderId: string
    }
    await trader.client.get('/v1/spot/order/history')
    await copied()
    const [row] = await gateway.db.query<{ entry: string; public_key: string }>(
      `select q.entry, k.public_key from spot_order o
       join audit_entry r on r.ref = o.order_id::text and r.kind = 'result'
       join audit_entry q on q.chain = r.chain and q.seq = r.request_seq
       join audit_key k on k.key_hash = q.entry::jsonb ->> 'keyHash'
       where o.order_id = $1`,
      [orderId],
    )
    const request = JSON.parse(row?.entry ?? '') as AuditEntry & { kind: 'request' }
    expect(verifyKeptSignature(request, { publicKey: row?.public_key ?? '' })).toBe('holds')
    const forged = { ...request, body: (request.body ?? '').replace(below(3), below(4)) }
    expect(verifyKeptSignature(forged, { publicKey: row?.public_key ?? '' })).toBe('wrong')
  })

  it('keeps the code of a refused write', async () => {
    const trader = await gateway.newUser()
    const { code } = await trader.client.post(PLACE, { ...order, price: below(2) })
    expect(code).not.toBe('0')
    expect(entries().at(-1)).toMatchObject({ kind: 'result', code, of: lastRequest()?.seq })
  })

  it('names the orders that one cancel ended', async () => {
    const { client } = await paperTrader()
    const placed = [
      await client.post(PLACE, { ...order, price: below(2) }),
      await client.post(PLACE, { ...order, price: below(3) }),
    ]
    await client.post('/v1/spot/order/cancelAll', {})
    const refs = placed.map(({ data }) => (data as { orderId: string }).orderId)
    expect(entries().at(-1)).toMatchObject({
      kind: 'result',
      call: 'POST /v1/spot/order/cancelAll',
      refs,
    })
  })

  it('has no entry of a read or of a request without proof', async () => {
    const { client } = await paperTrader()
    const before = entries().length
    await client.get('/v1/spot/order/open')
    await client.get('/v1/user/overview/userinfo')
    await client.post(
      PLACE,
      { ...order, price: below(2) },
      { headers: { 'device-sign': undefined } },
    )
    await client.post('/v1/user/qr/create')
    await gateway.visitor().post('/v1/user/logout')
    expect(entries()).toHaveLength(before)
  })

  it('keeps a log-in with user and key, and a wrong one (SR10)', async () => {
    const user = await newUser()
    const client = gateway.visitor()
    await client.login({ loginName: user.email, password: 'not the password 1' })
    expect(entries().at(-1)).toMatchObject({
      kind: 'call',
      call: 'POST /v1/user/login',
      code: '40101',
    })
    await client.login({ loginName: user.email, password: PASSWORD })
    const [key, call] = entries().slice(-2)
    expect(call).toMatchObject({
      kind: 'call',
      call: 'POST /v1/user/login',
      code: '0',
      user: user.userId,
    })
    expect(key).toMatchObject({
      kind: 'key',
      user: user.userId,
      keyHash: (call as { keyHash?: string }).keyHash,
    })
    expect(sha256((key as { publicKey: string }).publicKey)).toBe(
      (key as { keyHash: string }).keyHash,
    )
  })

  it('never holds what a log-in or a step-up sends (SR10)', async () => {
    const user = await newUser()
    await user.client.login({ loginName: user.email, password: 'another wrong password 1' })
    const verifyToken = await stepUp(user, 'secondFactor')
    expect(
      await user.client.post('/v1/user/security/secondFactor', {
        method: 'email',
        enabled: true,
        verifyToken,
      }),
    ).toMatchObject({ code: '0' })
    await copied()
    const secrets = [
      user.email,
      PASSWORD,
      'another wrong password 1',
      verifyToken,
      user.client.cookies.get('__Host-session'),
      'bodyCiphertext',
      'initSign',
    ]
    for (const text of [fileText(), await tableText(gateway.db)]) {
      expect(text).toContain('/v1/user/security/secondFactor')
      for (const secret of secrets) expect(text).not.toContain(String(secret))
    }
    expect(await verify()).toMatchObject({ firstBreak: undefined })
  })

  it('refuses a signed order that holds a sensitive field (SR10)', async () => {
    const { client } = await paperTrader()
    const answer = await client.post(PLACE, { ...order, price: below(2), pwd: 'sent by mistake' })
    expect(answer).toMatchObject({ http: 400, code: '40010', data: { field: 'pwd' } })
    const long = await client.post(PLACE, { ...order, price: below(2), note: 'x'.repeat(20_000) })
    expect(long).toMatchObject({ http: 413 })
    expect(fileText()).not.toContain('sent by mistake')
  })

  it('limits the bytes of refused writes by account and call (SR10)', async () => {
    const trader = await paperTrader()
    const cancel = () =>
      trader.client.post('/v1/spot/order/cancel', { orderId: '999999', note: 'x'.repeat(15_000) })
    const before = fileText().length
    const codes = new Set<string>()
    let last = await cancel()
    for (let tries = 1; tries < 60 && last.code !== '42901'; tries++) {
      codes.add(last.code)
      last = await cancel()
    }
    expect([...codes]).toEqual(['40401'])
    expect(last).toMatchObject({
      code: '42901',
      data: { taken: false, retryAfter: expect.any(Number) as number },
    })
    const full = fileText().length
    expect(full - before).toBeLessThan(640 * 1024)
    for (let tries = 0; tries < 5; tries++) await cancel()
    expect(fileText()).toHaveLength(full)
    // Neither other calls nor other accounts pay for it, and it ends.
    expect(await trader.client.post(PLACE, { ...order, price: below(2) })).toMatchObject({
      code: '0',
    })
    expect(
      await (await paperTrader()).client.post('/v1/spot/order/cancel', { orderId: '999999' }),
    ).toMatchObject({ code: '40401' })
    await gateway.clock.advance(2_000)
    expect(await cancel()).toMatchObject({ code: '40401' })
  })

  it('counts what is refused without proof beyond a limit (SR10)', async () => {
    const visitor = gateway.visitor()
    const before = entries().length
    for (let tries = 0; tries < 50; tries++) {
      expect(
        await visitor.post('/v1/user/login/verify', { verifyToken: 'none', emailCode: '123456' }),
      ).toMatchObject({ code: '40102' })
    }
    expect(entries().length - before).toBeLessThanOrEqual(30)
    await gateway.clock.advance(1_000)
    expect(entries().findLast(({ kind }) => kind === 'gap')).toMatchObject({
      results: 0,
      refusals: 20,
    })
    expect(await verify()).toMatchObject({ firstBreak: undefined })
  })

  it('verifies every kept request against the kept key', async () => {
    await copied()
    const report = await verify()
    expect(report).toMatchObject({ firstBreak: undefined, unanswered: 0 })
    expect(report.signatures).toBeGreaterThan(5)
    expect(report.digests).toBeGreaterThan(0)
  })

  it('refuses writes while its file cannot be written (SR10)', async () => {
    const trader = await paperTrader()
    isFull = true
    const refused = [
      await trader.client.post(PLACE, { ...order, price: below(4), clientOid: 'unaudited' }),
      await trader.client.post('/v1/user/logout'),
    ]
    const afterwards = await trader.client.get('/v1/spot/order/open')
    const ready = await gateway.app.inject('/ready')
    isFull = false
    // The first writes find out; what needs no entry goes on.
    expect(refused).toMatchObject([
      { code: '00006', data: { taken: false } },
      { code: '00006', data: { taken: false } },
    ])
    expect(afterwards).toMatchObject({ code: '0', data: { items: [] } })
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ failing: expect.arrayContaining(['audit']) as unknown })
    await gateway.clock.advance(2_000)
    expect(
      await trader.client.post(PLACE, { ...order, price: below(4), clientOid: 'audited' }),
    ).toMatchObject({ code: '0' })
    expect(await verify()).toMatchObject({ firstBreak: undefined })
  })
  it('answers no success where the outcome cannot be written, and counts it', async () => {
    const trader = await paperTrader()
    writesLeft = 1
    const unanswered = await trader.client.post(PLACE, {
      ...order,
      price: below(2),
      clientOid: 'no-outcome',
    })
    const open = await trader.client.get('/v1/spot/order/open')
    writesLeft = Infinity
    isFull = false
    // The order stands: only its request, with the signature, is kept.
    expect(unanswered).toMatchObject({ code: '00006', data: null })
    expect(open).toMatchObject({ code: '0', data: { items: [{ clientOid: 'no-outcome' }] } })
    expect(lastRequest()).toMatchObject({ body: expect.stringContaining('no-outcome') as string })
    await gateway.clock.advance(2_000)
    expect(entries().findLast(({ kind }) => kind === 'gap')).toMatchObject({ results: 1 })
    expect(await verify()).toMatchObject({ firstBreak: undefined, unanswered: 1 })
  })
})
