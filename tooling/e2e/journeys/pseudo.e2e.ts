import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { inspectTexts } from '../inspectTexts.ts'
import { buildPseudoApp, untranslated } from '../pseudoTexts.ts'
import { GUEST_PATHS, USER_PATHS } from '../routes.ts'
import { untilComplete } from '../unfinished.ts'

/** The prefix of the pages that speak a pseudo-locale. */
const PREFIX = { 'en-XA': 'en', 'en-XB': 'ar' } as const
/**
 * All pages in both at night; at each change en-XB visits those where figures, tables and forms
 * meet.
 */
const IS_FULL = process.env['PSEUDO_PAGES'] === 'all'
const MIRRORED = ['', '/spot/BTCUSDT', '/asset']
type Pseudo = keyof typeof PREFIX
/** Announcements come from the server, in its languages. */
const ANNOUNCEMENT = 'This is a demonstration exchange'

let app: ReturnType<typeof buildPseudoApp>
test.beforeAll(() => {
  app = buildPseudoApp()
})
test.afterAll(() => app.remove())

test('translates every text and cuts off none in the pseudo-locales', async ({ page, home }) => {
  const { url, demo, stop } = await home.start({ WEB_ROOT: app.folder })
  const found = new Set<string>()
  let texts = 0
  const inspect = async (pseudo: Pseudo, place: string) => {
    const seen = await inspectTexts(page)
    texts += seen.texts.length
    for (const text of seen.texts)
      if (text !== ANNOUNCEMENT && untranslated(text, { pseudo }).length > 0)
        found.add(`${place}: not translated: “${text}”`)
    for (const fault of seen.clipped) found.add(`${place}: ${fault}`)
  }
  const look = async (paths: readonly string[]) => {
    for (const pseudo of ['en-XA', 'en-XB'] as const)
      for (const path of paths) {
        if (pseudo === 'en-XB' && !IS_FULL && !MIRRORED.includes(path)) continue
        await page.setViewportSize({ width: 1280, height: 844 })
        await page.goto(`${url}/${PREFIX[pseudo]}${path}`)
        await expect(page.locator('html')).toHaveAttribute(
          'dir',
          pseudo === 'en-XB' ? 'rtl' : 'ltr',
        )
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 844 })
          await untilComplete(page)
          await inspect(pseudo, `${pseudo} ${path || '/'} at ${width}`)
        }
      }
  }
  await look(GUEST_PATHS)
  await logIn(page, { url, ...demo })
  await look(USER_PATHS)
  if (IS_FULL) await lookBehindButtons(page, { url, inspect })
  await stop()
  console.log(`Pseudo-locales: ${texts} texts looked at`)
  expect([...found]).toEqual([])
  // Guards against an empty page, which would pass.
  expect(texts).toBeGreaterThan(1_000)
})

async function logIn(
  page: Page,
  {
    url,
    loginName,
    password,
  }: { readonly url: string; readonly loginName: string; readonly password: string },
): Promise<void> {
  await page.goto(`${url}/de/login`)
  await page.getByRole('textbox').first().fill(loginName)
  await page.locator('input[type=password]').fill(password)
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL(`${url}/de/spot/BTCUSDT`)
}

/**
 * What opens from the header of the terminal: messages, languages, settings, the account's menu.
 */
async function lookBehindButtons(
  page: Page,
  {
    url,
    inspect,
  }: { readonly url: string; readonly inspect: (pseudo: Pseudo, place: string) => Promise<void> },
): Promise<void> {
  for (const pseudo of ['en-XA', 'en-XB'] as const)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${url}/${PREFIX[pseudo]}/asset`)
      await untilComplete(page)
      const buttons = page.getByRole('banner').getByRole('button')
      for (let index = 0; index < (await buttons.count()); index += 1) {
        await buttons.nth(index).click()
        await untilComplete(page)
        await inspect(pseudo, `${pseudo} button ${index} of the header at ${width}`)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    }
}
