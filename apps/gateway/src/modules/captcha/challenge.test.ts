import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { derivedSecret } from '../../platform/signing/derivedSecret.ts'
import { testIdentity } from '../../testing/testIdentity.ts'
import { nodeClock } from '../../platform/nodePorts.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { buildChallengeScript } from './challengeScript.ts'
import { RANGE, placeOf } from './puzzle/geometry.ts'

/** A page under the app's own policy that asks for the challenge as the captcha package does. */
const PAGE = `<!doctype html><html lang="en" data-theme="dark"><head><meta charset="utf-8">
<title>Challenge</title><script type="application/json" id="x-config">__X_CONFIG__</script></head>
<body><main><h1>Challenge</h1><button id="open">Open</button></main><script nonce="__CSP_NONCE__">
window.events = []
document.addEventListener('securitypolicyviolation', (event) =>
  events.push('violation ' + event.effectiveDirective))
const { captchaScript } = JSON.parse(document.getElementById('x-config').textContent)
const urls = trustedTypes.createPolicy('x-captcha', { createScriptURL: (url) => url })
const post = (url, body) => fetch(url, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
}).then((answer) => answer.json())
const parameters = new URLSearchParams(location.search)
document.documentElement.dataset.theme = parameters.get('theme') || 'dark'
document.getElementById('open').onclick = async () => {
  const { data } = await post('/v1/security/policy/captcha/get-captcha-id', { scene: 'register' })
  const script = Object.assign(document.createElement('script'), {
    src: urls.createScriptURL(captchaScript.src),
    integrity: captchaScript.integrity,
  })
  script.onerror = () => events.push('script failed')
  script.onload = () => initGeetest4({
    captchaId: data.geetestId,
    product: 'bind',
    language: parameters.get('language') || 'eng',
    timeout: 600_000,
  }, (captcha) => {
    window.captcha = captcha
    captcha
      .onReady(() => (events.push('ready'), captcha.showCaptcha()))
      .onFail(() => events.push('fail'))
      .onClose(() => events.push('close'))
      .onError((error) => events.push('error ' + error.code))
    captcha.onSuccess(async () => {
      events.push('success')
      window.checked = await post('/v1/security/policy/captcha/check-captcha', {
        captchaType: 3,
        captchaValidate: btoa(JSON.stringify(captcha.getValidate())),
        scene: 'register',
        bizId: data.bizId,
      })
    })
  })
  document.head.append(script)
}
</script></body></html>`

const SECRET = derivedSecret(testIdentity, 'captcha')
const executablePath =
  process.env['CHROMIUM_SHELL'] ??
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
    existsSync(file),
  )

let gateway: TestGateway
let browser: Browser
/**
 * One for all tests, so that a page finds its script compiled; nothing of a challenge is kept in a
 * browser.
 */
let context: BrowserContext
let page: Page
let origin = ''
let webRoot = ''
/** The same page on another port, its calls and its script led to the gateway. */
let foreign = ''
let foreignSite: Server

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'challenge-'))
  await writeFile(path.join(webRoot, 'index.html'), PAGE)
  gateway = await createTestGateway({
    webRoot,
    clock: nodeClock(),
    captchaWork: { cost: 50, tries: [20, 60] },
  })
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://localhost:${(gateway.app.server.address() as AddressInfo).port}`
  const { integrity } = (await buildChallengeScript()).main
  const foreignPage = PAGE.replaceAll(' nonce="__CSP_NONCE__"', '')
    .replace(
      '__X_CONFIG__',
      JSON.stringify({ captchaScript: { src: `${origin}/static/captcha/gt4.js`, integrity } }),
    )
    .replaceAll("post('/v1", `post('${origin}/v1`)
    .replace('src: urls', "crossOrigin: 'anonymous', src: urls")
  foreignSite = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(foreignPage),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => foreignSite.once('listening', resolve))
  foreign = `http://localhost:${(foreignSite.address() as AddressInfo).port}/`
  browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    ...(executablePath ? { executablePath } : {}),
  })
  context = await browser.newContext()
})
afterAll(async () => {
  await browser.close()
  foreignSite.close()
  await gateway.stop()
  await rm(webRoot, { recursive: true, force: true })
})
afterEach(async () => {
  expect(await context.cookies()).toEqual([])
  await page.close()
})

/**
 * Opens the challenge and answers how far the piece has to go: what a person sees, a test has to
 * know.
 */
async function open(query = '', { width = 1280, height = 800 } = {}): Promise<number> {
  page = await context.newPage()
  await page.setViewportSize({ width, height })
  await page.goto(`${origin}/${query}`)
  const loaded = page.waitForResponse('**/reference/load')
  await page.getByRole('button', { name: 'Open' }).click()
  const { data } = (await (await loaded).json()) as { data: { lotNumber: string } }
  await expect.poll(events).toContain('ready')
  return placeOf(`${SECRET.toString('hex')}:${data.lotNumber}`).x
}
const events = () => page.evaluate<string[]>('events')
/** What a busy machine may take over a step; a sound one needs milliseconds. */
const expectPassed = () =>
  expect.poll(() => page.evaluate('window.checked')).toMatchObject({ code: '00000' })

describe('captcha C13, C14: the reference challenge in a browser', () => {
  it('is solved with the keyboard alone, under the app’s content policy', async () => {
    const x = await open()
    const slider = page.getByRole('slider', { name: 'Position of the piece' })
    await expect
      .poll(() =>
        slider.evaluate(
          (element) => element === (element.getRootNode() as ShadowRoot).activeElement,
        ),
      )
      .toBe(true)
    for (let step = 0; step < x; step++) await page.keyboard.press('ArrowRight')
    expect(await slider.getAttribute('aria-valuetext')).toBe(`${x} of ${RANGE}`)
    await page.keyboard.press('Enter')
    await expectPassed()
    expect(await events()).toEqual(['ready', 'success'])
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it.each([
    ['', 1280],
    ['?language=ara', 390],
    ['', 320],
  ])('is solved with the pointer (%s at %d px)', async (query, width) => {
    const x = await open(query, { width, height: 700 })
    const slider = page.getByRole('slider')
    const box = (await slider.boundingBox())!
    const thumb = 48
    const middle = box.y + box.height / 2
    await page.mouse.move(box.x + thumb / 2, middle)
    await page.mouse.down()
    // Towards the gap by eye: look where the piece is, move on.
    for (let step = 1; step <= 12; step++)
      await page.mouse.move(
        box.x + thumb / 2 + (x / RANGE) * (box.width - thumb) * (step / 12),
        middle + (step % 3),
      )
    await page.mouse.up()
    await expectPassed()
    expect(await events()).toEqual(['ready', 'success'])
  })

  it('is passed without the puzzle by a calculation in workers', async () => {
    await open()
    await page.getByRole('button', { name: 'Verify without the puzzle' }).click()
    await expectPassed()
    expect(await events()).toEqual(['ready', 'success'])
  })

  it('replaces a missed picture, and after five asks for the calculation', async () => {
    await open()
    const status = () => page.getByRole('status').textContent()
    for (let time = 1; time <= 5; time++) {
      await page.getByRole('slider').focus()
      // One step from the start is never the place.
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await events()).length).toBe(1 + time)
      await expect.poll(status).toBe('That did not fit. Here is another picture.')
    }
    await page.getByRole('slider').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(status).toBe('Too many tries with the puzzle. Please verify without it.')
    await page.getByRole('button', { name: 'Verify without the puzzle' }).click()
    await expectPassed()
    expect(await events()).toEqual(['ready', 'fail', 'fail', 'fail', 'fail', 'fail', 'success'])
  })

  it.each(['puzzle', 'calculation'])('works by %s for a page of another origin', async (way) => {
    page = await context.newPage()
    await page.goto(foreign)
    const loaded = page.waitForResponse('**/reference/load')
    await page.getByRole('button', { name: 'Open' }).click()
    const { data } = (await (await loaded).json()) as { data: { lotNumber: string } }
    await expect.poll(events).toContain('ready')
    if (way === 'puzzle') {
      await page.getByRole('slider').focus()
      for (let step = placeOf(`${SECRET.toString('hex')}:${data.lotNumber}`).x; step > 0; step--)
        await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    } else {
      await page.getByRole('button', { name: 'Verify without the puzzle' }).click()
    }
    await expectPassed()
    expect(await events()).toEqual(['ready', 'success'])
  })

  it.each(['Escape', 'Close'])('%s closes it, restores focus, and it can reopen', async (way) => {
    await open()
    await (way === 'Escape'
      ? page.keyboard.press('Escape')
      : page.getByRole('button', { name: 'Close' }).click())
    await expect.poll(events).toEqual(['ready', 'close'])
    expect(await page.evaluate('document.activeElement.id')).toBe('open')
    expect(await page.evaluate('captcha.getValidate()')).toBe(false)
    await page.evaluate('void captcha.showCaptcha()')
    await expect.poll(events).toEqual(['ready', 'close', 'ready'])
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  it('keeps the focus inside while it is open', async () => {
    await open()
    for (let press = 0; press < 14; press++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate<boolean>(
          'document.activeElement === document.body || document.activeElement.shadowRoot !== null',
        ),
      ).toBe(true)
    }
  })

  it('leaves nothing behind when it is destroyed', async () => {
    await open()
    await page.evaluate('captcha.destroy()')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.waitForTimeout(50)
    expect(await events()).toEqual(['ready'])
  })

  it('reports that it cannot be loaded', async () => {
    page = await context.newPage()
    await page.goto(origin)
    await page.route('**/reference/load', (route) =>
      route.fulfill({ json: { code: '42901', status: 'error', msg: 'busy', data: null } }),
    )
    await page.getByRole('button', { name: 'Open' }).click()
    await expect.poll(events).toEqual(['error 42901'])
  })

  it.each([
    ['?theme=dark', 'en', 'ltr'],
    ['?theme=light&language=zho', 'zh-Hans', 'ltr'],
    ['?theme=dark&language=ara', 'ar', 'rtl'],
    ['?theme=light&language=xyz', 'en', 'ltr'],
  ])(
    'finds no axe violation in %s, with the right language',
    async (query, language, direction) => {
      await open(query, { width: 390, height: 844 })
      const dialog = page.getByRole('dialog')
      expect(await dialog.getAttribute('lang')).toBe(language)
      expect(await dialog.getAttribute('dir')).toBe(direction)
      // Evaluated by the debugger, which the content policy does not bind.
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate<{
        violations: { id: string; nodes: { html: string }[] }[]
      }>('axe.run()')
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      ).toEqual([])
      expect(await events()).toEqual(['ready'])
    },
  )
})
