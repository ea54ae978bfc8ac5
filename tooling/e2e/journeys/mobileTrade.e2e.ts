import type { Page } from '@playwright/test'
import { expect, login, test } from '../fixtures.ts'
import { violationsOf } from '../inspectAccessibility.ts'
import { sendMargin } from '../margin.ts'
import { textOf } from '../trading.ts'
import { UNFINISHED } from '../unfinished.ts'

const PAGES = [
  'trade-spot',
  'trade-spot/ETHUSDT',
  'trade-margin',
  'trade-swap',
  'trade-info',
  'trade-asset-order',
  'trade-asset',
]

const sidewards = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** A figure has its name and its value, once it is there, on one line of their own. */
async function expectOneLine(page: Page, name: string): Promise<void> {
  const term = page.getByRole('term').filter({ hasText: name })
  const figure = page.getByRole('main').locator('dl > div').filter({ has: term })
  await expect(figure).toContainText(/% \/ \d\d:\d\d:\d\d/)
  const height = async () => (await figure.boundingBox())?.height
  await expect.poll(height, name).toBeLessThan(22)
}

/** Moves funds in, borrows and repays all by the dialogs of the margin page. */
async function borrowAndRepay(page: Page, { url }: { readonly url: string }): Promise<void> {
  await page.goto(`${url}/en/asset/margin`)
  await sendMargin(page, { open: 'margin.transfer', amount: '1000' })
  await sendMargin(page, { open: 'margin.borrow', amount: '100' })
  const card = page.getByRole('region', { name: textOf('margin.crossAccount') })
  await expect(card.getByRole('progressbar')).toBeVisible()
  // With the interest of an hour, or of two where one has just begun.
  await sendMargin(page, { open: 'margin.repay' })
  await expect(card.getByText(textOf('margin.noDebt'))).toBeVisible()
  await page.goto(`${url}/en/record/margin`)
  await expect(page.getByRole('table').getByText(textOf('margin.borrowed'))).toBeVisible()
  await page.goto(`${url}/en/order/marginOrderInfo`)
  await expect(page.getByRole('region', { name: textOf('margin.crossAccount') })).toContainText(
    textOf('margin.noDebt'),
  )
  await page.getByRole('tab', { name: textOf('margin.loans'), exact: true }).click()
  await expect(page.getByRole('table').getByText(textOf('margin.repaid'))).toBeVisible()
}

test('shows trade pages at 360 px, and opens them without a network', async ({
  page,
  context,
  ownGateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await borrowAndRepay(page, { url })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const language of ['en', 'ar'] as const)
    for (const path of PAGES) {
      const where = `${language} ${path}`
      await page.goto(`${url}/${language}/${path}`)
      await expect(page.getByRole('heading', { level: 1 }), where).toHaveCount(1)
      await expect(page.locator(UNFINISHED), where).toHaveCount(0)
      await expect(page.getByRole('banner').getByRole('navigation'), where).toHaveCount(0)
      await expect.poll(() => sidewards(page), where).toBe(0)
      if (path === 'trade-swap') await expectOneLine(page, textOf('contract.funding', { language }))
      expect(await violationsOf(page, { name: where, themes: ['dark'] })).toEqual([])
    }
  // Theme and language come by the address of the first page, and leave it.
  await page.goto(`${url}/en/trade-spot/ETHUSDT?theme=light&locale=ar`)
  await expect(page).toHaveURL(`${url}/ar/trade-spot/ETHUSDT`)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(1)
  const manifest = await page.request.get(`${url}/manifests/ar.webmanifest`)
  expect(await manifest.json()).toMatchObject({
    display: 'standalone',
    start_url: '/ar/trade-spot',
    shortcuts: expect.arrayContaining([
      { name: textOf('shell.spot', { language: 'ar' }), url: '/ar/trade-spot' },
    ]),
  })
  for (const [path, status] of [
    ['trade-spot/NOPE', 404],
    ['trade-swap/ETHUSDT', 200],
  ] as const)
    expect((await page.request.get(`${url}/en/${path}`)).status(), path).toBe(status)
  expect(consoleErrors).toEqual([])

  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.goto(`${url}/en/trade-spot`)
  await expect(page.getByRole('main')).toContainText('24h')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('24h')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textOf('shell.spot'))
  // The page is there, and no price of before the network went.
  await expect(page.getByRole('main')).not.toContainText(/\d\d,\d{3}\.\d\d/)
  // Where the installed app starts: a page that was never opened leads to one that was.
  await page.goto(`${url}/trade-spot`)
  await expect(page).toHaveURL(/\/(en|ar)\/trade-spot/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`${textOf('shell.spot')}|${textOf('shell.spot', { language: 'ar' })}`),
  )
  await context.setOffline(false)
})
