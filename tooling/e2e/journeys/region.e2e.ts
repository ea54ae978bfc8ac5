import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { textOf } from '../trading.ts'

/** What a proxy in front of the gateway says with each request. */
const COUNTRY_HEADER = 'x-country'
const dialogOf = (page: Page, language: 'en' | 'ar' = 'en') =>
  page.getByRole('alertdialog', { name: textOf('region.title', { language }) })

test('shows the region notice once per visitor of a restricted region', async ({
  page,
  context,
  home,
  consoleErrors,
}) => {
  const { url, stop } = await home.start({
    TRUST_PROXY: 'loopback',
    COUNTRY_HEADER,
    RESTRICTED_COUNTRIES: 'KP',
    LIMITED_COUNTRIES: 'DE',
  })
  try {
    await page.goto(`${url}/en/spot/BTCUSDT`)
    const said = page.waitForResponse('**/v1/mix/region*')
    expect(await (await said).json(), 'no proxy names a country').toMatchObject({
      code: '0',
      data: { service: 'full' },
    })

    await context.setExtraHTTPHeaders({ [COUNTRY_HEADER]: 'DE' })
    await page.reload()
    const dialog = dialogOf(page)
    await expect(dialog).toContainText(textOf('region.where', { values: { country: 'Germany' } }))
    await expect(dialog).toContainText(textOf('region.limited'))
    const other = await context.newPage()
    await other.goto(`${url}/en/markets`)
    await expect(dialogOf(other)).toBeVisible()
    await dialog.getByRole('button', { name: textOf('region.understood') }).click()
    await expect(dialog).toBeHidden()
    await expect(dialogOf(other), 'read in one tab it is read in all').toBeHidden()
    await other.close()

    const again = page.waitForResponse('**/v1/mix/region*')
    await page.reload()
    expect(await (await again).json()).toMatchObject({
      data: { service: 'limited', country: 'DE' },
    })
    await expect(dialog).toBeHidden()

    await context.setExtraHTTPHeaders({ [COUNTRY_HEADER]: 'KP' })
    await page.goto(`${url}/ar/markets`)
    await expect(dialogOf(page, 'ar'), 'shows other notices').toContainText(
      textOf('region.none', { language: 'ar' }),
    )
    expect(consoleErrors).toEqual([])
  } finally {
    await stop()
  }
})
