import type { Page } from '@playwright/test'
import { tooSmall } from '../../../packages/ui/src/testing/support/touchTargets.ts'
import { stepUpByMail } from '../account.ts'
import { enterPaperMode, expect, login, test } from '../fixtures.ts'
import { openForm } from '../trading.ts'
import { UNFINISHED } from '../unfinished.ts'

// In the last files of a run, so that all workers are busy to its end.
test.describe.configure({ mode: 'parallel' })

const IS_FULL = process.env['PAGE_VIEWS'] === 'all'

/** What is lower than a finger though nothing else stands there, and why (docs/adr/ui.md). */
const LOW: Readonly<Record<string, string>> = {
  '[role=rowgroup] [role=row] *': 'What stands in a row of a table is hit as high as the row.',
  '[data-row]':
    'Levels of the book are read in rows; the keyboard and the price field reach each as well.',
}

/** Elements that are not touch targets, and why. */
const UNTOUCHED: Readonly<Record<string, string>> = {
  'p a': 'A link in a paragraph is as high as its line (WCAG 2.5.8, inline).',
  '.x-skip': 'The way past the header is for the keyboard.',
}

const tooSmallOn = (
  page: Page,
  { within = 'body' }: { readonly within?: string } = {},
): Promise<readonly string[]> =>
  page.evaluate(tooSmall, {
    within,
    ignored: Object.keys(UNTOUCHED).join(', '),
    lowered: Object.keys(LOW).join(', '),
  })

/** A page, and an element that shows that it is complete. */
const PAGES: readonly (readonly [string, string])[] = [
  ['markets', 'main [role=columnheader]'],
  ['spot/BTCUSDT', 'main [role=tab]'],
  ['login', 'main form'],
  ['register', 'main form'],
  ['', 'main h1'],
]

const OWN_PAGES: readonly (readonly [string, string])[] = [
  ['spot/BTCUSDT', 'main [role=tab]'],
  // The total comes once all prices are known, and what stands in its place till then lies closer.
  ['asset', 'main section[aria-labelledby=total-title] [data-x-part=number]:has-text("$")'],
  ['asset/transfer', 'main h1'],
  ['record/exchange', 'main [role=tab]'],
  ['account/setting', 'main h2'],
  ['account/sub-account', 'main h2'],
]

const missed = async (
  page: Page,
  {
    url,
    language,
    pages,
  }: { readonly url: string; readonly language: string; readonly pages: typeof PAGES },
): Promise<readonly string[]> => {
  const found: string[] = []
  for (const [place, sight] of pages) {
    await page.goto(`${url}/${language}/${place}`)
    await page.locator(sight).first().waitFor({ state: 'attached' })
    await expect(page.locator(UNFINISHED)).toHaveCount(0)
    for (const one of await tooSmallOn(page)) found.push(`${language} ${place}: ${one}`)
  }
  return found
}

test('gives touch targets 44 px on every guest page', async ({ page, gateway: { url } }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await missed(page, { url, language: 'en', pages: PAGES })).toEqual([])
})

test('gives touch targets 44 px on pages and in forms of users', async ({
  page,
  ownGateway: { url, demo },
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await page.setViewportSize({ width: 390, height: 844 })
  // The other direction changes no height: at night both.
  for (const language of IS_FULL ? ['ar', 'en'] : ['en'])
    expect(await missed(page, { url, language, pages: OWN_PAGES })).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('textbox', { name: 'Name' }).fill('Grid')
  await page.getByRole('button', { name: 'Create' }).click()
  await stepUpByMail(page, { url, email: demo.loginName })
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Grid' }),
  ).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(
    await missed(page, {
      url,
      language: 'en',
      pages: [
        ['asset/transfer', 'main form'],
        ['account/sub-account', 'main li button'],
      ],
    }),
  ).toEqual([])

  await page.goto(`${url}/en/spot/BTCUSDT`)
  await enterPaperMode(page)
  await openForm(page, { isPhone: true })
  // The sheet is measured where it comes to rest. What turns for ever never does, and an animation
  // may be cancelled.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
  expect(await tooSmallOn(page, { within: '[role=dialog]' })).toEqual([])
})
