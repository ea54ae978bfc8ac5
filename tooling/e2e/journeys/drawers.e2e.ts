import { enterPaperMode, expect, register, test } from '../fixtures.ts'
import { submitName, textOf } from '../trading.ts'

test('closes the watch list on Back, then leaves the page', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.goto(`${url}/en/markets`)
  await page.getByRole('link', { name: 'BTC/USDT', exact: true }).click()
  await expect(page).toHaveURL(/\/en\/spot\/BTCUSDT$/)
  const list = page.getByRole('dialog', { name: textOf('spot.watchList') })
  const open = async () => {
    await page.getByRole('button', { name: textOf('spot.watchList') }).click()
    await expect(list).toBeVisible()
  }
  await open()
  await page.goBack()
  await expect(list).toBeHidden()
  await expect(page).toHaveURL(/\/en\/spot\/BTCUSDT$/)

  // Closing by button removes the history entry.
  await open()
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(list).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/markets$/)
  await page.goForward()
  await expect(page).toHaveURL(/\/en\/spot\/BTCUSDT$/)

  // A reload while it is open shows the page without it.
  await open()
  await page.reload()
  await expect(page.getByRole('button', { name: textOf('spot.watchList') })).toBeVisible()
  await expect(list).toBeHidden()

  // A pair chosen in the list is a new history entry: Back returns to the previous pair.
  await open()
  await list.getByRole('row', { name: /ETH/ }).click()
  await expect(page).toHaveURL(/\/en\/spot\/ETHUSDT$/)
  await expect(list).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/spot\/BTCUSDT$/)
  await expect(list).toBeHidden()
  expect(consoleErrors).toEqual([])
})

test('closes a list and then the order sheet on Back (phone)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'drawers@example.com' })
  await enterPaperMode(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const form = page.getByRole('form', { name: textOf('spot.form') })
  await page.getByRole('button', { name: submitName('spot.paperBuyBase') }).click()
  await expect(form).toBeVisible()
  await form.getByRole('radio', { name: textOf('spot.conditional'), exact: true }).check()
  await form.getByRole('combobox', { name: textOf('spot.conditionalType') }).click()
  const option = page.getByRole('option').first()
  await expect(option).toBeVisible()
  await page.goBack()
  await expect(option).toBeHidden()
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/en\/spot\/BTCUSDT$/)
  expect(consoleErrors).toEqual([])
})
