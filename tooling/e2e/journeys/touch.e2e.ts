import type { Page } from '@playwright/test'
import { stepUpByMail } from '../account.ts'
import { enterPaperMode, expect, login, test } from '../fixtures.ts'
import { openForm } from '../trading.ts'

/** What is lower than a finger though nothing else stands there, and why (decision 245). */
const LOW: Readonly<Record<string, string>> = {
  '[role=rowgroup] [role=row] *': 'What stands in a row of a table is hit as high as the row.',
  '[data-row]': 'Levels of the book are read in rows; the keyboard and the price field reach each as well.',
}

/** The controls of a page that a finger hits in less than 44 px from top to bottom though no other begins there, or in less than 24. */
const tooSmall = (page: Page, { within = 'body' }: { readonly within?: string } = {}): Promise<readonly string[]> =>
  page.evaluate(({ lowered, root }) => {
    const controls = 'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=combobox], [role=slider]'
    // An edge of 1 px belongs to the field around a button.
    const [touch, least] = [42, 24]
    const boxOf = (control: Element) => (control.matches('input, [role=combobox]') && control.closest('label, [data-x-part=box], [data-x-part=date-box], [data-x-part=select], [data-x-part=multi-select], [data-x-part=autocomplete]')) || control
    const reach = (control: Element, axis: 'x' | 'y') => {
      const own = boxOf(control)
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
      const hitAt = (by: number) => {
        const at = { ...middle, [axis]: middle[axis] + by }
        return document.elementFromPoint(at.x, at.y)
      }
      const run = (step: number) => {
        let by = 0
        while (Math.abs(by) < 60 && own.contains(hitAt(by + step))) by += step
        return { size: Math.abs(by), meets: Boolean(hitAt(by + step)?.closest(`${controls}, label`)) }
      }
      const [back, on] = [run(-0.5), run(0.5)]
      return { size: back.size + on.size + 0.5, meets: back.meets || on.meets }
    }
    const found: string[] = []
    for (const control of document.querySelectorAll(`${root} :is(${controls})`)) {
      const { width, height } = control.getBoundingClientRect()
      // A paragraph's link is as high as its line (WCAG 2.5.8, inline); the way past the header is for the keyboard.
      if (width <= 1 || height <= 1 || control.matches(':disabled, p a, .x-skip') || getComputedStyle(control).visibility !== 'visible') continue
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const [wide, high] = [reach(control, 'x'), reach(control, 'y')]
      const needed = high.meets || control.matches(lowered) ? least : touch
      if (wide.size < least || high.size < needed) found.push(`${wide.size} x ${high.size}: ${control.outerHTML.slice(0, 160)}`)
    }
    return found
  }, { lowered: Object.keys(LOW).join(', '), root: within })

/** A page, and what is there once it is whole. */
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
  ['asset/transfer', 'main [role=heading]'],
  ['record/exchange', 'main [role=tab]'],
  ['account/setting', 'main h2'],
  ['account/sub-account', 'main h2'],
]

const missed = async (page: Page, { url, language, pages }: { readonly url: string; readonly language: string; readonly pages: typeof PAGES }): Promise<readonly string[]> => {
  const found: string[] = []
  for (const [place, sight] of pages) {
    await page.goto(`${url}/${language}/${place}`)
    await page.locator(sight).first().waitFor({ state: 'attached', timeout: 15_000 })
    await expect(page.locator('[data-x-part=skeleton]')).toHaveCount(0)
    for (const one of await tooSmall(page)) found.push(`${language} ${place}: ${one}`)
  }
  return found
}

test('what a finger presses on a phone is 44 px high on every page that a guest sees', async ({ page, gateway: { url } }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await missed(page, { url, language: 'en', pages: PAGES })).toEqual([])
})

for (const language of ['en', 'ar']) {
  test(`and on those behind the log-in (${language})`, async ({ page, ownGateway: { url, demo } }) => {
    await login(page, { url, loginName: demo.loginName, password: demo.password })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await missed(page, { url, language, pages: OWN_PAGES })).toEqual([])
  })
}

test('and in the forms of transfers and orders', async ({ page, ownGateway: { url, demo } }) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await page.goto(`${url}/en/account/sub-account`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Grid')
  await page.getByRole('button', { name: 'Create' }).click()
  await stepUpByMail(page, { url, email: demo.loginName })
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Grid' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await missed(page, { url, language: 'en', pages: [['asset/transfer', 'main form'], ['account/sub-account', 'main li button']] })).toEqual([])

  await page.goto(`${url}/en/spot/BTCUSDT`)
  await enterPaperMode(page)
  await openForm(page, { isPhone: true })
  expect(await tooSmall(page, { within: '[role=dialog]' })).toEqual([])
})
