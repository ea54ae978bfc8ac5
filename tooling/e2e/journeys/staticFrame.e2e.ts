import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** What the document shows before the app has run stands where the app draws it. */
const PAGES = [
  { at: '', shown: 'h1' },
  { at: '/markets', shown: 'main p' },
  { at: '/spot/BTCUSDT', shown: 'main p' },
  { at: '/futures/usdt/BTCUSDT', shown: 'main p' },
] as const
const LANGUAGES = ['en', 'ar'] as const
const WIDTHS = [390, 1280] as const
/** How far a heading may move when the app takes its place, in pixels. */
const NEAR = 4

const FRAME = '[data-static-frame]'

/** Holds scripts back, and the font: what is shown until both have come. */
async function withoutScripts(page: Page): Promise<void> {
  await page.route('**/*', (route) =>
    ['script', 'font'].includes(route.request().resourceType()) ? undefined : route.continue(),
  )
}

/** Where the heading of a page begins, from the edge where its text does. */
const cornerOf = (page: Page) =>
  page
    .locator('h1')
    .first()
    .evaluate((heading) => {
      const { top, left, right } = heading.getBoundingClientRect()
      return { top, start: document.dir === 'rtl' ? innerWidth - right : left }
    })

test('shows what a page is about before the app runs', async ({ context, gateway: { url } }) => {
  for (const language of LANGUAGES)
    for (const { at, shown } of PAGES) {
      const before = await context.newPage()
      await withoutScripts(before)
      await before.goto(`${url}/${language}${at}`, { waitUntil: 'commit' })
      const after = await context.newPage()
      await after.goto(`${url}/${language}${at}`)
      await expect(after.locator('header button')).not.toHaveCount(0)
      await expect(after.locator(FRAME)).toHaveCount(0)
      const text = before.locator(shown).first()
      for (const width of WIDTHS) {
        for (const page of [before, after]) await page.setViewportSize({ width, height: 844 })
        await expect(text).toBeVisible()
        const said = (await text.textContent()) ?? ''
        expect(said.length).toBeGreaterThan(8)
        if (language === 'ar') expect(said).toMatch(/\p{Script=Arabic}/u)
        if (at === '' || at === '/markets')
          // Also the styles of either may still be on the way.
          await expect(async () => {
            const [first, second] = await Promise.all([cornerOf(before), cornerOf(after)])
            const name = `${language}${at} at ${width}`
            expect(Math.abs(first.top - second.top), name).toBeLessThan(NEAR)
            expect(Math.abs(first.start - second.start), name).toBeLessThan(NEAR)
          }).toPass({ timeout: 60_000 })
      }
      for (const page of [before, after]) await page.close()
    }
})

test('follows links of the home page before the app runs', async ({ page, gateway: { url } }) => {
  await withoutScripts(page)
  await page.goto(`${url}/de`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('link').nth(1).click({ noWaitAfter: true })
  await page.waitForURL(`${url}/de/login`, { waitUntil: 'commit' })
})

test('says that the app did not come over what the document shows', async ({
  page,
  gateway: { url },
}) => {
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto(`${url}/en`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click({ trial: true })
})
