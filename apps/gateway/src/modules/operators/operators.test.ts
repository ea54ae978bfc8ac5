import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { P2pOrder, P2pOwnAdvert, P2pPaymentMethod } from '@x/api'
import { createManualClock } from '@x/kit/testing'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { PASSWORD } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { createTestUsers, type TestUser } from '../../testing/createTestUsers.ts'
import {
  logInOperator,
  operatorCode,
  operatorSecrets,
  operatorSignature,
  postForm,
} from '../../testing/operatorClients.ts'
import { fromBase32, totpAt, totpStep } from '../second-factors/ports/totp.ts'
import { DEVELOPMENT_NETWORKS } from '../wallet/ports/networks.ts'
import { createOperatorSessions } from './createOperatorSessions.ts'
import { openDevelopmentOperators } from './openDevelopmentOperators.ts'
import { type Operator, readOperators } from './Operator.ts'
import { openOperatorLog } from './openOperatorLog.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const STEP_MS = 30_000

let dir = ''
let operators: readonly Operator[] = []
const secretsOf = (name: string) => operatorSecrets(dir, name)
const signatureOf = (name: string, text: string) => operatorSignature(dir, { name, text })
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'operators-'))
  operators = await openDevelopmentOperators(dir)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('the pages of operators (wallet 4)', () => {
  let gateway: TestGateway
  let url = ''
  let demo: TestUser
  const { stepUp, anonymousClient, newUser } = createTestUsers(() => gateway, { name: 'o' })
  beforeAll(async () => {
    const keys = {
      accountKey: () => Promise.reject(new Error('No keys here.')),
      deriveAddress: () => Promise.reject(new Error('No keys here.')),
    }
    gateway = await createTestGateway({
      wallet: { networks: DEVELOPMENT_NETWORKS, connect: async () => undefined, keys },
      operators: { list: operators, dir, port: 0, onListening: (at) => (url = at) },
    })
  }, 600_000)
  afterAll(() => gateway.stop())
  beforeEach(async () => {
    gateway.leap(86_400_000)
    demo = { client: anonymousClient(), email: gateway.demo!.loginName, userId: '' }
    const { loginName, password } = gateway.demo!
    await demo.client.login({ loginName, password })
  })

  const post = (
    at: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) => postForm(`${url}${at}`, fields, headers)
  const logIn = (name: string) => logInOperator({ dir, url, now: gateway.clock.now }, name)

  /** Longer than other bodies may be. */
  function noisyPicture(): string {
    const noise = new PNG({ width: 600, height: 600 })
    noise.data = randomBytes(600 * 600 * 4)
    const text = PNG.sync.write(noise).toString('base64')
    expect(text.length).toBeGreaterThan(1024 * 1024)
    return text
  }

  let count = 0
  async function applyLarge(): Promise<{ id: string; text: string }> {
    const verifyToken = await stepUp(demo, 'withdraw')
    const terms = { asset: 'USDT', network: 'evm-a', amount: '1500' }
    const query = String(new URLSearchParams(terms))
    const quote = (await demo.client.get(`/v1/spot/withdraw/quote?${query}`)).data as {
      quoteId: string
    }
    const answer = await demo.client.post('/v1/spot/withdraw/apply', {
      ...terms,
      quoteId: quote.quoteId,
      address: ADDRESS,
      clientOid: `o-${++count}`,
      verifyToken,
    })
    expect(answer).toMatchObject({ code: '0', data: { state: 'review' } })
    const { withdrawalId: id } = answer.data as { withdrawalId: string }
    return { id, text: `${id}|evm-a|${ADDRESS}|USDT|149900000000|100000000` }
  }
  const stateOf = async (id: string) =>
    (
      (await demo.client.get(`/v1/spot/withdraw/detail?withdrawalId=${id}`)).data as {
        state: string
      }
    ).state

  it('approves a large withdrawal once two operators have signed it', async () => {
    const { id, text } = await applyLarge()
    const [first, second] = [await logIn('first'), await logIn('second')]
    expect(await first.page()).toContain(`data-sign="${text}"`)
    expect(await first.page()).toContain(`<div>EVM A<br><code>${ADDRESS}</code></div>`)
    const approve = `/withdrawals/${id}/approve`
    expect(await first.send(approve, { signature: await signatureOf('first', text) })).toContain(
      `approved ${text}`,
    )
    expect(await stateOf(id)).toBe('review')
    const again = await first.send(approve, { signature: await signatureOf('first', text) })
    expect(again).toContain('refused')
    expect(await stateOf(id)).toBe('review')
    await second.send(approve, { signature: await signatureOf('second', text) })
    expect(await stateOf(id)).toBe('approved')
    const page = await second.page()
    expect(page).toContain('Approved and waiting for the hot address: 1')
    expect(page).toContain('<td data-head="Withdrawals wait for"><div>1499</div></td>')
  })

  it('takes no signature of another operator or of another text', async () => {
    const { id, text } = await applyLarge()
    const { send } = await logIn('first')
    const approve = `/withdrawals/${id}/approve`
    for (const signature of [
      await signatureOf('second', text),
      await signatureOf('first', text.replace('1499', '1498')),
      '',
      'AAAA',
    ])
      expect(await send(approve, { signature })).toContain('refused: signature')
    expect(await stateOf(id)).toBe('review')
  })

  it('rejects a withdrawal, which gives its amount back', async () => {
    const { id } = await applyLarge()
    const { send } = await logIn('second')
    expect(await send(`/withdrawals/${id}/reject`)).toContain('rejected')
    expect(await stateOf(id)).toBe('rejected')
    expect(await send(`/withdrawals/${id}/reject`)).toContain('refused')
    expect(await send('/withdrawals/999999/approve', { signature: 'x' })).toContain('refused')
  })

  it('makes an agent, who logs in as one until it is ended', async () => {
    const user = await newUser()
    const { send, page } = await logIn('first')
    const roles = async () => {
      const client = anonymousClient()
      await client.post('/v1/user/agency/login', { loginName: user.email, pwd: PASSWORD })
      const { data } = await client.get('/v1/user/overview/userinfo')
      return (data as { readonly roles: readonly string[] }).roles
    }
    expect(await roles()).toEqual(['trader'])
    expect(await send('/agents/user/grant', { user: user.userId })).toContain(
      `granted to ${user.userId}`,
    )
    expect([await roles(), (await page()).includes(user.userId)]).toEqual([
      ['trader', 'agency'],
      true,
    ])
    await send('/agents/user/revoke', { user: user.userId })
    expect(await roles()).toEqual(['trader'])
    for (const unknown of ['', '1', "' or 1=1 --"])
      expect(await send('/agents/user/grant', { user: unknown })).toContain('refused')
  })

  const ok = async <T>(user: TestUser, at: string, body: object): Promise<T> => {
    const answer = await user.client.post(`/v1/p2p/${at}`, { ...body })
    expect(answer).toMatchObject({ code: '0' })
    return answer.data as T
  }

  /** An order between the demo user and a new one, paid and appealed by the buyer. */
  async function appealedOrder(reason: string): Promise<string> {
    const oid = () => `p-${++count}`
    const { methodId } = await ok<P2pPaymentMethod>(demo, 'payment/add', {
      type: 'bank',
      holder: 'Ann Example',
      fields: { bank: 'First', account: 'DE00 1234' },
      verifyToken: await stepUp(demo, 'p2pPayment'),
    })
    const terms = { price: '1', amount: '100', minimum: '10', maximum: '100', payMinutes: 15 }
    const { advertId } = await ok<P2pOwnAdvert>(demo, 'advert/publish', {
      side: 'sell',
      asset: 'USDT',
      fiat: 'EUR',
      ...terms,
      clientOid: oid(),
      methodIds: [methodId],
      paymentTypes: [],
      verifyToken: await stepUp(demo, 'p2pAdvert'),
    })
    const buyer = await newUser()
    const take = { advertId, version: 1, price: '1', total: '50', clientOid: oid() }
    const { orderId } = await ok<P2pOrder>(buyer, 'order/create', take)
    await ok(buyer, 'order/paid', { orderId })
    gateway.leap(600_000)
    const text = '<img src=x onerror=alert(1)>'
    await ok(buyer, 'order/message', { orderId, text, clientOid: oid() })
    await ok(buyer, 'order/file', { orderId, picture: noisyPicture(), clientOid: oid() })
    await ok(buyer, 'order/appeal', { orderId, reason })
    return orderId
  }
  const orderOf = async (orderId: string) =>
    (await demo.client.get(`/v1/p2p/order/detail?orderId=${orderId}`)).data as P2pOrder

  it('decides an appeal with a reason that both parties read, once', async () => {
    const orderId = await appealedOrder('<script>no coins</script>')
    const { send, page } = await logIn('first')
    const shown = await page()
    expect(shown).toContain('by the buyer<br>&#60;script&#62;no coins')
    expect(shown).toContain('buyer: &#60;img src=x onerror=alert(1)&#62;')
    expect(await send(`/appeals/${orderId}/release`, { reason: ' ' })).toContain('refused')
    expect((await orderOf(orderId)).status).toBe('appealed')
    const refund = `/appeals/${orderId}/refund`
    expect(await send(refund, { reason: 'No payment came' })).toContain('refunded: No payment came')
    expect(await orderOf(orderId)).toMatchObject({
      status: 'refunded',
      ruling: { reason: 'No payment came' },
    })
    expect(await send(`/appeals/${orderId}/release`, { reason: 'Late' })).toContain('refused')
    const log = await readFile(path.join(dir, 'operators.log'), 'utf8')
    expect(log).toContain(`"action":"refund","subject":"${orderId}","outcome":"refunded: No pay`)
  })

  it('gives the coins to the buyer where the payment is proved', async () => {
    const orderId = await appealedOrder('The seller does not answer')
    const { form, cookie, send, page } = await logIn('second')
    const release = `/appeals/${orderId}/release`
    const picture = new RegExp(`/appeals/${orderId}/pictures/\\d+`).exec(await page())?.[0] ?? ''
    const shown = await fetch(`${url}${picture}`, { headers: { cookie } })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await fetch(`${url}${picture}`)).status).toBe(404)
    expect((await fetch(`${url}${picture}9`, { headers: { cookie } })).status).toBe(404)
    expect((await post(release, { form, reason: 'Proved' })).status).toBe(401)
    expect((await post(release, { reason: 'Proved' }, { cookie })).status).toBe(403)
    expect(await send('/appeals/0/release', { reason: 'Proved' })).toContain('refused')
    expect(await send(release, { reason: 'Proved' })).toContain('released: Proved')
    expect((await orderOf(orderId)).status).toBe('released')
  })

  it('switches the rules of the log by a form, once', async () => {
    const operator = await logIn('first')
    expect(await operator.page()).toContain('Version 1 is in force.')
    expect(await operator.send('/rules/4/upgrade')).toContain(
      'upgrade 4: refused: This program knows the rules up to version 3.',
    )
    const page = await operator.send('/rules/2/upgrade')
    expect(page).toMatch(/upgrade 2: in force from record \d+/)
    expect(page).toContain('Version 2 is in force.')
    expect(await operator.send('/rules/2/upgrade')).toContain('The rules are version 2 already.')
    expect(await post('/rules/2/upgrade', {}).then(({ status }) => status)).toBe(401)
  })

  it('fills no earn pool without a new code, or without coins', async () => {
    const { form, cookie, send, page } = await logIn('first')
    expect(wordsOf(await page())).toContain('USDT 100000 0 none')
    expect(wordsOf(await page())).toContain('100000 USDT issuance pool:USDT')
    const fund = '/earn/pool/fund'
    const terms = { asset: 'USDT', amount: '5', key: 'one' }
    // The code of the log-in is used.
    const code = () => operatorCode({ dir, now: gateway.clock.now }, 'first')
    expect(await send(fund, { ...terms, code: await code() })).toContain('refused: code')
    gateway.leap(STEP_MS)
    const later = { ...terms, code: await code() }
    expect((await post(fund, { form, ...later })).status).toBe(401)
    expect((await post(fund, later, { cookie })).status).toBe(403)
    expect(await send(fund, later)).toContain('refused: The balance is not sufficient')
    for (let tries = 0; tries < 5; tries++) await send(fund, { ...terms, code: 'wrong' })
    gateway.leap(STEP_MS)
    // Guesses are counted as at the log-in.
    expect(await send(fund, { ...terms, code: await code() })).toContain('refused: code')
    const log = await readFile(path.join(dir, 'operators.log'), 'utf8')
    expect(log).toContain('"action":"fund","subject":"pool","outcome":"refused: code"')
  })

  it('pauses a network, which stops its withdrawals, and resumes it', async () => {
    const { send } = await logIn('first')
    expect(await send('/networks/evm-a/pause')).toContain('operator: by first')
    const verifyToken = await stepUp(demo, 'withdraw')
    const query = 'asset=USDT&network=evm-a&amount=100'
    const quote = await demo.client.get(`/v1/spot/withdraw/quote?${query}`)
    const { quoteId } = (quote.data ?? { quoteId: 'none' }) as { quoteId: string }
    const body = { asset: 'USDT', network: 'evm-a', amount: '100', address: ADDRESS, verifyToken }
    expect(
      await demo.client.post('/v1/spot/withdraw/apply', { ...body, quoteId, clientOid: 'paused' }),
    ).toMatchObject({ code: '00006' })
    expect(await send('/networks/evm-a/resume')).toContain('resumed')
    expect(await send('/networks/nowhere/pause')).toContain('refused')
  })

  it('refuses decisions about deposits that are not held', async () => {
    const { send, page } = await logIn('first')
    expect(await page()).toContain('Held deposits')
    for (const key of ['evm-a:0x1:0', 'evm-a:0x1:x', 'nothing'])
      for (const verb of ['credit', 'return'])
        expect(await send(`/deposits/${key}/${verb}`, { address: ADDRESS })).toContain('refused')
  })

  it('records every decision and every log-in with its outcome', async () => {
    const { send, page } = await logIn('first')
    await send('/networks/evm-b/pause')
    await send('/networks/evm-b/resume')
    await post('/login', { name: 'first', password: 'wrong', code: '000000' })
    const text = await page()
    for (const entry of ['login', 'pause', 'resume', 'refused']) expect(text).toContain(entry)
    const lines = (await readFile(path.join(dir, 'operators.log'), 'utf8')).split('\n')
    expect(lines.at(-2)).toContain('"operator":"first","action":"login"')
  })

  it('refuses forms without their token, session or origin', async () => {
    const { cookie, form } = await logIn('second')
    const at = '/networks/evm-a/pause'
    expect((await post(at, { form })).status).toBe(401)
    expect((await post(at, {}, { cookie })).status).toBe(403)
    expect((await post(at, { form: 'x'.repeat(form.length) }, { cookie })).status).toBe(403)
    const foreign = { cookie, origin: 'https://evil.example' }
    expect((await post(at, { form }, foreign)).status).toBe(403)
    expect((await post('/networks/evm-a/burn', { form }, { cookie })).status).toBe(404)
    expect((await post('/logout', { form }, { cookie })).status).toBe(303)
    expect((await post(at, { form }, { cookie })).status).toBe(401)
  })

  it('answers under the names of this machine only, with a strict policy', async () => {
    const status = await new Promise<number | undefined>((resolve) => {
      const headers = { host: 'evil.example' }
      httpRequest(url, { headers }, ({ statusCode }) => resolve(statusCode)).end()
    })
    expect(status).toBe(421)
    const { headers } = await fetch(url)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${url}/operators.js`)).status).toBe(200)
    expect((await fetch(`${url}/v1/spot/public/symbols`)).status).toBe(404)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
  })

  it('shows no operator page on the port of users', async () => {
    expect((await gateway.app.inject({ url: '/withdrawals/1/approve' })).statusCode).toBe(404)
  })
})

describe('the log-in of an operator (wallet 4)', () => {
  const setUp = () => {
    const clock = createManualClock(1_800_000_000_000)
    const sessions = createOperatorSessions({ operators, clock, random: nodeRandom() })
    const credentials = async (changes: object = {}) => {
      const { name, password, totpSecret } = await secretsOf('first')
      const code = totpAt(fromBase32(totpSecret), totpStep(clock.now()))
      return { name, password, code, ...changes }
    }
    return { clock, sessions, credentials }
  }

  it('needs name, password and code, each code once', async () => {
    const { clock, sessions, credentials } = setUp()
    for (const changes of [{ name: 'nobody' }, { password: 'x' }, { code: '' }, { code: 'abcdef' }])
      expect(await sessions.open(await credentials(changes))).toBeUndefined()
    const right = await credentials()
    const token = await sessions.open(right)
    expect(sessions.find(token)?.operator.name).toBe('first')
    expect(await sessions.open(right)).toBeUndefined()
    clock.jump(STEP_MS)
    expect(await sessions.open(await credentials())).toBeDefined()
    expect(sessions.find('made-up')).toBeUndefined()
    expect(sessions.find(undefined)).toBeUndefined()
  })

  it('takes no more than five tries in a quarter of an hour', async () => {
    const { clock, sessions, credentials } = setUp()
    const wrong = await credentials({ password: 'x' })
    await Promise.all(Array.from({ length: 8 }, () => sessions.open(wrong)))
    expect(await sessions.open(await credentials())).toBeUndefined()
    clock.jump(15 * 60_000)
    expect(await sessions.open(await credentials())).toBeDefined()
  })

  it('ends after half an hour without a page', async () => {
    const { clock, sessions, credentials } = setUp()
    const token = await sessions.open(await credentials())
    clock.jump(29 * 60_000)
    expect(sessions.find(token)).toBeDefined()
    clock.jump(31 * 60_000)
    expect(sessions.find(token)).toBeUndefined()
  })

  it('ends after eight hours in any case', async () => {
    const { clock, sessions, credentials } = setUp()
    const token = await sessions.open(await credentials())
    for (let at = 0; at < 16; at++) {
      clock.jump(29 * 60_000)
      expect(sessions.find(token)).toBeDefined()
    }
    clock.jump(20 * 60_000)
    expect(sessions.find(token)).toBeUndefined()
  })
})

describe('the file of operators', () => {
  it('is made once in development, with two of them', async () => {
    expect(await openDevelopmentOperators(dir)).toEqual(operators)
    expect(operators.map(({ name }) => name)).toEqual(['first', 'second'])
    expect(JSON.stringify(operators)).not.toContain((await secretsOf('first')).password)
  })

  it('is refused where two share a key or one is incomplete', () => {
    const [first, second] = operators as readonly [Operator, Operator]
    for (const list of [
      [first, first],
      [first, { ...second, publicKey: first.publicKey }],
      [{ ...first, totpSecret: 'short' }],
      [{ ...first, publicKey: 'AAAA' }],
      [{ ...first, name: '<b>' }],
      {},
    ])
      expect(() => readOperators(JSON.stringify(list))).toThrow(TypeError)
  })
})

describe('the log of operators', () => {
  const entry = { at: 1, operator: 'first', action: 'pause', subject: 'evm-a', outcome: 'paused' }
  it('continues after a start, and shows a line that was changed', async () => {
    const file = path.join(dir, 'log')
    const log = openOperatorLog(file)
    log.append(entry)
    log.append({ ...entry, at: 2 })
    log.close()
    const next = openOperatorLog(file)
    next.append({ ...entry, at: 3 })
    expect(next.latest(2).map(({ at }) => at)).toEqual([3, 2])
    next.close()
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('"at":2', '"at":9'))
    expect(() => openOperatorLog(file)).toThrow(/Line 3/)
    await writeFile(file, text)
    await appendFile(file, '{"before":"made up"}\n')
    expect(() => openOperatorLog(file)).toThrow(/Line 4/)
  })
})

/** What a reader sees of a page. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
