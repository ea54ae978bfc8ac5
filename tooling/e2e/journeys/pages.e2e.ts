import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext, Page, Response } from '@playwright/test'
import { measureProduct, type Script } from '../composition.ts'
import { expect, login, test } from '../fixtures.ts'
import { inspectTexts } from '../inspectTexts.ts'
import { untilComplete } from '../unfinished.ts'

/**
 * Budgets of a first load in KiB of script (brotli), with and without the chart; of the home page
 * with and without texts. Of guests the project's bars are 245 and 185; all of them may only fall
 * (docs/reference/benchmarks.md).
 */
const BARS = {
  home: { whole: 160, bare: 153 },
  guest: { whole: 242, bare: 182 },
  user: { whole: 337, bare: 277 },
  // Of the futures terminal the project has a bar with the chart alone.
  futures: { whole: 260, bare: 200 },
  // With the panel of positions, the formulas and the query cache of an account.
  futuresUser: { whole: 373, bare: 313 },
} as const

/** Where a product's screen or texts begin, each in a file of its own. */
const OF_PRODUCTS = [
  /^src\/features\/(?:copy-trading|download|earn|help|invitations|p2p|red-packets|vip)\//,
  /^src\/features\/notices\/Announcement/,
  /^src\/generated\/messages\/(?:copy|p2p|products)\//,
]
/** Calls of products: whatever file a screen is in, its calls are in it or beside it. */
const CALLS_OF_PRODUCTS = [
  'copy/follow',
  'earn/subscribe',
  'p2p/order/create',
  'redpacket/claim',
  'referral/rebates',
]

/** The most that the page of a pair may load for the sake of futures, in KiB. */
const MOST_OF_FUTURES = 1
const OF_FUTURES = [
  /^apps\/web\/src\/(?:data\/futures|features\/(?:order-ticket\/)?futures[a-z-]*)\//,
  /^apps\/web\/src\/features\/chart\/Futures/,
  /^apps\/web\/src\/generated\/messages\/futures\//,
  /^packages\/trading\/src\/futures\//,
]

/** The files of the build that only a product's page may load. */
function productFiles(): ReadonlySet<string> {
  const file = path.resolve(import.meta.dirname, '../../../apps/web/dist/.vite/manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    { readonly file: string; readonly src?: string }
  >
  return new Set(
    Object.values(manifest)
      .filter(({ src = '' }) => OF_PRODUCTS.some((places) => places.test(src)))
      .map((chunk) => chunk.file),
  )
}

test('keeps first loads small and without the products', async ({
  browser,
  page,
  gateway: { url, demo },
}) => {
  const guest = await browser.newContext()
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  const loads = [
    { bar: 'home', at: 'en', width: 1280, context: guest },
    { bar: 'home', at: 'ar', width: 390, context: guest },
    { bar: 'guest', at: 'en/spot/BTCUSDT', width: 1280, context: guest },
    { bar: 'guest', at: 'ar/spot/BTCUSDT', width: 390, context: guest },
    { bar: 'user', at: 'en/spot/BTCUSDT', width: 1280, context: page.context() },
    { bar: 'futures', at: 'en/futures/usdt/BTCUSDT', width: 1280, context: guest },
    { bar: 'futuresUser', at: 'en/futures/usdt/BTCUSDT', width: 1280, context: page.context() },
  ] as const
  const found: string[] = []
  const ofProducts = productFiles()
  expect(ofProducts.size).toBeGreaterThan(3 * 26)
  const ofFutures = measureProduct(OF_FUTURES)
  const known = new Map<string, Promise<Loaded>>()
  for (const { bar, at, width, context } of loads) {
    const isHome = bar === 'home'
    const { whole, bare, files, scripts } = await firstLoad(context, {
      address: `${url}/${at}`,
      width,
      known,
      complete: isHome ? 'main li a[href$="USDT"]' : 'canvas',
      besides: isHome ? /\/[a-z]{2,4}(?:-[A-Z]{2})?-[^/]{7}\.js$/ : /\/chart-[^/]+$/,
    })
    const without = `${bare.toFixed(1)} without the ${isHome ? 'texts' : 'chart'}`
    console.log(
      `Script of the first load, ${bar} ${at} ${width}: ${whole.toFixed(1)} KiB brotli ` +
        `in ${files} files, ${without}`,
    )
    if (whole > BARS[bar].whole || bare > BARS[bar].bare)
      found.push(`${bar} ${at} ${width}: ${whole.toFixed(1)}, ${without}`)
    const futures = ofFutures.kibOf(scripts)
    console.log(`  of it for futures alone: ${futures.toFixed(2)} KiB`)
    if (at.includes('/futures/')) expect(futures).toBeGreaterThan(MOST_OF_FUTURES)
    else if (futures > MOST_OF_FUTURES)
      found.push(`${bar} ${at} ${width}: ${futures.toFixed(2)} for futures alone`)
    for (const { name, text } of scripts)
      if (ofProducts.has(name) || CALLS_OF_PRODUCTS.some((call) => text.includes(call)))
        found.push(`${bar} ${at} ${width}: ${name} is of a product`)
  }
  await guest.close()
  expect(found).toEqual([])
})

interface Loaded extends Script {
  /** KiB, compressed by itself. */
  readonly size: number
}

async function compressed(response: Response): Promise<Loaded> {
  const body = await response.body()
  return {
    name: new URL(response.url()).pathname.slice(1),
    text: body.toString('utf8'),
    size: brotliCompressSync(body).length / 1024,
  }
}

/**
 * All script of a page that is live and has come to rest, in KiB, each file compressed by itself.
 */
async function firstLoad(
  context: BrowserContext,
  {
    address,
    width,
    complete,
    besides,
    known,
  }: {
    address: string
    width: number
    /** By address: pages share most of their files. */
    known: Map<string, Promise<Loaded>>
    /** What is on the page when it is live. */
    complete: string
    /** The files that `bare` leaves out. */
    besides: RegExp
  },
): Promise<{
  whole: number
  bare: number
  files: number
  scripts: readonly Script[]
}> {
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 844 })
  const sizes: Promise<Loaded & { readonly isBeside: boolean }>[] = []
  page.on('response', (response) => {
    const url = response.url()
    // What computes the fingerprint comes half a minute later: on a busy machine that is now.
    const isLate = url.includes('/fingerprintJs-')
    if (response.request().resourceType() !== 'script' || isLate) return
    const loaded = known.get(url) ?? compressed(response)
    known.set(url, loaded)
    sizes.push(loaded.then((file) => ({ ...file, isBeside: besides.test(url) })))
  })
  await page.goto(address)
  await expect(page.locator(complete).first()).toBeVisible()
  // The page polls and streams, so its network is never idle; its scripts are.
  for (let seen = -1; seen < sizes.length; await page.waitForTimeout(1_000)) seen = sizes.length
  const files = await Promise.all(sizes)
  await page.close()
  const sum = (list: typeof files) => list.reduce((total, { size }) => total + size, 0)
  return {
    whole: sum(files),
    bare: sum(files.filter(({ isBeside }) => !isBeside)),
    files: files.length,
    scripts: files,
  }
}

/** What moves on these pages while their lists come, at most; the header alone moves 0.007. */
const MOST_SHIFT = 0.05

test('moves nothing while pages of users load on a phone', async ({
  page,
  gateway: { url, demo },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { readonly value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const found: string[] = []
  for (const path of [
    'fee',
    'vip/vipIntroduce',
    'referral',
    'earn',
    'p2p/payments',
    'asset',
    'asset/spot',
    'asset/futures',
    'asset/margin',
    'asset/deposit',
    'asset/withdraw',
    'account/setting',
    'account/newapi',
    'record/exchange',
    'transac',
  ]) {
    await page.goto(`${url}/en/${path}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
    const shift = await page.evaluate(() =>
      (window as unknown as { shifts: readonly number[] }).shifts.reduce(
        (sum, one) => sum + one,
        0,
      ),
    )
    if (shift > MOST_SHIFT) found.push(`${path}: ${shift.toFixed(3)}`)
  }
  expect(found).toEqual([])
})

/** Every page at every width at night; at each change at two of them, at the others in Arabic. */
const IS_FULL = process.env['PAGE_VIEWS'] === 'all'
const WIDTHS = [390, 768, 1280, 2560]

/** Pages that guests see, with the footer below them. */
const PUBLIC = [
  '',
  'markets',
  'login',
  'register',
  'forgot-password',
  'download',
  'help',
  'fee',
  'vip/vipIntroduce',
  'earn',
  'redpacket',
  'referral',
  'copy-trading',
  'p2p',
  'announcements',
  'proof-of-reserves',
  'protection-fund',
]

/** The labels of tables that are wider than their place. */
const wideTables = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [data-x-part="table"]')]
      .filter((table) => table.scrollWidth > table.clientWidth + 1)
      .map((table) => `a table scrolls sideways: ${table.getAttribute('aria-label')}`),
  )

for (const language of ['de', 'ar'])
  test(`cuts off no text of a public page at any width (${language})`, async ({
    page,
    gateway: { url },
  }) => {
    const found: string[] = []
    for (const [index, path] of PUBLIC.entries()) {
      await page.goto(`${url}/${language}/${path}`)
      await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeAttached()
      const first = (index + Number(language === 'ar')) % 2
      for (const width of WIDTHS.filter((_, at) => IS_FULL || at % 2 === first)) {
        await page.setViewportSize({ width, height: 844 })
        await untilComplete(page)
        const { clipped } = await inspectTexts(page)
        for (const fault of [...clipped, ...(await wideTables(page))])
          found.push(`${path} at ${width}: ${fault}`)
      }
    }
    expect(found).toEqual([])
  })

test('refuses malformed JSON and a body over 1 MiB', async ({ page, gateway: { url } }) => {
  const post = (text: string) =>
    page.request.post(`${url}/v1/security/policy/captcha/get-captcha-id`, {
      headers: { 'content-type': 'application/json' },
      data: Buffer.from(text),
    })
  const malformed = await post('{"scene":')
  expect(malformed.status()).toBe(400)
  expect(await malformed.json()).toMatchObject({ code: '40010', status: 'error' })
  const large = await post(JSON.stringify({ scene: 'x'.repeat(1024 * 1024) }))
  expect(large.status()).toBe(413)
  expect(await large.json()).toMatchObject({ code: '1', msg: 'The request is larger than 1 MiB' })
})
