import { expect, register, test } from '../fixtures.ts'
import { openForm, textOf } from '../trading.ts'

const SHOTS = process.env['SHOTS_DIR']

test('trades with test coins two minutes after registration', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'first-deposit@example.com' })
  const begun = Date.now()
  await page.goto(`${url}/en/asset/spot`)
  await page.getByRole('link', { name: textOf('assets.deposit'), exact: true }).click()
  await expect(page).toHaveURL(`${url}/en/asset/deposit`)
  await expect(page.getByTestId('deposit-address')).toHaveText(/^0x[0-9a-fA-F]{40}$/)
  await expect(page.getByRole('img', { name: textOf('deposit.address') })).toBeVisible()
  await page.getByRole('button', { name: textOf('deposit.faucet') }).click()

  const row = page
    .getByRole('table', { name: textOf('deposit.history') })
    .getByRole('row')
    .nth(1)
  await expect(row).toContainText(textOf('deposit.confirming'))
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/deposit.png` })
  await expect(row).toContainText(textOf('deposit.credited'))

  await page.goto(`${url}/en/spot/BTCUSDT`)
  const form = await openForm(page)
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  await form.getByLabel(textOf('spot.total'), { exact: true }).fill('50')
  const name = /^Buy.*BTC/
  await form.getByRole('button', { name }).click()
  const answered = page.waitForResponse('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  expect(await (await answered).json()).toMatchObject({ code: '0' })
  expect(Date.now() - begun, 'in two minutes').toBeLessThan(120_000)

  await page.goto(`${url}/en/asset/records`)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(
    textOf('deposit.unlocked'),
  )
  if (SHOTS !== undefined) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${url}/ar/asset/deposit`)
    await expect(page.getByTestId('deposit-address')).toBeVisible()
    await page.screenshot({ path: `${SHOTS}/deposit-phone-ar.png`, fullPage: true })
  }
  expect(consoleErrors).toEqual([])
})
