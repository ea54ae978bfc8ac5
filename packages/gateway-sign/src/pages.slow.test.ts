import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error a script without types, run by the build
import { buildStaticScript } from '../scripts/buildStatic.mjs'
import { testServerIdentity } from './testing.ts'
import type { GatewaySignEvent } from './events.ts'
import type { CreateSuite } from './fallback/createFallbackCrypto.ts'
import { clientKeys, refusals, signings } from './testing/vectors.ts'
import { servePage, UNRESPONSIVE_SCRIPT } from './testing/servePage.ts'

interface Page {
  readonly events: readonly GatewaySignEvent[]
  init(): Promise<string>
  forgetOffset(): void
  prepare(path: string, request: { body?: unknown; query?: object }): Promise<unknown>
  logIn(): Promise<{ code: string; sent: string[] }>
  order(body: string, options?: { tampered?: string }): Promise<string>
}
declare const page: Page
declare function startPage(setup: object): Promise<void>

type Served = Awaited<ReturnType<typeof servePage>>
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
    existsSync(file),
  )
const { contents: script, integrity } = await (
  buildStaticScript as () => Promise<{ contents: Uint8Array; integrity: string }>
)()
const empty = Buffer.from('void 0')
const scripts = { '/static/crypto.js': script, '/static/empty.js': empty }
const setup = { issuerCertificate: testServerIdentity.issuerCertificatePem }

let profile: string
let served: Served
let context: BrowserContext

const launch = () =>
  chromium.launchPersistentContext(profile, {
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(executablePath ? { executablePath } : {}),
  })
async function open({
  before = '',
  fallback,
}: { before?: string; fallback?: { src: string; integrity: string; timeoutMs?: number } } = {}) {
  const tab = await context.newPage()
  if (before) await tab.addInitScript(before)
  await tab.goto(served.url)
  await tab.waitForFunction('typeof startPage === "function"')
  await tab.evaluate((options) => startPage(options), fallback ? { ...setup, fallback } : setup)
  return tab
}

beforeAll(async () => {
  profile = mkdtempSync(path.join(tmpdir(), 'gs1-profile-'))
  served = await servePage({ scripts })
  context = await launch()
})
afterAll(async () => {
  await context.close()
  await served.close()
  rmSync(profile, { recursive: true, force: true })
})

describe('in a separate browser', () => {
  it('keeps the key across a browser restart (wire 8)', async () => {
    const before = await open()
    expect(await before.evaluate(() => page.logIn())).toEqual({
      code: '0',
      sent: ['bodyCiphertext'],
    })
    expect(await before.evaluate(() => page.order('{"size":"1"}'))).toBe('0')
    await context.close()
    context = await launch()
    const after = await open()
    expect(await after.evaluate(() => page.order('{"size":"2"}'))).toBe('0')
    expect(await after.evaluate(() => page.events)).toEqual([])
  })

  it('rejects and replaces tampered session storage on the next load (PROTOCOL T5)', async () => {
    const tab = await open()
    expect(await tab.evaluate(() => page.init())).toBe('verified')
    for (const change of ['"serverPublicKeySign":"A', '"clientOpen":false,"x":"']) {
      await tab.evaluate((text) => {
        const raw = sessionStorage.getItem('gatewaySignConfig') ?? ''
        sessionStorage.setItem(
          'gatewaySignConfig',
          text.startsWith('"client')
            ? raw.replace('"clientOpen":true', '"clientOpen":false')
            : raw.replace(/"serverPublicKeySign":"./, text),
        )
      }, change)
      const asked = served.requests.filter((pathname) =>
        pathname.endsWith('gatewaySignConfig'),
      ).length
      await tab.reload()
      await tab.waitForFunction('typeof startPage === "function"')
      await tab.evaluate((options) => startPage(options), setup)
      expect(await tab.evaluate(() => page.init())).toBe('verified')
      expect(await tab.evaluate(() => page.events)).toEqual([
        expect.objectContaining({ type: 'config-cache-rejected' }),
      ])
      expect(
        served.requests.filter((pathname) => pathname.endsWith('gatewaySignConfig')).length,
      ).toBe(asked + 1)
    }
  })

  it.each([12, -12])('corrects a clock %i hours off after one 00022 (wire 6)', async (hours) => {
    const tab = await open({
      before: `{ const now = Date.now; Date.now = () => now() + ${hours * 3_600_000} }`,
    })
    expect(await tab.evaluate(() => page.init())).toBe('verified')
    await tab.evaluate(() => page.forgetOffset())
    expect(await tab.evaluate(() => page.order('{"size":"3"}'))).toBe('00022')
    expect(await tab.evaluate(() => page.order('{"size":"4"}'))).toBe('0')
    expect(await tab.evaluate(() => page.events)).toEqual([
      expect.objectContaining({
        type: 'verdict',
        code: '00022',
        sampleClock: true,
        refetch: false,
      }),
    ])
  })

  it('refuses a body changed in transit (PROTOCOL T6)', async () => {
    const tab = await open()
    expect(await tab.evaluate(() => page.order('{"size":"1"}', { tampered: '{"size":"9"}' }))).toBe(
      '00021',
    )
  })
})

describe('a page that cannot load the encryption code', () => {
  const check = '/v1/user/third/google/check'

  it('sends only requests without sensitive fields (spec 5.7, wire 4)', async () => {
    const tab = await open()
    let refused = 0
    await tab.route(/encryptLoginRequest/, (route) => (refused++, route.abort()))
    const prepare = (request: { body?: unknown; query?: object }, path = check) =>
      tab.evaluate(
        ([to, what]) => page.prepare(to, what).catch((error: { code: string }) => error.code),
        [path, request] as const,
      )
    expect(await prepare({ body: { state: 's' }, query: { languageType: 0 } })).toEqual({
      state: 's',
    })
    expect(await prepare({ query: { state: 's' } })).toBeUndefined()
    expect(await tab.evaluate(() => page.events)).toEqual([])
    expect(await prepare({ body: { loginName: 'a', pwd: 'p' } }, '/v1/user/login')).toBe(
      'ENCRYPTION_UNAVAILABLE',
    )
    expect(await prepare({ query: { token: 't' } })).toBe('ENCRYPTION_UNAVAILABLE')
    expect(await prepare({ body: 'token=t' })).toBe('ENCRYPTION_UNAVAILABLE')
    // Without that code the fields of a form are unknown.
    expect(
      await tab.evaluate(
        (path) =>
          page
            .prepare(path, { body: new URLSearchParams({ state: 's' }) })
            .catch((error: { code: string }) => error.code),
        check,
      ),
    ).toBe('ENCRYPTION_UNAVAILABLE')
    expect(refused).toBeGreaterThan(0)
  })
})

describe('the fallback from the static path (spec 7.8)', () => {
  const src = '/static/crypto.js'
  const withoutSubtle =
    'Object.defineProperty(Crypto.prototype, "subtle", { get: () => undefined })'
  const brokenSubtle = 'SubtleCrypto.prototype.verify = async () => true'

  it('is not fetched where Web Crypto works', async () => {
    served.requests.length = 0
    const tab = await open({ fallback: { src, integrity } })
    expect(await tab.evaluate(() => page.init())).toBe('verified')
    expect(served.requests).not.toContain(src)
  })

  it.each([
    ['has no Web Crypto', withoutSubtle],
    ['verifies everything', brokenSubtle],
  ])(
    'signs and encrypts under a strict CSP where the platform %s (PROTOCOL T21)',
    async (_, before) => {
      served.requests.length = 0
      await context.clearCookies()
      const tab = await open({ before, fallback: { src, integrity } })
      expect(await tab.evaluate(() => page.logIn())).toEqual({
        code: '0',
        sent: ['bodyCiphertext'],
      })
      expect(await tab.evaluate(() => page.order('{"size":"5"}'))).toBe('0')
      expect(served.requests.filter((pathname) => pathname === src)).toHaveLength(1)
      expect(await tab.evaluate(() => page.events)).toEqual([{ type: 'key-kept-as-pem' }])
    },
  )

  it.each([
    ['a script that is not the one that was built', { src, integrity: `sha384-${'A'.repeat(64)}` }],
    ['a script that is not there', { src: '/static/none.js', integrity }],
    [
      'a script that leaves nothing behind',
      {
        src: '/static/empty.js',
        integrity: `sha384-${createHash('sha384').update(empty).digest('base64')}`,
      },
    ],
    ['a script that takes too long', { src: UNRESPONSIVE_SCRIPT, integrity, timeoutMs: 300 }],
    ['a script of another site', { src: 'https://scripts.example/crypto.js', integrity }],
  ])('does not run %s and sends no plain-text log-in (PROTOCOL T20)', async (_, fallback) => {
    const tab = await open({ before: `sessionStorage.clear(); ${withoutSubtle}`, fallback })
    expect(await tab.evaluate(() => page.init())).toBe('failed')
    expect(
      await tab.evaluate(() => page.logIn().catch((error: { code: string }) => error.code)),
    ).toBe('ENCRYPTION_UNAVAILABLE')
    expect(await tab.evaluate(() => page.events)).toContainEqual(
      expect.objectContaining({ type: 'config-failed', code: 'CRYPTO_UNAVAILABLE' }),
    )
  })
})

describe('the script itself in Chromium', () => {
  it('matches the vectors and accepts no forgery (wire 9)', async () => {
    const tab = await open({
      before:
        'sessionStorage.clear();' +
        'Object.defineProperty(Crypto.prototype, "subtle", { get: () => undefined })',
      fallback: { src: '/static/crypto.js', integrity },
    })
    expect(await tab.evaluate(() => page.init())).toBe('verified')
    const right = signings.filter(
      ({ algorithm }, index) => algorithm === 'rsa1024' || index % 16 === 1,
    )
    const forged = refusals
      .filter(({ name }) => name.startsWith('signature, '))
      .map(({ name, request: { headers, path: pathname, body } }) => ({
        name,
        publicKey: clientKeys[name.includes('rsa1024') ? 'client1024' : 'client2048'].publicKey,
        text: [pathname, headers['tm']?.slice(0, 8), headers['trace-id'], body].join('\n'),
        signature: headers['device-sign'] ?? '',
      }))
    const faults = await tab.evaluate(
      async ({ right: vectors, forged: forgeries }) => {
        const suite = (window as unknown as { xGatewaySignCrypto: CreateSuite }).xGatewaySignCrypto(
          { random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) } },
        )
        const wrong: string[] = []
        for (const { name, privateKeyPem, publicKey, stringToSign, md5, signature } of vectors) {
          const isRight =
            (await (await suite.importPrivateKey(privateKeyPem))(stringToSign)) === signature &&
            suite.md5Hex(stringToSign) === md5
          if (
            !isRight ||
            !(await suite.verify({
              publicKey: suite.readRsaPublicKey(publicKey)!,
              text: stringToSign,
              signature,
            }))
          )
            wrong.push(name)
        }
        for (const { name, publicKey, text, signature } of forgeries) {
          if (
            await suite.verify({ publicKey: suite.readRsaPublicKey(publicKey)!, text, signature })
          )
            wrong.push(name)
        }
        return wrong
      },
      { right, forged },
    )
    expect(right.length + forged.length).toBeGreaterThan(300)
    expect(faults).toEqual([])
  })
})

const holdsCrypto = (text: string) => /RSASSA|pkcs8|AES-CBC|SHA256|BigInt\(/.test(text)

describe('loaded cryptography', () => {
  it('is empty while signing is off (spec 4.5)', async () => {
    const off = await servePage({ config: { clientOpen: false }, scripts })
    const tab = await context.newPage()
    await tab.goto(off.url)
    await tab.waitForFunction('typeof startPage === "function"')
    await tab.evaluate((options) => startPage(options), setup)
    expect(await tab.evaluate(() => page.init())).toBe('off')
    expect(await tab.evaluate(() => page.logIn())).toMatchObject({ sent: ['loginName', 'pwd'] })
    const loaded = off.scripts()
    expect(loaded.length).toBeGreaterThan(0)
    expect(loaded.some(holdsCrypto)).toBe(false)
    expect(loaded.join('').length).toBeLessThan(20_000)

    off.settings.config = { ...off.settings.config, clientOpen: true }
    await tab.reload()
    await tab.waitForFunction('typeof startPage === "function"')
    await tab.evaluate((options) => startPage(options), setup)
    expect(await tab.evaluate(() => page.init())).toBe('verified')
    expect(off.scripts().some(holdsCrypto)).toBe(true)
    await off.close()
  })
})
