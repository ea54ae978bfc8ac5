import { build } from 'esbuild'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceId } from './createDeviceId.ts'
import { fakeToken } from './testing.ts'
import { DEVICE_TOKEN_PATH } from './wire.ts'

/**
 * The device id in real tabs of a real Chromium: one context is one browser, whose pages share
 * local storage, cookies, Web Locks and channels. The device service is a server that counts
 * requests.
 */
const executablePath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file && existsSync(file))
const HOUR = 3_600_000

const PAGE = `
  import { createDeviceId } from './exports/index.ts'
  import { browserPorts } from '@x/kit/browser'
  window.errors = []
  addEventListener('error', (event) => errors.push(String(event.message)))
  addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)))
  const area = {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => localStorage.setItem(key, value),
    remove: (key) => localStorage.removeItem(key),
    keys: () => Object.keys(localStorage),
    subscribe(listener) {
      const notify = ({ key, newValue }) => key !== null && listener({ key, value: newValue })
      addEventListener('storage', notify)
      return () => removeEventListener('storage', notify)
    },
  }
  const jar = {
    get(name) {
      const pairs = document.cookie.split('; ')
      return pairs.find((pair) => pair.startsWith(name + '='))?.slice(name.length + 1) ?? null
    },
    set: (name, value) => { document.cookie = name + '=' + value + '; path=/' },
    remove: (name) => { document.cookie = name + '=; path=/; max-age=0' },
  }
  window.reports = []
  window.openDevice = ({ locks = true } = {}) => {
    const ports = browserPorts()
    window.device = createDeviceId({
      ...ports, ...(locks ? {} : { locks: undefined }),
      storage: area, cookies: jar, appId: 'test',
      reporter: { report: ({ kind }) => reports.push(kind) },
      collectFingerprint: async () => 'f'.repeat(32),
      transport: {
        async fetchToken({ appId, signal }) {
          const answer = await fetch('${DEVICE_TOKEN_PATH}?appId=' + appId, { signal })
          if (!answer.ok) throw new Error('HTTP ' + answer.status)
          return answer.text()
        },
      },
    })
    device.start()
  }
`

declare global {
  var openDevice: (options?: { locks?: boolean }) => void
  var device: DeviceId
  var errors: string[]
  var reports: string[]
}

/** Response delay of the n-th request; Infinity hangs. */
let delayOf: (request: number) => number
let requests = 0
let inFlight = 0
let mostInFlight = 0

let server: Server
let browser: Browser
let context: BrowserContext
let origin = ''

beforeAll(async () => {
  const bundle = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    conditions: ['x-source'],
    write: false,
  })
  const script = (bundle.outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script')
  const page = `<!doctype html><title>tab</title><script>${script}</script>`
  server = createServer((request, response) => {
    if (request.url?.startsWith(DEVICE_TOKEN_PATH)) {
      const n = requests++
      mostInFlight = Math.max(mostInFlight, ++inFlight)
      response.on('close', () => inFlight--)
      const delay = delayOf(n)
      if (Number.isFinite(delay))
        setTimeout(
          () =>
            response
              .writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
              .end(fakeToken(n)),
          delay,
        )
      return
    }
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        request.url === '/frame'
          ? '<!doctype html><iframe sandbox="allow-scripts" src="/"></iframe>'
          : page,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath ? { executablePath } : {}),
  })
})

beforeEach(async () => {
  requests = inFlight = mostInFlight = 0
  delayOf = () => 300
  context = await browser.newContext()
})
afterEach(() => context.close())

afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

async function openTabs(count: number): Promise<Page[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const page = await context.newPage()
      await page.goto(origin)
      return page
    }),
  )
}
const start = (pages: readonly Page[], options: { locks?: boolean } = {}) =>
  Promise.all(pages.map((page) => page.evaluate((given) => openDevice(given), options)))
/**
 * Waits until each page has had the lock and a response of the server, so every earlier request has
 * been sent. Does not advance any clock.
 */
const allAsked = async (pages: readonly Page[]) => {
  for (let round = 0; round < 2; round++)
    await Promise.all(
      pages.map((page) =>
        page.evaluate(
          async (name) => navigator.locks.request(name, async () => (await fetch('/')).text()),
          crypto.randomUUID(),
        ),
      ),
    )
}
const tokensOf = (pages: readonly Page[]) =>
  Promise.all(pages.map((page) => page.evaluate(async () => (await device.ready())?.token)))

describe('eight tabs of one Chromium', () => {
  it('share one request, one token and one terminal code (D7, D18)', async () => {
    const pages = await openTabs(8)
    await start(pages)
    expect(await tokensOf(pages)).toEqual(Array.from({ length: 8 }, () => fakeToken(0)))
    // Up to eight codes may be generated at once; the stored one reaches every tab by event.
    const codes = () => Promise.all(pages.map((page) => page.evaluate(() => device.terminalCode())))
    await expect.poll(async () => new Set(await codes()).size).toBe(1)
    expect(await pages[0]?.evaluate(() => localStorage.getItem('x:terminalCode'))).toBe(
      (await codes())[0],
    )
    // A ninth tab and a reload use the stored values.
    const late = await openTabs(1)
    await late[0]?.reload()
    await start(late)
    expect(await tokensOf(late)).toEqual([fakeToken(0)])
    for (const page of pages) await page.evaluate(() => dispatchEvent(new Event('focus')))
    await allAsked(pages)
    expect([requests, mostInFlight]).toEqual([1, 1])
    expect(
      await pages[0]?.evaluate(() => [document.cookie.includes('dy_token='), errors, reports]),
    ).toEqual([true, [], []])
  })

  it('send at most 2 concurrent requests without Web Locks (D7)', async () => {
    const pages = await openTabs(8)
    await start(pages, { locks: false })
    const tokens = await tokensOf(pages)
    expect(mostInFlight).toBeLessThanOrEqual(2)
    expect(requests).toBeLessThanOrEqual(2)
    expect(tokens.every((token) => token?.length === 40)).toBe(true)
  })

  it('request from another tab when the requesting tab closes (D8)', async () => {
    delayOf = (n) => (n === 0 ? Number.POSITIVE_INFINITY : 50)
    const pages = await openTabs(3)
    const asking = new Promise<Page>((resolve) =>
      pages.forEach((page) =>
        page.on('request', (request) => request.url().includes(DEVICE_TOKEN_PATH) && resolve(page)),
      ),
    )
    await start(pages)
    const first = await asking
    await first.close()
    const rest = pages.filter((page) => page !== first)
    expect(await tokensOf(rest)).toEqual([fakeToken(1), fakeToken(1)])
    expect(requests).toBe(2)
  })

  it('reset together, and a disposed tab releases its lock (D19, D20)', async () => {
    const pages = await openTabs(2)
    await start(pages)
    await tokensOf(pages)
    await pages[0]?.evaluate(() => device.reset())
    await pages[1]?.waitForFunction(() => device.peek() === undefined)
    expect(await pages[1]?.evaluate(() => [Object.keys(localStorage), document.cookie])).toEqual([
      [],
      '',
    ])
    for (const page of pages) await page.evaluate(() => device.dispose())
    expect(await pages[0]?.evaluate(async () => (await navigator.locks.query()).held)).toEqual([])
  })
})

describe('clocks of a real browser', () => {
  it.each([
    [12, 1],
    [-12, 1],
  ])('sends at most one extra request when set %i hours off (D10)', async (hours, more) => {
    delayOf = () => 20
    await context.clock.install()
    const pages = await openTabs(2)
    await start(pages)
    await context.clock.runFor(1000)
    expect(await tokensOf(pages)).toEqual([fakeToken(0), fakeToken(0)])
    for (const page of pages) await page.clock.setSystemTime(Date.now() + hours * HOUR)
    for (let round = 0; round < 3; round++) {
      for (const page of pages) await page.evaluate(() => dispatchEvent(new Event('focus')))
      await context.clock.runFor(1000)
      await allAsked(pages)
    }
    expect(requests).toBeLessThanOrEqual(1 + more)
    const readings = await Promise.all(pages.map((page) => page.evaluate(() => device.peek())))
    expect(readings.map((reading) => reading?.kind)).toEqual(['success', 'success'])
  })
})

describe('storage that is denied', () => {
  it('provides the token with one report in an opaque-origin frame (D11)', async () => {
    const page = await context.newPage()
    const uncaught: unknown[] = []
    page.on('pageerror', (error) => uncaught.push(error))
    await page.goto(`${origin}/frame`)
    const frame = page.frames()[1]
    if (!frame) throw new Error('the page has no frame')
    await frame.waitForFunction(() => 'openDevice' in window)
    const denied = await frame.evaluate(async () => {
      const outcome = (run: () => unknown) => {
        try {
          run()
          return 'works'
        } catch (error) {
          return (error as Error).name
        }
      }
      return [
        outcome(() => localStorage.length),
        outcome(() => document.cookie),
        navigator.cookieEnabled,
      ]
    })
    expect(denied.slice(0, 2)).toEqual(['SecurityError', 'SecurityError'])
    await frame.evaluate(() => openDevice())
    expect(await frame.evaluate(() => device.tokenFor('/v1/user/login'))).toBe(fakeToken(0))
    const code = await frame.evaluate(() => device.terminalCode())
    expect(code).toMatch(/^[0-9a-f]{32}$/)
    expect(await frame.evaluate(() => [device.terminalCode(), errors, reports])).toEqual([
      code,
      [],
      ['storage-memory-mode'],
    ])
    expect([requests, uncaught]).toEqual([1, []])
  })
})
