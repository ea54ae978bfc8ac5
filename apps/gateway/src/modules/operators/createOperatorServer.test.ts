import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { postForm } from '../../testing/operatorClients.ts'
import { fromBase32, totpAt, totpStep } from '../second-factors/ports/totp.ts'
import { createOperatorServer, type OperatorServer } from './createOperatorServer.ts'
import { createOperatorSessions } from './createOperatorSessions.ts'
import { hashPassword } from './Operator.ts'
import { openOperatorLog, type OperatorLog } from './openOperatorLog.ts'

const TOTP = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PASSWORD = 'correct horse'
const clock = createManualClock(1_800_000_000_000)
const codeNow = () => totpAt(fromBase32(TOTP), totpStep(clock.now()))

/** What the capabilities behind the pages were asked to decide. */
let asked: unknown[] = []
let errors: unknown[] = []
const noted =
  (name: string) =>
  async (...given: readonly unknown[]) => {
    asked.push([name, ...given])
    return `${name} done`
  }
let dir = ''
let url = ''
let server: OperatorServer
let audit: OperatorLog
let cookie = ''
let form = ''

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'operator-server-'))
  audit = openOperatorLog(path.join(dir, 'log'))
  const ann = {
    name: 'ann',
    password: await hashPassword(PASSWORD),
    totpSecret: TOTP,
    publicKey: Buffer.alloc(32, 1).toString('base64'),
  }
  const random = nodeRandom()
  server = createOperatorServer({
    sessions: createOperatorSessions({ operators: [ann], clock, random }),
    audit,
    clock,
    random,
    log: {
      info() {},
      warn() {},
      error: (message, fields) => void errors.push([message, fields]),
    },
    actions: {
      reviews: () => [],
      waiting: () => [],
      networks: () => [],
      nameOf: (id) => id,
      hotBalances: async () => [],
      appeals: async () => [],
      approve: ({ name }, decision) => noted('approve')(name, decision),
      reject: (id) => noted('reject')(id),
      async picture({ orderId, fileId }) {
        if (fileId !== '2') throw new RangeError('There is none.')
        return { mediaType: 'image/png', picture: Buffer.from(orderId).toString('base64') }
      },
      rule: ({ name }, ruling) => noted('rule')(name, ruling),
      pause: (network, { name }) => noted('pause')(network, name),
      resume: (network) => noted('resume')(network),
    },
    held: { list: async () => [], decide: (decision) => noted('held')(decision) },
    attestations: { unsigned: async () => [], attest: (given) => noted('attest')(given) },
    identities: {
      waiting: async () => [],
      picture: async ({ userId, side }) =>
        side === 'front' ? { type: 'image/jpeg', bytes: Buffer.from(userId) } : undefined,
      decide: (decision) => noted('identity')(decision),
    },
    agents: {
      list: async () => [],
      async set(userId, isAgent) {
        if (userId === '') throw new RangeError('There is no such main account.')
        return noted('agent')(userId, isAgent)
      },
    },
    earnPool: {
      assets: () => [],
      fillings: async () => [],
      fill: (given) => noted('fill')(given),
    },
    rules: {
      status: async () => ({ version: 1, next: [], followers: [] }),
      async upgrade(version) {
        asked.push(['upgrade', version])
        return 42
      },
    },
    async findAudit(query) {
      asked.push(['findAudit', query])
      return [{ at: clock.now(), entry: `<found ${query.user}${query.order}>` }]
    },
  })
  url = `http://127.0.0.1:${await server.listen(0)}`
  ;({ cookie, form } = await logIn())
})
afterAll(async () => {
  await server.stop()
  audit.close()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(() => {
  asked = []
  errors = []
  clock.jump(30_000)
})

const credentials = () => ({ name: 'ann', password: PASSWORD, code: codeNow() })
async function logIn(): Promise<{ readonly cookie: string; readonly form: string }> {
  const answer = await postForm(`${url}/login`, credentials())
  const own = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const page = await (await get('/', { cookie: own })).text()
  return { cookie: own, form: /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '' }
}
const get = (at: string, headers: Readonly<Record<string, string>> = { cookie }) =>
  fetch(`${url}${at}`, { headers, redirect: 'manual' })
const send = (at: string, fields: Readonly<Record<string, string>> = {}) =>
  postForm(`${url}${at}`, { form, ...fields }, { cookie })
const latest = () => audit.latest(1)[0]

/** Status of a request whose headers `fetch` would not send. */
const statusOf = (options: {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = httpRequest(url, options, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', reject).end()
  })

/** Each decision: its address, its fields, and what its capability is asked. */
const DECISIONS: readonly [
  at: string,
  fields: Readonly<Record<string, string>>,
  call: readonly unknown[],
][] = [
  [
    '/withdrawals/7/approve',
    { signature: 'c2ln' },
    ['approve', 'ann', { id: 7, signature: 'c2ln' }],
  ],
  ['/withdrawals/7/approve', {}, ['approve', 'ann', { id: 7, signature: '' }]],
  ['/withdrawals/7/reject', {}, ['reject', 7]],
  [
    '/appeals/31/release',
    { reason: 'Paid' },
    ['rule', 'ann', { orderId: '31', outcome: 'released', reason: 'Paid' }],
  ],
  [
    '/appeals/31/refund',
    { reason: 'Not paid' },
    ['rule', 'ann', { orderId: '31', outcome: 'refunded', reason: 'Not paid' }],
  ],
  [
    '/identities/u1/approve',
    {},
    ['identity', { userId: 'u1', isApproved: true, reason: '', operator: 'ann' }],
  ],
  [
    '/identities/u1/refuse',
    { reason: 'Blurred' },
    ['identity', { userId: 'u1', isApproved: false, reason: 'Blurred', operator: 'ann' }],
  ],
  ['/agents/user/grant', { user: ' 12 ' }, ['agent', '12', true]],
  ['/agents/user/revoke', { user: '12' }, ['agent', '12', false]],
  [
    '/deposits/evm-a%3A0x1%3A0/credit',
    { amount: '5', address: '0xab' },
    ['held', { key: 'evm-a:0x1:0', verb: 'credit', amount: '5', address: '0xab', operator: 'ann' }],
  ],
  [
    '/deposits/evm-a:0x1:0/return',
    { address: '0xab' },
    ['held', { key: 'evm-a:0x1:0', verb: 'return', amount: '', address: '0xab', operator: 'ann' }],
  ],
  [
    '/reserves/0xcold/attest',
    { signature: '0x1b' },
    ['attest', { address: '0xcold', signature: '0x1b', operator: 'ann' }],
  ],
  ['/rules/2/upgrade', {}, ['upgrade', 2]],
  ['/networks/evm-a/pause', {}, ['pause', 'evm-a', 'ann']],
  ['/networks/evm-a/resume', {}, ['resume', 'evm-a']],
]

describe('a decision of an operator', () => {
  it.each(DECISIONS)('carries out %s with %o as %j', async (at, fields, call) => {
    const answer = await send(at, fields)
    expect(answer.status).toBe(200)
    expect(asked).toEqual([call])
  })

  it.each(DECISIONS)('refuses %s without a session', async (at, fields) => {
    const answer = await postForm(`${url}${at}`, { form, ...fields })
    expect([answer.status, asked]).toEqual([401, []])
    const forged = await postForm(
      `${url}${at}`,
      { form, ...fields },
      { cookie: `operator=${'A'.repeat(43)}` },
    )
    expect([forged.status, asked]).toEqual([401, []])
  })

  it.each(DECISIONS)('refuses %s without the form of the session', async (at, fields) => {
    for (const given of ['', 'x', `${form}x`, form.slice(1)]) {
      const answer = await postForm(`${url}${at}`, { ...fields, form: given }, { cookie })
      expect([answer.status, asked]).toEqual([403, []])
    }
  })

  it.each(DECISIONS)('refuses %s from another site', async (at, fields) => {
    for (const origin of ['https://evil.example', 'null', url.replace('http:', 'https:')]) {
      const answer = await postForm(`${url}${at}`, { form, ...fields }, { cookie, origin })
      expect([answer.status, asked]).toEqual([403, []])
    }
  })

  it('is taken from a page of its own origin', async () => {
    const answer = await postForm(`${url}/withdrawals/7/reject`, { form }, { cookie, origin: url })
    expect([answer.status, asked]).toEqual([200, [['reject', 7]]])
  })

  it('is noted with who, what and what came of it, and shown', async () => {
    const answer = await send('/networks/evm-a/pause')
    expect(latest()).toEqual({
      at: clock.now(),
      operator: 'ann',
      action: 'pause',
      subject: 'evm-a',
      outcome: 'pause done',
    })
    expect(await answer.text()).toContain('<p role="status">pause evm-a: pause done</p>')
  })

  it('is noted as refused where it fails, with the reason', async () => {
    const answer = await send('/agents/user/grant', { user: '  ' })
    expect(answer.status).toBe(200)
    expect(latest()?.outcome).toBe('refused: There is no such main account.')
  })

  it('is refused where its address is broken, and changes nothing', async () => {
    const answer = await send('/deposits/%zz/credit')
    expect([answer.status, asked]).toEqual([200, []])
    expect(latest()?.outcome).toContain('refused')
  })

  it('names no code of a page in its notice', async () => {
    const page = await (await send('/reserves/%3Cb%3E/attest')).text()
    expect(page).not.toContain('<b>/')
    const other = await (await send("/networks/'><script>/pause")).text()
    expect(other).not.toContain('<script>')
  })

  it.each([
    '/',
    '/withdrawals',
    '/withdrawals/7',
    '/withdrawals/7/burn',
    '/withdrawals/7/approve/now',
    '/deposits/x/reject',
    '/networks/evm-a/PAUSE',
    '/appeals/31/pictures/2',
    '/constructor/x/toString',
  ])('is neither carried out nor noted at %s', async (at) => {
    const before = latest()
    expect((await send(at)).status).toBe(404)
    expect(asked).toEqual([])
    expect(latest()).toEqual(before)
  })

  it('carries no reason beyond 500 letters', async () => {
    await send('/appeals/31/refund', { reason: 'a'.repeat(501) })
    expect(asked).toMatchObject([['rule', 'ann', { reason: 'a'.repeat(500) }]])
  })

  it.each(['0x7', '7e0', '+7', ' 7', '7.0', '-7', '', 'seven', '9007199254740993'])(
    'reads %j as no number of a withdrawal',
    async (id) => {
      await send(`/withdrawals/${encodeURIComponent(id)}/reject`)
      expect(asked).toEqual([])
      expect(latest()?.outcome).toContain('refused')
    },
  )
})

describe('the earn pool', () => {
  const terms = { asset: 'USDT', amount: ' 5 ', key: ' k1 ' }

  it('is filled with a new code of the authenticator', async () => {
    await send('/earn/pool/fund', { ...terms, code: codeNow() })
    expect(asked).toEqual([['fill', { asset: 'USDT', amount: '5', key: 'k1' }]])
    expect(latest()).toMatchObject({ action: 'fund', subject: 'pool', outcome: 'fill done' })
  })

  it.each(['', '000000', '12345', 'abcdef'])('is not filled with the code %j', async (code) => {
    await send('/earn/pool/fund', { ...terms, code })
    expect([asked, latest()?.outcome]).toEqual([[], 'refused: code'])
    // A right one ends the count of wrong tries.
    clock.jump(30_000)
    await send('/earn/pool/fund', { ...terms, code: codeNow() })
    expect(asked).toHaveLength(1)
  })

  it('takes no code twice', async () => {
    const code = codeNow()
    await send('/earn/pool/fund', { ...terms, code })
    await send('/earn/pool/fund', { ...terms, code })
    expect(asked).toHaveLength(1)
    expect(latest()?.outcome).toBe('refused: code')
  })
})

describe('the log-in', () => {
  it('answers every mistake alike', async () => {
    const answers = await Promise.all(
      [{ name: 'nobody' }, { password: 'wrong' }].map((wrong) =>
        postForm(`${url}/login`, { ...credentials(), ...wrong }),
      ),
    )
    const pages = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    expect(pages[0]).toBe(pages[1])
    expect(answers.every(({ headers }) => !headers.has('set-cookie'))).toBe(true)
  })

  it('gives a cookie that no script reads and no other site sends', async () => {
    const answer = await postForm(`${url}/login`, credentials())
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    expect(answer.headers.get('set-cookie')).toMatch(
      /^operator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  it('is recorded with the name, cut to its longest', async () => {
    await postForm(`${url}/login`, { name: 'n'.repeat(100), password: 'x', code: '' })
    expect(latest()).toMatchObject({
      operator: 'n'.repeat(32),
      action: 'login',
      outcome: 'refused',
    })
  })

  it('ends with the log-out, on this server too', async () => {
    const own = await logIn()
    const answer = await postForm(`${url}/logout`, { form: own.form }, { cookie: own.cookie })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('set-cookie')).toContain('operator=; Max-Age=0')
    expect(latest()).toMatchObject({ operator: 'ann', action: 'logout' })
    expect(await (await get('/', { cookie: own.cookie })).text()).toContain('action="/login"')
    // The other session goes on.
    expect(await (await get('/')).text()).toContain('action="/logout"')
  })

  it('is not ended by another site', async () => {
    const answer = await postForm(`${url}/logout`, { form: 'x' }, { cookie })
    expect(answer.status).toBe(403)
    expect(await (await get('/')).text()).toContain('action="/logout"')
  })
})

describe('the pages', () => {
  it('show the log-in alone without a session, whatever was asked', async () => {
    const page = await (await get('/?user=1&order=2', {})).text()
    expect(page).toContain('action="/login"')
    expect(page).not.toContain('Audit log')
    expect(asked).toEqual([])
  })

  it.each([
    ['?user=7', { user: '7', order: '' }],
    ['?order=31', { user: '', order: '31' }],
    ['?user=7&order=31', { user: '7', order: '31' }],
  ])('search the audit log for %s', async (query, expected) => {
    const page = await (await get(`/${query}`)).text()
    expect(asked).toEqual([['findAudit', expected]])
    expect(page).toContain('&#60;found')
  })

  it.each(['', '?user=&order=', '?other=1'])('search nothing with %j', async (query) => {
    await get(`/${query}`)
    expect(asked).toEqual([])
  })

  it('show pictures of identities to operators alone', async () => {
    const answer = await get('/identities/u1/front')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(await answer.text()).toBe('u1')
    expect((await get('/identities/u1/front', {})).status).toBe(404)
    expect((await get('/identities/u1/side')).status).toBe(404)
  })

  it('show pictures of appeals to operators alone', async () => {
    const answer = await get('/appeals/31/pictures/2')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await answer.text()).toBe('31')
    expect((await get('/appeals/31/pictures/2', {})).status).toBe(404)
    expect((await get('/appeals/31/pictures/3')).status).toBe(404)
    expect((await get('/appeals/x/pictures/2')).status).toBe(404)
  })

  it.each(['/', '/operators.css', '/operators.js', '/identities/u1/front', '/nowhere'])(
    'answer %s with headers that keep it from other sites and caches',
    async (at) => {
      const { headers } = await get(at)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
    },
  )

  it.each(['/index.html', '/login', '/withdrawals/7/approve', '/operators.css/x', '/%00'])(
    'have nothing to read at %s',
    async (at) => expect((await get(at)).status).toBe(404),
  )

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])('take no %s', async (method) => {
    const headers = { cookie }
    expect(await statusOf({ method, path: '/withdrawals/7/approve', headers })).toBe(405)
    expect(asked).toEqual([])
  })

  it.each(['localhost', 'localhost:9', '[::1]:9', '127.0.0.1'])('answer as %s', async (host) => {
    expect(await statusOf({ headers: { host } })).toBe(200)
  })

  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.', 'x@localhost'])(
    'do not answer as %j, which a name server could point here',
    async (host) => expect(await statusOf({ headers: { host, cookie } })).toBe(421),
  )

  it.each(['//', '///x', 'http://[', '/%'])(
    'answer a target of %j without a failure',
    async (target) => {
      const status = await statusOf({ path: target, headers: { cookie } })
      expect([400, 404]).toContain(status)
      expect(errors).toEqual([])
    },
  )

  it('refuse a form that is too long, and say so', async () => {
    const answer = await send('/appeals/31/refund', { reason: 'a'.repeat(9_000) })
    expect(answer.status).toBe(413)
    expect([asked, errors]).toEqual([[], []])
  })
})
