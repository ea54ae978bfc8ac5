import { enterPaperMode, expect, register, test } from '../fixtures.ts'
import { openForm, openOrderRows, priceAway, submitName, textOf } from '../trading.ts'

test('explains an invalid order at its field and sends nothing', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'refused@example.com' })
  await enterPaperMode(page)
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
  expect(consoleErrors).toEqual([])
})
