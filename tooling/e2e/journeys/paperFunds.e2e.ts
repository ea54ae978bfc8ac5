import { decimal, formatDecimal, mul, roundToStep } from '@x/decimal'
import type { Page } from '@playwright/test'
import { enterPaperMode, expect, letMidnightPass, register, test } from '../fixtures.ts'
import {
  changeSpeed,
  hurryMarket,
  lastPrice,
  speedControl,
  openForm,
  openOrderRows,
  placeLimit,
  placeMarketBuy,
  steady,
  textOf,
} from '../trading.ts'

/** A price on BTCUSDT's tick at `factor` of the last one. */
async function below(
  page: Page,
  { url, factor }: { readonly url: string; readonly factor: string },
): Promise<string> {
  return formatDecimal(
    roundToStep(mul(decimal(await lastPrice(page, { url })), decimal(factor)), {
      step: decimal('0.01'),
      mode: 'down',
    }),
  )
}

test.use({ scenario: 'normal' })

test('tops up, spends and resets paper funds at a controlled market speed (trading 5)', async ({
  page,
  browser,
  ownGateway: { url },
  consoleErrors,
}) => {
  const light = (of: Page, status: 'live' | 'paused') => {
    const state = textOf(status === 'live' ? 'spot.live' : 'paper.paused')
    return of.getByRole('status', { name: `${textOf('spot.dataAge')}: ${state}` })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await letMidnightPass(page)
  await register(page, { url, email: 'funds@example.com' })
  await enterPaperMode(page)

  // The first-use hint does not move a field out of view.
  const form = await openForm(page)
  await form.getByRole('radio', { name: textOf('spot.conditional'), exact: true }).check()
  const hint = page.getByRole('complementary', { name: textOf('guide.title') })
  await expect(hint).toBeVisible()
  const amount = form.getByLabel(textOf('spot.amount'), { exact: true })
  const top = async () => Math.round((await amount.boundingBox())?.y ?? -1)
  await expect(amount).toBeInViewport({ ratio: 1 })
  const before = await steady(top)
  await hint.getByRole('button', { name: textOf('guide.read') }).click()
  await expect(hint).toBeHidden()
  await expect.poll(top).toBe(before)

  // What was bought has a line at its average price; an order has one whose handle takes it back.
  await placeMarketBuy(page, { total: '2000' })
  await page.getByRole('tab', { name: new RegExp(`^${textOf('orders.fills')}`) }).click()
  const fills = page.getByRole('table', { name: textOf('orders.fills') })
  const detail = page.getByRole('dialog')
  // A row moves down when the next fill comes: the press is repeated.
  await expect(async () => {
    if (await detail.isHidden()) await fills.getByRole('button').first().click()
    await expect(detail).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const cost = detail
    .getByRole('list', { name: textOf('orders.fills') })
    .getByText(textOf('orders.latencyCost', { values: { unit: 'USDT' } }))
  await expect(cost.first()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()

  await page.getByRole('tab', { name: new RegExp(`^${textOf('orders.open')}`) }).click()
  // Far enough that the fast market does not reach it before the reset.
  await placeLimit(page, { price: await below(page, { url, factor: '0.97' }), amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(1)

  // The market stands still, goes a step, goes ten times as fast; the server says so too.
  const control = speedControl(page)
  const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const guest = await elsewhere.newPage()
  await guest.goto(`${url}/en/spot/BTCUSDT`)
  await expect(light(guest, 'live')).toBeVisible()
  await changeSpeed(page, (group) =>
    group.getByRole('button', { name: textOf('paper.pause') }).click(),
  )
  await expect(control).toHaveAttribute('data-paused', 'true')
  for (const one of [page, guest])
    await expect(light(one, 'paused'), 'figures that stand are not called live').toBeVisible()
  const stood = await lastPrice(page, { url })
  await changeSpeed(page, (group) =>
    group.getByRole('button', { name: textOf('paper.step') }).click(),
  )
  await expect(control).toHaveAttribute('data-paused', 'true')
  expect(Math.abs(Number(await lastPrice(page, { url })) / Number(stood) - 1)).toBeLessThan(0.01)
  await changeSpeed(page, (group) =>
    group.getByRole('button', { name: textOf('paper.resume') }).click(),
  )
  for (const one of [page, guest]) await expect(light(one, 'live')).toBeVisible()
  await elsewhere.close()
  await hurryMarket(page, '10')
  await hurryMarket(page, '1')

  await page.goto(`${url}/en/asset`)
  await page.getByRole('button', { name: textOf('paper.manage') }).click()
  const topUp = page.getByRole('form', { name: textOf('paper.topupTitle') })
  await expect(
    topUp.getByText(textOf('paper.topupLeft', { values: { amount: '10,000 USDT' } })),
  ).toBeVisible()
  await topUp.getByLabel(textOf('paper.topupAmount')).fill('10000.01')
  await expect(
    topUp.getByText(textOf('paper.tooMuch', { values: { amount: '10,000 USDT' } })),
  ).toBeVisible()
  await topUp.getByLabel(textOf('paper.topupAmount')).fill('4000')
  await topUp
    .getByRole('button', { name: textOf('paper.topup', { values: { amount: '4,000 USDT' } }) })
    .click()
  await expect(
    topUp.getByText(textOf('paper.topupLeft', { values: { amount: '6,000 USDT' } })),
  ).toBeVisible()
  await topUp
    .getByRole('button', { name: textOf('paper.topup', { values: { amount: '6,000 USDT' } }) })
    .click()
  await expect(topUp.getByRole('button', { name: textOf('paper.topupTitle') })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.getByRole('button', { name: textOf('paper.reset'), exact: true }).click()
  const ask = page.getByRole('alertdialog')
  await expect(ask.getByText('1 open order is cancelled.')).toBeVisible()
  await ask.getByRole('button', { name: textOf('paper.reset'), exact: true }).click()
  await expect(page.getByText(/^Season 2, since/)).toBeVisible()
  // A reset does not renew the daily cap.
  await expect(topUp.getByRole('button', { name: textOf('paper.topupTitle') })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(
    page.getByRole('row', { name: /USDT/ }).getByText('50,000', { exact: false }).first(),
  ).toBeVisible()
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await expect(openOrderRows(page)).toHaveCount(0)
  await page.getByRole('tab', { name: textOf('orders.history') }).click()
  await expect(
    page.getByRole('table', { name: textOf('orders.history') }).getByRole('row'),
  ).not.toHaveCount(1)
  expect(consoleErrors).toEqual([])
})

test('cancels an order by its line’s handle on the chart', async ({
  page,
  ownGateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await register(page, { url, email: 'lines@example.com' })
  await enterPaperMode(page)
  // Near enough to be within the chart's prices; a market that stands still does not fill it
  // meanwhile.
  await changeSpeed(page, (group) =>
    group.getByRole('button', { name: textOf('paper.pause') }).click(),
  )
  await placeLimit(page, { price: await below(page, { url, factor: '0.9997' }), amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(1)

  // The chart is a picture: down its end edge, just before the prices, until the handle is met.
  const canvas = await page.locator('canvas').first().boundingBox()
  if (!canvas) throw new Error('There is no chart')
  const cancelled = page.waitForRequest('**/v1/spot/order/cancel')
  let isAsked = false
  void cancelled.then(() => (isAsked = true))
  // The line is drawn after the order is placed.
  await expect(async () => {
    for (let y = 10; y < canvas.height && !isAsked; y += 7)
      await page.mouse.click(canvas.x + canvas.width - 16, canvas.y + y)
    expect(isAsked).toBe(true)
  }).toPass()
  expect(JSON.parse((await cancelled).postData() ?? '{}')).toHaveProperty('orderId')
  await expect(openOrderRows(page)).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})
