import { spawn, type ChildProcess } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { encryptFields } from './testing/encryptFields.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const START_LIMIT = 300_000
/**
 * Nine processes load the same modules: the first that ends in order leaves them compiled for the
 * rest.
 */
const compileCache = fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url))

let dataDir: string
const children: Gateway[] = []

interface Gateway {
  readonly child: ChildProcess
  readonly lines: string[]
  readonly ended: Promise<number | null>
  url: string
}

beforeAll(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'gateway-run-'))))
async function killAll(): Promise<void> {
  for (const { child, ended } of children.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
}
afterAll(async () => {
  await killAll()
  await rm(dataDir, { recursive: true, force: true })
})

/** The real command in a process of its own; resolves when it serves or has ended. */
async function start(environment: Record<string, string> = {}): Promise<Gateway> {
  const child = spawn(
    process.execPath,
    ['--conditions=x-source', '--disable-warning=ExperimentalWarning', MAIN],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: dataDir,
        PORT: '0',
        WEB_ROOT: path.join(dataDir, 'no-app'),
        NODE_COMPILE_CACHE: compileCache,
        // On a busy machine an orderly end may take longer than operators wait for it.
        STOP_SECONDS: '300',
        ...environment,
      },
    },
  )
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const gateway: Gateway = { child, lines: [], ended, url: '' }
  children.push(gateway)
  let rest = ''
  await new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      gateway.lines.push(...lines)
      const url = gateway.lines.find((line) => line.startsWith('URL: '))
      if (!url) return
      gateway.url = url.slice('URL: '.length)
      if (
        gateway.lines.some(
          (line) => line.startsWith('Demo account: ') || line.startsWith('Production'),
        )
      )
        resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => resolve())
  })
  return gateway
}

async function call<T>(
  gateway: Gateway,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ code: string; data: T; cookies: string[]; http: number }> {
  const tm = String(Date.now())
  const response = await fetch(gateway.url + url, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      tm,
      'trace-id': `w${tm}${Math.random().toString(16).slice(2, 13).padEnd(11, '0')}`,
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return {
    ...((await response.json()) as { code: string; data: T }),
    cookies: response.headers.getSetCookie(),
    http: response.status,
  }
}

/** Sealed to the key that this gateway serves. */
async function sealed(
  gateway: Gateway,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ bodyCiphertext: string }> {
  const { gatewaySignConfig } = (
    await call<{ gatewaySignConfig: { serverPublicKey: string } }>(
      gateway,
      '/v1/mix/config/gatewaySignConfig',
    )
  ).data
  const publicKey = createPublicKey({
    key: Buffer.from(gatewaySignConfig.serverPublicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  return { bodyCiphertext: encryptFields(fields, publicKey) }
}

async function register(gateway: Gateway, email: string): Promise<string> {
  const { bizId, geetestId } = (
    await call<{ bizId: string; geetestId: string }>(
      gateway,
      '/v1/security/policy/captcha/get-captcha-id',
      { scene: 'register' },
    )
  ).data
  const { lotNumber, work } = (
    await call<{ lotNumber: string; work: Challenge }>(gateway, '/v1/captcha/reference/load', {
      captchaId: geetestId,
    })
  ).data
  const { pass } = (
    await call<{ pass: object }>(gateway, '/v1/captcha/reference/verify', {
      lotNumber,
      work: await solveChallenge({ challenge: work, deriveKey }),
    })
  ).data
  await call(gateway, '/v1/security/policy/captcha/check-captcha', {
    captchaType: 3,
    captchaValidate: Buffer.from(JSON.stringify(pass)).toString('base64'),
  })
  await call(gateway, '/v1/user/message/sendCode', { scene: 'register', email, bizId })
  const [letter] = (
    await call<{ code: string }[]>(gateway, `/v1/dev/mailbox?to=${encodeURIComponent(email)}`)
  ).data
  const answer = await call<{ userInfo: { userId: string } }>(gateway, '/v1/user/register/email', {
    bizId,
    ...(await sealed(gateway, { email, emailCode: letter?.code, pwd: 'correct horse 7' })),
  })
  expect(answer.code).toBe('0')
  return answer.data.userInfo.userId
}

/** Sockets of a page on each address of this machine: a stop must not wait for them. */
async function listen({ url }: Gateway): Promise<void> {
  const sockets = ['localhost', '127.0.0.1'].map(
    (host) =>
      new WebSocket(`${url.replace('http:', 'ws:').replace('localhost', host)}/v1/market/stream`),
  )
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.on('open', resolve))))
}

/** What it prints and leaves behind when it ends by `signal`. */
async function endsInOrder(gateway: Gateway, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  await listen(gateway)
  gateway.child.kill(signal)
  // As Ctrl-C does under `npm start`: from the terminal, and passed on a moment later.
  await new Promise((resolve) => setTimeout(resolve, 50))
  gateway.child.kill(signal)
  // A stop that outlasts its limit ends with 1.
  expect(await gateway.ended).toBe(0)
  expect(gateway.lines).toContain(`Stopping on ${signal} …`)
  await expect(stat(path.join(dataDir, 'gateway.lock'))).rejects.toThrow()
}

describe('the gateway as a process', () => {
  const credentials = { loginName: 'survivor@example.com', pwd: 'correct horse 7' }
  const captured = { body: {}, headers: { tm: '', 'trace-id': '' } }
  let first: Gateway
  let userId: string
  beforeAll(async () => void (first = await start()), START_LIMIT)

  it('prints its URL and the demonstration account, and serves (wire 10)', async () => {
    expect(first.lines.filter((line) => /^URL: http:\/\/localhost:\d+$/.test(line))).toHaveLength(1)
    expect(first.lines.filter((line) => /^Demo account: \S+ \S+$/.test(line))).toHaveLength(1)
    for (const host of ['localhost', '127.0.0.1'])
      expect(
        (await fetch(`${first.url.replace('localhost', host)}/v1/mix/config/referral`)).status,
      ).toBe(200)
  })

  it('refuses a log-in in clear and takes the same one sealed (CR1)', async () => {
    const [, loginName, pwd] = /^Demo account: (\S+) (\S+)$/m.exec(first.lines.join('\n')) ?? []
    expect(await call(first, '/v1/user/login', { loginName, pwd })).toMatchObject({
      code: '00021',
      cookies: [],
    })
    expect(
      await call(first, '/v1/user/login', await sealed(first, { loginName, pwd })),
    ).toMatchObject({ code: '0' })
  })

  it('keeps keys and password to the owner of the folder', async () => {
    for (const file of ['identity.json', 'demo-account.json', 'gateway.lock'])
      expect((await stat(path.join(dataDir, file))).mode & 0o077).toBe(0)
  })

  it(
    'refuses a second gateway on the folder and says why',
    async () => {
      const second = await start()
      expect(await second.ended).toBe(1)
      expect(second.lines.join('\n')).toMatch(/data folder is in use by process \d+/)
    },
    START_LIMIT,
  )

  describe('killed with -9 after a registration and a log-in, and started again', () => {
    let second: Gateway
    let identity: string
    beforeAll(async () => {
      userId = await register(first, credentials.loginName)
      captured.body = await sealed(first, credentials)
      const tm = String(Date.now())
      captured.headers = { tm, 'trace-id': `w${tm}0a1b2c3d4e5` }
      expect(await call(first, '/v1/user/login', captured.body, captured.headers)).toMatchObject({
        code: '0',
      })
      identity = await readFile(path.join(dataDir, 'identity.json'), 'utf8')
      first.child.kill('SIGKILL')
      await first.ended
      second = await start()
    }, 2 * START_LIMIT)

    it('has its identity and the demonstration account as before', async () => {
      expect(await readFile(path.join(dataDir, 'identity.json'), 'utf8')).toBe(identity)
      const demo = (gateway: Gateway) =>
        gateway.lines.find((line) => line.startsWith('Demo account'))
      expect(demo(second)).toBe(demo(first))
    })

    it('has the account that was acknowledged, and opens sessions for it', async () => {
      const login = await call<{ userInfo: { userId: string } }>(
        second,
        '/v1/user/login',
        await sealed(second, credentials),
      )
      expect(login).toMatchObject({ code: '0', data: { userInfo: { userId } } })
      const cookie = login.cookies.map((line) => line.split(';', 1)[0]).join('; ')
      // The session admits to private routes; that one must be signed is the next check.
      expect(
        await call(second, '/v1/user/overview/userinfo', undefined, { cookie, 'x-realm': 'live' }),
      ).toMatchObject({ code: '00020' })
    })

    it('takes the captured log-in for what it is', async () => {
      expect(await call(second, '/v1/user/login', captured.body, captured.headers)).toMatchObject({
        code: '00022',
      })
    })

    it(
      'ends in order on SIGTERM, who is still listening',
      () => endsInOrder(second, 'SIGTERM'),
      START_LIMIT,
    )
  })

  it(
    'takes the next free port unless STRICT_PORT, and ends on SIGINT',
    async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => other.once('listening', resolve))
      const { port } = other.address() as AddressInfo
      const gateway = await start({ PORT: String(port) })
      expect(gateway.lines).toContain(`Port ${port} is taken; trying ${port + 1}.`)
      expect(gateway.url).not.toContain(`:${port}`)
      await endsInOrder(gateway, 'SIGINT')
      const strict = await start({ PORT: String(port), STRICT_PORT: '1' })
      expect(await strict.ended).toBe(1)
      expect(strict.lines.join('\n')).toContain(
        `Port ${port} is taken. Stop what uses it, or set PORT to another one.`,
      )
      // What had begun to trade has ended before its journal and its database.
      expect(strict.lines.filter((line) => line.includes(' error '))).toEqual([])
      other.close()
    },
    2 * START_LIMIT,
  )

  it(
    'offers no mailbox, certificate, route list or demonstration account in production',
    async () => {
      await killAll()
      const bare = { GATEWAY_MODE: 'production', ALLOW_PLAINTEXT_LOGIN: '1' }
      const refused = await start(bare)
      expect(await refused.ended).toBe(1)
      const risks = /^To start in spite of it: ACCEPTED_RISKS=(\S+)$/m
      const accepted = risks.exec(refused.lines.join('\n'))?.[1] ?? ''
      expect(accepted).toContain('embedded-database,invented-market,no-mail,clear-passwords')
      const gateway = await start({ ...bare, ACCEPTED_RISKS: accepted })
      expect(gateway.lines.some((line) => line.startsWith('Demo account'))).toBe(false)
      // SL4: what a demonstration may do and money may not.
      for (const warning of [
        'The embedded database does not sync its files',
        'The market is generated or a recording',
        'Passwords may come in clear',
      ])
        for (const begin of ['Warning: ', ' warn '])
          await expect
            .poll(() => gateway.lines.filter((line) => ` ${line}`.includes(`${begin}${warning}`)))
            .toHaveLength(1)
      for (const url of [
        '/v1/dev/mailbox?to=a@b.cd',
        '/v1/mix/config/issuerCertificate',
        '/v1/dev/openapi.json',
        '/v1/dev/openapi',
      ])
        expect((await fetch(gateway.url + url)).status).toBe(404)
      await killAll()
    },
    START_LIMIT,
  )

  it.each([
    [{ PORT: 'http' }, 'PORT is "http"; it must be a number from 0 to 65535.'],
    [{ GATEWAY_MODE: 'test' }, 'GATEWAY_MODE is "test"; it must be development or production.'],
    [{ MARKET_SOURCE: 'moon' }, 'MARKET_SOURCE is "moon"'],
  ])(
    'ends with a clear message for %o',
    async (environment, message) => {
      const gateway = await start(environment)
      expect(await gateway.ended).toBe(1)
      expect(gateway.lines.join('\n')).toContain(message)
    },
    START_LIMIT,
  )
})
