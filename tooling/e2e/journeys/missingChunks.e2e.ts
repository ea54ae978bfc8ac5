import type { Page } from '@playwright/test'
import { expect, login, test } from '../fixtures.ts'
import { openForm, submitName, textOf } from '../trading.ts'

/** Chunks that the terminal loads on demand. */
const WANTED: readonly (readonly [what: string, want: (page: Page) => Promise<void>])[] = [
  [
    'the fields of exits',
    (page) => page.getByRole('checkbox', { name: textOf('spot.exits') }).click(),
  ],
  [
    'the choice of what triggers an order',
    (page) => page.getByRole('radio', { name: textOf('spot.conditional') }).click(),
  ],
  ['the depth chart', (page) => page.getByRole('button', { name: textOf('spot.depth') }).click()],
]

test('keeps chart and order draft when a chunk fails to load', async ({
  page,
  gateway: { url, demo },
}) => {
  await login(page, { url, ...demo })
  await page.evaluate(() => localStorage.setItem('x:guide.spot', 'seen'))
  for (const [what, want] of WANTED) {
    await page.reload()
    const form = await openForm(page)
    const amount = form.getByLabel(textOf('spot.amount'), { exact: true })
    await expect(page.locator('canvas').first()).toBeVisible()
    await amount.fill('0.01')
    await page.route('**/assets/*.js', (route) => route.abort())
    await want(page)
    await expect(
      page.getByText(new RegExp(`(${textOf('chart.failed')}|${textOf('error.other')})$`)).first(),
      what,
    ).toBeVisible()
    await expect(amount, what).toHaveValue('0.01')
    await expect(page.locator('canvas').first(), what).toBeAttached()
    await page.unrouteAll()
  }
})

test('keeps the page when the notification chunk fails to load', async ({
  page,
  gateway: { url, demo },
}) => {
  let refused = 0
  await page.route('**/assets/FillWatch-*.js', (route) => (refused++, route.abort()))
  await login(page, { url, ...demo })
  await page
    .getByRole('banner')
    .getByRole('link', { name: textOf('shell.assets'), exact: true })
    .click()
  await expect.poll(() => refused).toBeGreaterThan(0)
  await expect(page).toHaveTitle(/^Assets/)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main').getByText('USDT').first()).toBeVisible()
})

test('keeps the order draft when the wide layout’s chunk fails to load', async ({
  page,
  gateway: { url },
}) => {
  const [upright, lying] = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]
  await page.setViewportSize(upright)
  await page.goto(`${url}/en/spot/BTCUSDT`)
  const buy = page.getByRole('button', {
    name: submitName('spot.buyBase'),
  })
  const amount = page
    .getByRole('form', { name: textOf('spot.form') })
    .getByLabel(textOf('spot.amount'), { exact: true })
  await buy.click()
  await amount.fill('0.25')
  await page.route('**/assets/DesktopTerminal-*.js', (route) => route.abort())
  await page.setViewportSize(lying)
  await expect(page.getByText(textOf('failure.title'))).toBeVisible()
  await page.setViewportSize(upright)
  await expect(page.getByText(textOf('failure.title'))).toBeHidden()
  await buy.click()
  await expect(amount).toHaveValue('0.25')
})
