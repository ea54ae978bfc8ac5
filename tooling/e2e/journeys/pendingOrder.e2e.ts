import type { Page } from '@playwright/test'
import { enterPaperMode, expect, register, test } from '../fixtures.ts'
import { openOrderRows, placeLimit, priceAway, submitName, textOf } from '../trading.ts'

const PLACE = '**/v1/spot/order/place'

test('does not place an order twice when its response was lost', async ({
  page,
  gateway: { url },
}) => {
  await register(page, { url, email: 'unanswered@example.com' })
  await enterPaperMode(page)
  const price = await priceAway(page, { url, share: '0.9' })
  const keys: unknown[] = []
  page.on(
    'request',
    (request) =>
      request.url().endsWith('/order/place') &&
      keys.push((request.postDataJSON() as { clientOid: unknown }).clientOid),
  )
  const refusal = page.getByRole('form', { name: textOf('spot.form') }).getByRole('alert')
  const toast = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first()
  const placedOnce = new RegExp(
    `BTC/USDT.*Buy order placed: 0\\.01 BTC at .* USDT\\. ${textOf('outcome.once')}`,
  )

  // Neither attempt reaches the gateway.
  await page.route(PLACE, (route) => route.abort())
  await placeLimit(page, { price, amount: '0.01' })
  await expect(refusal).toHaveText(textOf('spot.notSent'))
  await page.unroute(PLACE)

  // Changes the pair and returns.
  await page.goto(`${url}/en/spot/ETHUSDT`)
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await writeAgain(page, price)
  const question = page.getByRole('alertdialog', { name: textOf('outcome.sameTitle') })
  await expect(question.getByRole('checkbox', { name: textOf('outcome.second') })).not.toBeChecked()
  await question.getByRole('button', { name: submitText() }).click()
  await expect(toast(placedOnce)).toBeVisible()
  await expect(openOrderRows(page)).toHaveCount(1)
  expect(new Set(keys).size).toBe(1)

  // The gateway takes it, and its answer is lost: the terminal asks by itself, and empties the form
  // of what stands.
  await page.route(PLACE, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const higher = await priceAway(page, { url, share: '0.91' })
  await placeLimit(page, { price: higher, amount: '0.01' })
  await expect(line(page)).toContainText(
    textOf('unanswered.arrived', { values: { status: textOf('orders.status.open') } }),
  )
  await expect(refusal).toBeHidden()
  await expect(
    page
      .getByRole('form', { name: textOf('spot.form') })
      .getByLabel(textOf('spot.amount'), { exact: true }),
  ).toHaveValue('')
  await expect(openOrderRows(page)).toHaveCount(2)
  await page.unroute(PLACE)
  // A resolved submission is not confirmed again: this is a second order.
  await page.reload()
  await writeAgain(page, higher)
  await expect(openOrderRows(page)).toHaveCount(3)
  expect(new Set(keys).size).toBe(3)
})

test('resolves an order with a lost response after reconnecting (OT10)', async ({
  page,
  context,
  gateway: { url },
}) => {
  await register(page, { url, email: 'plug@example.com' })
  await enterPaperMode(page)
  const price = await priceAway(page, { url, share: '0.9' })
  const form = page.getByRole('form', { name: textOf('spot.form') })
  const keys = new Set<unknown>()
  page.on(
    'request',
    (request) =>
      request.url().endsWith('/order/place') &&
      keys.add((request.postDataJSON() as { clientOid: unknown }).clientOid),
  )
  // The order arrives, and the network is cut before the response.
  await page.route(
    PLACE,
    async (route) => {
      await route.fetch()
      await context.setOffline(true)
      await route.abort()
    },
    { times: 1 },
  )
  await placeLimit(page, { price, amount: '0.01' })
  await expect(form.getByRole('alert')).toHaveText(textOf('spot.notSent'))
  await expect(line(page)).toContainText(textOf('unanswered.notSeen'))
  // One text at a time stands over the end of a form that is longer than its place.
  const overEnd = form.getByRole('alert').locator('..')
  await expect(overEnd.getByRole('button', { name: submitText() })).toBeVisible()
  await expect(overEnd.getByText('No answer came to')).toHaveCount(0)

  // On a book that is no longer current nothing is sent without a question, which names its age.
  await expect(page.getByRole('status', { name: /^Market data/ })).toHaveText(/^Stale/)
  await form.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.02')
  await form.getByRole('button', { name: submitText() }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    /The order book on screen is not current \(last update .+ ago\)/,
  )
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()

  await context.setOffline(false)
  await expect(line(page)).toContainText(
    textOf('unanswered.arrived', { values: { status: textOf('orders.status.open') } }),
    { timeout: 60_000 },
  )
  await expect(openOrderRows(page)).toHaveCount(1)
  expect(keys.size).toBe(1)
  await line(page).locator('..').getByRole('button', { name: 'OK' }).click()
  await expect(line(page)).toBeHidden()
})

/** What the form says of an order without an answer. */
const line = (page: Page) =>
  page
    .getByRole('form', { name: textOf('spot.form') })
    .getByRole('status')
    .filter({ hasText: 'No answer came to' })
const submitText = () => submitName('spot.paperBuyBase')

/** Fills in the order form and submits it; the request may fail. */
async function writeAgain(page: Page, price: string): Promise<void> {
  const form = page.getByRole('form', { name: textOf('spot.form') })
  const field = form.getByLabel(textOf('spot.price'), { exact: true })
  // The first known price would come between the selecting and the writing.
  await expect(field).not.toHaveValue('')
  await field.fill(price)
  await form.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.01')
  await form.getByRole('button', { name: submitText() }).click()
}
