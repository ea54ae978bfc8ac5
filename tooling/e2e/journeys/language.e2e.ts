import { brotliCompressSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, login, test } from '../fixtures.ts'
import { navigateTo } from '../inspectAccessibility.ts'
import { inspectTexts } from '../inspectTexts.ts'
import { textOf } from '../trading.ts'
import { untilComplete } from '../unfinished.ts'

/**
 * The bar of a language on one route: the app's texts, the widgets' and those of failed requests.
 */
const LIMIT_BYTES = 12 * 1024
const LANGUAGES = [
  'bg',
  'en',
  'asia',
  'en-GB',
  'ja',
  'vi',
  'ru',
  'es',
  'tr',
  'it',
  'fr',
  'de',
  'zh-CN',
  'zh-TW',
  'zh-TC',
  'pt',
  'id',
  'th',
  'pl',
  'uk',
  'pt-PT',
  'es-ES',
  'uz',
  'ar',
  'ph',
  'es-AR',
]
/** Those that a document is loaded in; the others follow in place. */
const LOADED = ['bg', 'ja', 'zh-TW', 'ar']

test('keeps address and draft when the language changes, for all 26 languages', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.goto(`${url}/en/login?from=%2Fasset#form`)
  const name = page.getByRole('textbox').first()
  await name.fill('half a na')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))

  const scripts: Promise<{ path: string; size: number }>[] = []
  const measure = (response: Response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(
        response.body().then((body) => ({
          path: new URL(response.url()).pathname,
          size: brotliCompressSync(body).length,
        })),
      )
  }
  page.on('response', measure)
  await page.getByRole('banner').getByRole('button', { name: 'Language' }).click()
  const list = page.getByRole('dialog', { name: 'Language' })
  await expect(list.getByRole('link')).toHaveCount(LANGUAGES.length)
  await expect(list.getByRole('link', { name: '日本語' })).toHaveAttribute('lang', 'ja')
  await expect(list.getByRole('link', { name: 'العربية' })).toHaveAttribute('dir', 'rtl')
  // The popup's code does not count for the language.
  await Promise.all(scripts)
  scripts.length = 0

  await list.getByRole('searchbox').fill('germ')
  await expect(list.getByRole('link')).toHaveText(['Deutsch'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/de/login?from=%2Fasset#form`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle(/ \| Tidemark$/)
  await expect(name).toHaveValue('half a na')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)

  await page.waitForLoadState('networkidle').catch(() => undefined)
  // A script on its way has no body any more once the page is left.
  page.off('response', measure)
  // What writes the document's head comes with the first step in any language, and what computes
  // the fingerprint after half a minute: neither is a part of one.
  const loaded = (await Promise.all(scripts)).filter(
    ({ path }) => !/\/(?:updateDocumentHead|fingerprintJs)-/.test(path),
  )
  const size = loaded.reduce((sum, { size: one }) => sum + one, 0)
  console.log(`A language: ${(size / 1024).toFixed(1)} KB brotli in ${loaded.length} files`)
  expect(loaded.map(({ path }) => path).filter((path) => !/\/de-[\w-]+\.js$/.test(path))).toEqual(
    [],
  )
  expect(size).toBeLessThanOrEqual(LIMIT_BYTES)

  // The current language is scrolled into view.
  await page.goto(`${url}/ar/login`)
  await page
    .getByRole('banner')
    .getByRole('button', { name: textOf('shell.language', { language: 'ar' }) })
    .click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'العربية' })).toBeInViewport({
    ratio: 1,
  })
  expect(consoleErrors).toEqual([])
})

test('serves each language with its own head and texts', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  const titles = new Set<string>()
  for (const language of LANGUAGES) {
    const html = await (
      await page.request.get(`${url}/${language}/markets`, { headers: { accept: 'text/html' } })
    ).text()
    expect(html, language).toContain(`<link rel="canonical" href="${url}/${language}/markets" />`)
    expect(html.match(/rel="alternate" hreflang/g), language).toHaveLength(26)
    expect(html, language).not.toContain('__X_')
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
    titles.add(title)
    // A page that loads and one whose language changes fetch the same texts.
    if (LOADED.includes(language)) await page.goto(`${url}/${language}/markets`)
    else await navigateTo(page, `/${language}/markets`)
    const root = page.locator('html')
    await expect(root).toHaveAttribute('lang', /<html[^>]* lang="(.*?)"/.exec(html)?.[1] ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect
      .poll(async () => (await page.title()).replaceAll('’', "'"), language)
      .toBe(title.replaceAll('’', "'"))
    await expect(root).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
  }
  // Variants of a language may share a text; languages may not.
  expect(titles.size).toBeGreaterThanOrEqual(18)
  expect(consoleErrors).toEqual([])
})

test('redirects to the browser’s language and explains missing JavaScript in it', async ({
  browser,
  gateway: { url },
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'ja-JP' })
  const page = await context.newPage()
  await page.goto(`${url}/markets`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  expect(await page.locator('noscript').innerText()).toMatch(/JavaScript.*\p{Script=Katakana}/u)
  await context.close()
})

test('updates title, canonical address and alternate languages with the page', async ({
  page,
  gateway: { url },
}) => {
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await expect(page).toHaveTitle(/^[\d,]+\.\d+ BTC\/USDT spot trading \| Tidemark$/)
  await page.getByRole('navigation').getByRole('link', { name: 'Markets' }).first().click()
  await expect(page).toHaveTitle('Markets: live prices and 24-hour changes | Tidemark')
  // The document head is updated too, without a reload.
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${url}/en/markets`)
  await expect(page.locator('link[rel=alternate][hreflang=ja]')).toHaveAttribute(
    'href',
    `${url}/ja/markets`,
  )
  await expect(page.locator('link[rel=alternate][hreflang]')).toHaveCount(26)
})

test('changes the theme within 400 ms and in all tabs (spec 9)', async ({
  page,
  context,
  gateway: { url },
  consoleErrors,
}) => {
  await page.goto(`${url}/ja/markets`)
  const other = await context.newPage()
  await other.goto(`${url}/ja/markets`)
  await expect(other.getByRole('heading', { level: 1 })).toBeAttached()
  const root = page.locator('html')
  const settings = page
    .getByRole('banner')
    .getByRole('button')
    .filter({ has: page.locator('svg.lucide-settings-2, svg.lucide-sliders-horizontal') })
  await settings.click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('switch').first().click()
  await expect(root).toHaveAttribute('data-theme', 'light')
  const longest = await page.evaluate(() =>
    Math.max(
      ...document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
      0,
    ),
  )
  expect(longest).toBeLessThanOrEqual(400)
  await panel.getByRole('radio').nth(1).check()
  await panel.getByRole('radio').last().check()
  await expect(root).toHaveAttribute('data-palette', 'safe')
  await expect(root).toHaveAttribute('data-updown', 'red-up')
  for (const [name, value] of [
    ['data-palette', 'safe'],
    ['data-updown', 'red-up'],
    ['data-theme', 'light'],
  ] as const)
    await expect(other.locator('html')).toHaveAttribute(name, value)
  await page.reload()
  await expect(root).toHaveAttribute('data-palette', 'safe')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => (document.documentElement.dataset['themeChanging'] = ''))
  expect(
    await page.evaluate(() => getComputedStyle(document.body).transitionDuration),
  ).not.toContain('0.4s')
  expect(consoleErrors).toEqual([])
})

test('isolates signed numbers and Latin names in Arabic text (locale Messages)', async ({
  page,
  gateway: { url, demo },
}) => {
  const bare = new Set<string>()
  let texts = 0
  const look = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(`${url}/ar${path}`)
      await untilComplete(page)
      const seen = await inspectTexts(page)
      texts += seen.texts.length
      for (const one of seen.bare) bare.add(`${path || '/'}: ${one}`)
    }
  }
  await look(['', '/login', '/spot/BTCUSDT'])
  await login(page, { url, loginName: demo.loginName, password: demo.password, language: 'ar' })
  await look(['/spot/BTCUSDT', '/asset', '/record/exchange', '/account/setting'])
  // The check finds both kinds of fault.
  expect([...bare]).toEqual([])
  await page.evaluate(() => {
    const line = (...parts: (string | Node)[]) =>
      document
        .querySelector('main')
        ?.appendChild(document.createElement('p'))
        .append(...parts)
    const name = (tag: 'b' | 'bdi') =>
      Object.assign(document.createElement(tag), { textContent: 'BTC' })
    line('تغيّر -5 اليوم')
    line('اشترِ ', name('b'), ' الآن')
    line('اشترِ ', name('bdi'), ' الآن')
  })
  expect((await inspectTexts(page)).bare).toHaveLength(2)
  expect(texts).toBeGreaterThan(300)
})
