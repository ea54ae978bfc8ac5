import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPolicy } from '../../../apps/gateway/src/platform/security/contentPolicy.ts'

// A real browser may be slow on a loaded machine.
vi.setConfig({ testTimeout: 60_000 })

const executablePath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file && existsSync(file))

const SCRIPT = 'globalThis.deviceSdkLoads = (globalThis.deviceSdkLoads ?? 0) + 1'
const INTEGRITY = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`
const GOOD = '/static/device.js'
const FLAKY = '/static/flaky.js'
const NEVER = '/static/never.js'

const PAGE = `
  import { collectFingerprint, createScriptSdk } from './exports/index.ts'
  import { createManualClock } from '@x/kit/testing'
  window.violations = []
  document.addEventListener('securitypolicyviolation', (event) =>
    violations.push(event.effectiveDirective + ' ' + event.sample))
  window.fingerprint = collectFingerprint
  // The app's CSP lists no Trusted Types policy for a device script; the page that has one adds it.
  const policy = location.pathname === '/sdk'
    ? trustedTypes.createPolicy('x-device', { createScriptURL: (url) => url })
    : undefined
  window.openSdk = (src, { usePolicy }) => {
    const clock = createManualClock()
    const trusted = { createScriptUrl: (url) => policy.createScriptURL(url) }
    const load = createScriptSdk({
      src, integrity: '${INTEGRITY}', clock, ...(usePolicy ? trusted : {}),
    })
    const outcome = () => load().then(() => 'loaded', (error) => error.code ?? error.name)
    const tags = () => document.querySelectorAll('script[src*="/static/"]').length
    return { clock, load, outcome, tags }
  }
`

interface OpenedSdk {
  readonly clock: { advance(ms: number): Promise<void>; pendingTimers(): number }
  readonly load: () => Promise<void>
  readonly outcome: () => Promise<string>
  readonly tags: () => number
}
declare global {
  var fingerprint: () => Promise<string>
  var openSdk: (src: string, options: { readonly usePolicy: boolean }) => OpenedSdk
  var violations: string[]
}

let server: Server
let browser: Browser
let page: Page
let origin = ''
let visits = 0
const asked: string[] = []

/**
 * The pages of a host, bundled with code splitting and served with the CSP that the gateway sends
 * with the app.
 */
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/',
    platform: 'browser',
    conditions: ['x-source'],
    write: false,
  })
  const files = new Map(outputFiles.map(({ path, text }) => [path, text]))
  server = createServer((request, response) => {
    const path = request.url ?? ''
    // The browser requests the favicon by itself.
    if (path !== '/favicon.ico') asked.push(path)
    const policy = contentPolicy({
      nonce: 'n0nce',
      host: request.headers.host ?? '',
      isHttps: false,
    })
    const serve = (type: string, text: string, headers = {}) =>
      void response.writeHead(200, { 'content-type': type, ...headers }).end(text)
    const html = (contentSecurityPolicy: string) =>
      serve(
        'text/html',
        '<!doctype html><title>page</title>' +
          '<script type="module" nonce="n0nce" src="/stdin.js"></script>',
        { 'content-security-policy': contentSecurityPolicy },
      )
    if (path === NEVER) return
    if (path === GOOD || (path === FLAKY && visits++ > 0)) return serve('text/javascript', SCRIPT)
    if (path === '/') return html(policy)
    if (path === '/sdk') return html(policy.replace('trusted-types ', 'trusted-types x-device '))
    const file = files.get(path)
    if (file === undefined) response.writeHead(404).end()
    else serve('text/javascript', file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath ? { executablePath } : {}),
  })
  page = await browser.newPage()
})

afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

const visit = async (path: string) => {
  asked.length = 0
  await page.goto(origin + path, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'openSdk' in window)
}

describe('fingerprint', () => {
  it("computes under the app's CSP without a violation, from its own chunk", async () => {
    await visit('/')
    const before = asked.length
    const [first, second] = await page.evaluate(async () => [
      await fingerprint(),
      await fingerprint(),
    ])
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
    expect(asked.slice(before)).toEqual([expect.stringMatching(/^\/fingerprintJs-.*\.js$/)])
    expect(await page.evaluate(() => violations)).toEqual([])
  })
})

describe('the script of a device service', () => {
  beforeEach(() => visit('/sdk'))

  it('loads under Trusted Types with a policy (D17)', async () => {
    const ended = await page.evaluate(async (src) => {
      const { outcome, tags, clock } = openSdk(src, { usePolicy: true })
      return { outcome: await outcome(), tags: tags(), timers: clock.pendingTimers(), violations }
    }, GOOD)
    expect(ended).toEqual({ outcome: 'loaded', tags: 1, timers: 0, violations: [] })
    expect(await page.evaluate(() => Reflect.get(globalThis, 'deviceSdkLoads'))).toBe(1)
  })

  it('rejects without the policy and leaves no tag or timer (D17)', async () => {
    const ended = await page.evaluate(async (src) => {
      const { outcome, tags, clock } = openSdk(src, { usePolicy: false })
      return {
        outcomes: [await outcome(), await outcome()],
        tags: tags(),
        timers: clock.pendingTimers(),
      }
    }, GOOD)
    expect(ended).toEqual({ outcomes: ['TypeError', 'TypeError'], tags: 0, timers: 0 })
    await page.waitForFunction(() => violations.length === 2)
    expect(asked).not.toContain(GOOD)
  })

  it('times out after 10 s and is retried by the next call (D14, D17)', async () => {
    const ended = await page.evaluate(async (src) => {
      const { clock, load, outcome, tags } = openSdk(src, { usePolicy: true })
      const first = load()
      const isShared = load() === first
      const failed = first.catch((error: { code: string }) => error.code)
      await clock.advance(9_999)
      const tagsBefore = tags()
      await clock.advance(1)
      const code = await failed
      const tagsAfter = tags()
      const again = outcome()
      const tagsAgain = tags()
      await clock.advance(10_000)
      return {
        isShared,
        code,
        tags: [tagsBefore, tagsAfter, tagsAgain, tags()],
        again: await again,
        timers: clock.pendingTimers(),
      }
    }, NEVER)
    expect(ended).toEqual({
      isShared: true,
      code: 'sdk-load',
      tags: [1, 0, 1, 0],
      again: 'sdk-load',
      timers: 0,
    })
  })

  it('loads on the next call after a failure (D17)', async () => {
    const ended = await page.evaluate(async (src) => {
      const { outcome, tags } = openSdk(src, { usePolicy: true })
      return [await outcome(), await outcome(), tags()]
    }, FLAKY)
    expect(ended).toEqual(['sdk-load', 'loaded', 1])
  })
})
