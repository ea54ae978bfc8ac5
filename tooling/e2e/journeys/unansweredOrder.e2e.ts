import type { Page } from '@playwright/test'
import { enterPaperMode, expect, register, test } from '../fixtures.ts'
import { openOrderRows, placeLimit, priceAway, textOf } from '../trading.ts'

const PLACE = '**/v1/spot/order/place'

test('an order without an answer is not doubled by who leaves, loads the page again and writes it once more', async ({ page, gateway: { url } }) => {
  await register(page, { url, email: 'unanswered@example.com' })
  await enterPaperMode(page)
  const price = await priceAway(page, { url, share: '0.9' })
  const keys: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/order/place') && keys.push((request.postDataJSON() as { clientOid: unknown }).clientOid))
  const refusal = page.getByRole('form', { name: textOf('spot.form') }).getByRole('alert')
  const toast = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first()
  const placedOnce = new RegExp(`BTC/USDT.*Buy order placed: 0\\.01 BTC at .* USDT\\. ${textOf('outcome.once')}`)

  // Neither attempt reaches the gateway.
  await page.route(PLACE, (route) => route.abort())
  await placeLimit(page, { price, amount: '0.01' })
  await expect(refusal).toHaveText(textOf('spot.notSent'))
  await page.unroute(PLACE)

  // Another pair, and back.
  await page.goto(`${url}/en/spot/ETHUSDT`)
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await writeAgain(page, price)
  const question = page.getByRole('alertdialog', { name: textOf('outcome.sameTitle') })
  await expect(question.getByRole('checkbox', { name: textOf('outcome.second') })).not.toBeChecked()
  await question.getByRole('button', { name: submitText() }).click()
  await expect(toast(placedOnce)).toBeVisible()
  await expect(openOrderRows(page)).toHaveCount(1)
  expect(new Set(keys).size).toBe(1)

  // The gateway takes it, and its answer is lost.
  await page.route(PLACE, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const higher = await priceAway(page, { url, share: '0.91' })
  await placeLimit(page, { price: higher, amount: '0.01' })
  await expect(refusal).toHaveText(textOf('spot.notSent'))
  await page.unroute(PLACE)
  await page.reload()
  await writeAgain(page, higher)
  await expect(question.getByRole('checkbox')).toHaveCount(0)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(openOrderRows(page)).toHaveCount(2)
  expect(new Set(keys).size).toBe(2)
  // What is known is not asked about again: this is a second one.
  await page.getByRole('form', { name: textOf('spot.form') }).getByRole('button', { name: submitText() }).click()
  await expect(openOrderRows(page)).toHaveCount(3)
  expect(new Set(keys).size).toBe(3)
})

const submitText = () => textOf('spot.paperBuyBase', { values: { base: 'BTC' } })

/** The order form, filled in and sent; nothing need leave. */
async function writeAgain(page: Page, price: string): Promise<void> {
  const form = page.getByRole('form', { name: textOf('spot.form') })
  const field = form.getByLabel(textOf('spot.price'), { exact: true })
  // The first known price would come between the selecting and the writing.
  await expect(field).not.toHaveValue('')
  await field.fill(price)
  await form.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.01')
  await form.getByRole('button', { name: submitText() }).click()
}
