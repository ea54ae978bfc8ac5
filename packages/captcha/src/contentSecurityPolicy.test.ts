import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

// A real browser may be slow on a loaded machine.
vi.setConfig({ testTimeout: 60_000 })

/**
 * The script loader in a real Chromium under the app's CSP: nonce and strict-dynamic, Trusted Types
 * enforced, script hashes. The server serves a challenge script in five variants: valid, missing,
 * missing once, unresponsive, and without its global.
 */
const executablePath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file && existsSync(file))

const POLICY =
  "default-src 'none'; script-src 'nonce-n0nce' 'strict-dynamic'; connect-src 'self'; " +
  "base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types " +
  'captcha'
const CHALLENGE = `globalThis.initGeetest4 = (config, callback) => {
  const on = {}
  const listen = (name) => (listener) => { on[name] = listener }
  callback({
    onReady: listen('ready'), onSuccess: listen('success'),
    onError: listen('error'), onClose: listen('close'),
    showCaptcha() { on.success() },
    getValidate: () => ({ captcha_id: config.captchaId, language: config.language }),
    reset() {}, destroy() {},
  })
  queueMicrotask(() => on.ready())
}`
const INTEGRITY = `sha384-${createHash('sha384').update(CHALLENGE).digest('base64')}`

const PAGE = `
  import { browserCaptchaProvider, createCaptcha } from './exports/index.ts'
  import { createManualClock } from '@x/kit/testing'
  import { browserClock } from '@x/kit/browser'
  window.violations = []
  document.addEventListener('securitypolicyviolation', (event) =>
    violations.push(event.effectiveDirective))
  const policy = trustedTypes.createPolicy('captcha', {
    createScriptURL(url) {
      if (!url.startsWith('/static/')) throw new TypeError('not ours')
      return url
    },
  })
  window.open_ = ({ src, integrity, hurried }) => {
    const manual = createManualClock()
    const clock = hurried ? manual : browserClock()
    const provider = browserCaptchaProvider({
      src, clock, ...(integrity ? { integrity } : {}),
      createScriptUrl: (url) => policy.createScriptURL(url),
    })
    const reports = []
    const checked = []
    const captcha = createCaptcha({
      provider, clock, language: () => 'eng',
      reporter: { report: (report) => reports.push(report) },
      transport: {
        getCaptchaId: async () => ({ code: '0', data: { status: 1, bizId: 'b', geetestId: 'g' } }),
        checkCaptcha: async (parameters) => (checked.push(parameters), { code: '00000' }),
      },
    })
    return { captcha, reports, checked, manual }
  }
`

let server: Server
let browser: Browser
let page: Page
let origin = ''
let visits = 0

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
  server = createServer((request, response) => {
    if (request.url === '/static/captcha.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(CHALLENGE)
    if (request.url === '/static/empty.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end('"use strict"')
    if (request.url === '/static/never.js') return
    if (request.url === '/static/flaky.js' && visits++ > 0)
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(CHALLENGE)
    if (request.url === '/')
      return void response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY })
        .end(`<!doctype html><title>page</title><script nonce="n0nce">${script}</script>`)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath ? { executablePath } : {}),
  })
  page = await browser.newPage()
})

beforeEach(async () => {
  await page.goto(`${origin}/`, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'open_' in window)
})

afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

interface Opened {
  readonly captcha: import('./createCaptcha.ts').Captcha
  readonly reports: unknown[]
  readonly checked: import('./wire.ts').CheckParameters[]
  readonly manual: { advance(ms: number): Promise<void>; pendingTimers(): number }
}
declare global {
  var open_: (options: { src: string; integrity?: string; hurried?: boolean }) => Opened
  var violations: string[]
}

/**
 * Runs one call in the page and returns its outcome, the number of script tags left and the CSP
 * violations.
 */
const verify = (options: { src: string; integrity?: string }) =>
  page.evaluate(async (given) => {
    const { captcha, reports, checked } = open_(given)
    const outcome = await captcha.verify({ scene: 'login' }).then(
      ({ status }) => status,
      (error: { code?: string; name: string }) => error.code ?? error.name,
    )
    return {
      outcome,
      reports,
      checked,
      tags: document.querySelectorAll('script[src]').length,
      violations,
    }
  }, options)

describe("under the app's content security policy", () => {
  it('runs a whole challenge without a violation (C13)', async () => {
    const { outcome, checked, violations } = await verify({
      src: '/static/captcha.js',
      integrity: INTEGRITY,
    })
    expect(outcome).toBe('passed')
    expect(violations).toEqual([])
    expect(Buffer.from(String(checked[0]?.captchaValidate), 'base64').toString()).toBe(
      '{"captcha_id":"g","language":"eng"}',
    )
  })

  it('does not run a script whose hash differs (C13)', async () => {
    const { outcome, tags } = await verify({
      src: '/static/captcha.js',
      integrity: `sha384-${createHash('sha384').update('other').digest('base64')}`,
    })
    expect({ outcome, tags }).toEqual({ outcome: 'script-load', tags: 0 })
  })

  it('never requests an address that the Trusted Types policy rejects (C13)', async () => {
    const { outcome, tags } = await verify({ src: 'https://evil.example/captcha.js' })
    expect({ outcome, tags }).toEqual({ outcome: 'TypeError', tags: 0 })
  })
})

describe('a script that fails to load', () => {
  it.each([
    ['/static/absent.js', 'script-load'],
    ['/static/empty.js', 'script-global'],
  ])('rejects %s as %s, logs it once and removes its tag (C8)', async (src, code) => {
    expect(await verify({ src })).toMatchObject({
      outcome: code,
      tags: 0,
      reports: [{ kind: 'captcha-script', detail: { code } }],
    })
  })

  it('times out after 10 s without a response (C8)', async () => {
    const outcome = await page.evaluate(async () => {
      const { captcha, manual } = open_({ src: '/static/never.js', hurried: true })
      const failed = captcha
        .verify({ scene: 'login' })
        .catch((error: { code: string }) => error.code)
      await manual.advance(9_999)
      const tagsBefore = document.querySelectorAll('script[src]').length
      await manual.advance(1)
      return {
        code: await failed,
        tagsBefore,
        tagsAfter: document.querySelectorAll('script[src]').length,
        timers: manual.pendingTimers(),
      }
    })
    expect(outcome).toEqual({ code: 'script-timeout', tagsBefore: 1, tagsAfter: 0, timers: 0 })
  })

  it('loads on the next call of the same loader (C8)', async () => {
    const outcomes = await page.evaluate(async () => {
      const { captcha } = open_({ src: '/static/flaky.js' })
      const call = () =>
        captcha.verify({ scene: 'login' }).then(
          ({ status }) => status,
          (error: { code: string }) => error.code,
        )
      return [await call(), await call(), document.querySelectorAll('script[src]').length]
    })
    expect(outcomes).toEqual(['script-load', 'passed', 1])
  })
})
