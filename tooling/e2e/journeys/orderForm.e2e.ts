import type { Page } from '@playwright/test'
import { enterPaperMode, expect, register, test } from '../fixtures.ts'
import { openForm, openOrderRows, placeLimit, priceAway, submitName, textOf } from '../trading.ts'

const submitText = () => submitName('spot.paperBuyBase')
const formOf = (page: Page) => page.getByRole('form', { name: textOf('spot.form') })
const fieldOf = (page: Page, name: string) => formOf(page).getByLabel(textOf(name), { exact: true })

test('explains an invalid order at its field, confirms a far price (OT1, OT2)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'refused@example.com' })
  await enterPaperMode(page)
  await test.step('invalid', () => refuseInvalid(page, { url }))
  await test.step('a lost leading dot (OT1)', () => loseDot(page, { url }))
  await test.step('a price far through the book (OT2, OT3)', () => goFar(page, { url }))
  expect(consoleErrors).toEqual([])
})

/** Nothing is sent. */
async function refuseInvalid(page: Page, { url }: { readonly url: string }): Promise<void> {
  const sent: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/order/place') && sent.push(request.url()),
  )
  const form = await openForm(page)
  const price = form.getByLabel(textOf('spot.price'), { exact: true })
  const amount = form.getByLabel(textOf('spot.amount'), { exact: true })
  const submit = form.getByRole('button', {
    name: submitName('spot.paperBuyBase'),
  })
  const low = await priceAway(page, { url, share: '0.9' })

  // Below the minimum value of five USDT.
  await price.fill(low)
  await amount.fill('0.00001')
  await submit.press('Enter')
  await expect(
    form.getByText(/^The order must be worth at least 5(\.00)? USDT\.$/).first(),
  ).toBeVisible()

  // Exceeds the balance: 100 BTC for 50,000 USDT.
  await amount.fill('100')
  await submit.press('Enter')
  await expect(form.getByText(/^Only .* available\.$/).first()).toBeVisible()

  // More decimals than the tick has cannot be typed at all.
  await price.fill('')
  await price.pressSequentially('61000.123')
  await expect(price).toHaveValue('61000.12')

  // Letters are rejected as an amount.
  await amount.fill('')
  await amount.pressSequentially('abc')
  await expect(amount).toHaveValue('')

  expect(sent).toEqual([])
  await expect(openOrderRows(page)).toHaveCount(0)
}

async function loseDot(page: Page, { url }: { readonly url: string }): Promise<void> {
  const price = fieldOf(page, 'spot.price')
  await expect(price).not.toHaveValue('')
  await price.fill(await priceAway(page, { url, share: '0.9' }))
  const amount = fieldOf(page, 'spot.amount')
  await amount.click()
  await page.keyboard.type('.01')
  await expect(amount).toHaveValue('01')
  const submit = formOf(page).getByRole('button', { name: submitText() })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(submit).toHaveAccessibleDescription(
    'Put a digit before the decimal point. Write 0.01',
  )
  // The correction is next in tab order.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(amount).toHaveValue('0.01')
  const sent = page.waitForRequest('**/v1/spot/order/place')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ size: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(1)
  await openOrderRows(page).click()
  await expect(openOrderRows(page)).toHaveCount(0)
}

async function goFar(page: Page, { url }: { readonly url: string }): Promise<void> {
  const price = fieldOf(page, 'spot.price')
  await expect(price).not.toHaveValue('')
  await price.fill(await priceAway(page, { url, share: '1.1' }))
  await fieldOf(page, 'spot.amount').fill('0.01')
  await expect(formOf(page).getByText(/^Trades at once at about [\d,.]+ USDT\.$/)).toBeVisible()
  await formOf(page).getByRole('button', { name: submitText() }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    /The limit [\d,.]+ USDT lies \d+\.\d\d% beyond the best price [\d,.]+ USDT\./,
  )
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()

  // A change of a resting order is treated alike, and its notice names the new terms and the old
  // ones.
  const low = await priceAway(page, { url, share: '0.9' })
  await placeLimit(page, { price: low, amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(1)
  const edit = page
    .getByRole('table', { name: textOf('orders.open') })
    .getByRole('button', { name: /^Change: Buy/ })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: /^Change: Buy/ })
  await dialog
    .getByLabel(textOf('spot.price'), { exact: true })
    .fill(await priceAway(page, { url, share: '1.1' }))
  await expect(dialog.getByText(/^Trades at once at about/)).toBeVisible()
  await dialog.getByRole('button', { name: textOf('orders.edit') }).click()
  await expect(question).toContainText(/beyond the best price/)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog.getByLabel(textOf('spot.price'), { exact: true }).fill(low)
  await dialog.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.02')
  await dialog.getByRole('button', { name: textOf('orders.edit') }).click()
  await expect(
    page
      .getByText(
        /Order changed: Buy 0\.02 BTC at [\d,.]+ USDT \(before: 0\.01000 BTC at [\d,.]+ USDT\)\./,
      )
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
}
