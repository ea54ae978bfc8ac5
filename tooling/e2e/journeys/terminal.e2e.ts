import type { Page } from '@playwright/test'
import { decimal, formatDecimal, mul, roundToStep } from '@x/decimal'
import { enterPaperMode, expect, register, test } from '../fixtures.ts'
import { hurryMarket, lastPrice, openForm, openOrderRows, placeLimit, priceAway, readAccount, textOf } from '../trading.ts'

const conditional = textOf('spot.conditional')

async function chooseType(page: Page, type: string) {
  const form = await openForm(page)
  await form.getByRole('radio', { name: conditional, exact: true }).check()
  await form.getByRole('combobox', { name: textOf('spot.conditionalType') }).click()
  await page.getByRole('option', { name: textOf(`spot.type.${type}`), exact: true }).click()
  return form
}

async function submitAndConfirm(page: Page) {
  const name = textOf('spot.paperBuyBase', { values: { base: 'BTC' } })
  await page.getByRole('form').getByRole('button', { name }).click()
  const answered = page.waitForResponse('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  expect(await (await answered).json()).toMatchObject({ code: '0' })
}

const tab = (page: Page, id: string) => page.getByRole('tab', { name: new RegExp(`^${textOf(id)}`) })

// A stop-limit order waits for the market to cross it.
test.use({ scenario: 'normal' })

test('a stop-limit order waits and is triggered, an OCO stands in both lists, an order is changed, all are cancelled', async ({ page, ownGateway: { url }, consoleErrors }) => {
  test.setTimeout(180_000)
  await register(page, { url, email: 'terminal@example.com' })
  await enterPaperMode(page)

  // A hair above the market: the generated market crosses it by itself, the sooner the faster it goes.
  const last = decimal(await lastPrice(page, { url }))
  const at = (share: string) => formatDecimal(roundToStep(mul(last, decimal(share)), { step: decimal('0.01'), mode: 'half-up' }))
  const stop = await chooseType(page, 'stop_limit')
  await stop.getByLabel(textOf('spot.triggerPrice')).fill(at('1.0004'))
  await stop.getByLabel(textOf('spot.price'), { exact: true }).fill(at('1.02'))
  await stop.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.01')
  await submitAndConfirm(page)
  await expect(tab(page, 'orders.triggers')).toContainText('1')
  await expect(tab(page, 'orders.open')).toContainText('0')
  await hurryMarket(page, '10')
  await expect(tab(page, 'orders.triggers'), 'the market reaches the trigger').toContainText('0', { timeout: 120_000 })
  await hurryMarket(page, '1')
  await tab(page, 'orders.fills').click()
  await expect(page.getByRole('table', { name: textOf('orders.fills') }).getByText('BTC').first()).toBeVisible()

  const oco = await chooseType(page, 'oco')
  await oco.getByLabel(textOf('spot.limitPrice'), { exact: true }).fill(at('0.9'))
  await oco.getByLabel(textOf('spot.triggerPrice')).fill(at('1.1'))
  await oco.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.01')
  await oco.getByRole('radio', { name: textOf('trigger.mark') }).check()
  await submitAndConfirm(page)
  await expect(tab(page, 'orders.triggers')).toContainText('1')
  await tab(page, 'orders.triggers').click()
  await expect(page.getByRole('table', { name: textOf('orders.triggers') }).getByText(`${textOf('orders.mark')} ≥`)).toBeVisible()
  await tab(page, 'orders.open').click()
  await expect(openOrderRows(page)).toHaveCount(1)

  await page.getByRole('button', { name: textOf('orders.editOrder', { values: { side: textOf('spot.buy'), amount: '0.01000 BTC' } }) }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(textOf('spot.price'), { exact: true }).fill(at('0.89'))
  const changed = page.waitForResponse('**/v1/spot/order/amend')
  await dialog.getByRole('button', { name: textOf('orders.edit'), exact: true }).click()
  expect(await (await changed).json()).toMatchObject({ code: '0' })
  await expect(dialog).toBeHidden()

  await placeLimit(page, { price: at('0.88'), amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(2)
  await page.getByRole('button', { name: textOf('orders.cancelAll') }).click()
  await page.getByRole('menuitem', { name: textOf('orders.cancelScope.all') }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: textOf('orders.cancelAll') }).click()
  await expect(openOrderRows(page)).toHaveCount(0)
  await expect(tab(page, 'orders.triggers')).toContainText('0')
  expect(consoleErrors).toEqual([])
})

test('an order is placed, moved and cancelled by keyboard alone, in at most 15 presses', async ({ page, gateway: { url }, consoleErrors }) => {
  await register(page, { url, email: 'keys@example.com' })
  await enterPaperMode(page)
  await expect(page.getByRole('list', { name: textOf('spot.bids'), exact: true }).getByRole('button').first()).toBeVisible()
  // Every press is counted, the far price that keeps the order at rest included.
  const form = await openForm(page)
  let presses = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      presses += 1
      await page.keyboard.press(key)
    }
  }
  await press('p')
  await expect(form.getByLabel(textOf('spot.price'), { exact: true })).toBeFocused()
  await press('5', '5', '5', '5', '5')
  await press('Tab', '0', '.', '5', 'Enter')
  await expect(openOrderRows(page)).toHaveCount(1)
  await expect(form, 'the order is placed: what is pressed next is a command').toBeFocused()
  await press('e')
  await expect(page.getByRole('dialog').getByLabel(textOf('spot.price'), { exact: true })).toBeFocused()
  await press('ArrowDown', 'Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await press('x')
  await expect(openOrderRows(page)).toHaveCount(0)
  expect(presses).toBeLessThanOrEqual(15)
  await page.keyboard.press('a')
  await expect(form.getByLabel(textOf('spot.amount'), { exact: true })).toBeFocused()
  await expect(async () => {
    // Toasts go first.
    await page.keyboard.press('Escape')
    await expect(form, 'Escape leaves a field').toBeFocused({ timeout: 1_000 })
  }).toPass()
  expect(consoleErrors).toEqual([])
})

test('the line of a limit order is dragged on the chart: the order is asked about at the new price, and moves once that is confirmed', async ({ page, gateway: { url }, consoleErrors }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await register(page, { url, email: 'drag@example.com' })
  await enterPaperMode(page)
  const placed = await priceAway(page, { url, share: '0.995' })
  await placeLimit(page, { price: placed, amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(1)

  const line = await orderLineOn(page)
  await page.mouse.move(line.x, line.y)
  await page.mouse.down()
  await page.mouse.move(line.x, line.y + 24, { steps: 6 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: textOf('orders.editOrder', { values: { side: textOf('spot.buy'), amount: '0.01000 BTC' } }) })
  const moved = await dialog.getByLabel(textOf('spot.price'), { exact: true }).inputValue()
  expect(Number(moved), 'further down the chart is a lower price').toBeLessThan(Number(placed))
  expect(moved, 'on the tick').toMatch(/^\d+(\.\d{1,2})?$/)
  const amended = page.waitForRequest('**/v1/spot/order/amend')
  await dialog.getByRole('button', { name: textOf('orders.edit'), exact: true }).click()
  expect((await amended).postDataJSON()).toMatchObject({ price: moved })
  await expect(dialog).toBeHidden()
  const { open } = await readAccount(page, { url })
  expect(open.map(({ price }) => Number(price))).toEqual([Number(moved)])
  expect(consoleErrors).toEqual([])
})

/** Where the one order line stands on the screen: the row of the chart's upper drawing that is painted across most of its width. */
async function orderLineOn(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const chart = page.getByRole('region', { name: textOf('spot.chart'), exact: true }).or(page.locator('section').filter({ has: page.locator('canvas') })).first()
  let found: { x: number; y: number } | undefined
  await expect(async () => {
    found = await chart.evaluate((element) => {
      for (const canvas of element.querySelectorAll('canvas')) {
        const box = canvas.getBoundingClientRect()
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
        if (!pixels || box.width < 300) continue
        const painted = Array.from({ length: canvas.height }, (_, row) => Array.from({ length: canvas.width }, (__, column) => pixels[(row * canvas.width + column) * 4 + 3]).filter((alpha) => alpha !== 0).length)
        const most = Math.max(...painted)
        // A drawing with candles has something in every row; the upper one has lines alone. Dashes cover half of one.
        if (painted.filter((count) => count > 0).length > canvas.height / 2 || most < canvas.width * 0.4) continue
        return { x: box.left + box.width * 0.3, y: box.top + ((painted.indexOf(most) + 0.5) * box.height) / canvas.height }
      }
      return undefined
    })
    expect(found).toBeDefined()
  }).toPass()
  return found ?? { x: 0, y: 0 }
}

test('the layout survives a reload, keys can be changed, the watch list keeps its stars, the way to the terminal its pair', async ({ page, gateway: { url }, consoleErrors }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  const divider = page.getByRole('separator', { name: textOf('layout.divider') })
  await divider.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  const height = await divider.getAttribute('aria-valuenow')
  await page.getByRole('button', { name: textOf('layout.menu') }).click()
  await page.getByRole('button', { name: textOf('layout.toStart') }).click()
  await page.keyboard.press('Escape')
  const startOf = async () => (await page.getByRole('form', { name: textOf('spot.form') }).boundingBox())?.x ?? -1
  expect(await startOf()).toBeLessThan(50)
  await page.reload()
  await expect(divider).toHaveAttribute('aria-valuenow', height ?? '')
  expect(await startOf()).toBeLessThan(50)

  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await page.keyboard.press('?')
  await page.getByRole('button', { name: new RegExp(`^${textOf('keys.watchList')}: W`) }).click()
  await page.keyboard.press('q')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('q')
  const list = page.getByRole('dialog', { name: textOf('spot.watchList') })
  await list.getByRole('button', { name: textOf('spot.favourite', { values: { pair: 'ETH/USDT' } }) }).click()
  await list.getByRole('radio', { name: textOf('spot.favourites') }).check()
  await expect(list.getByRole('button', { name: textOf('spot.favourite', { values: { pair: 'ETH/USDT' } }) })).toBeVisible()
  await expect(list.getByRole('button', { name: textOf('spot.favourite', { values: { pair: 'BTC/USDT' } }) })).toBeHidden()

  await list.getByText('ETH/USDT').first().click()
  await expect(page).toHaveURL(`${url}/en/spot/ETHUSDT`)
  const spot = page.getByRole('banner').getByRole('link', { name: textOf('shell.spot'), exact: true })
  await expect(spot).toHaveAttribute('aria-current', 'page')
  await page.goto(`${url}/en/markets`)
  await spot.click()
  await expect(page, 'the pair chosen last').toHaveURL(`${url}/en/spot/ETHUSDT`)
  expect(consoleErrors).toEqual([])
})
