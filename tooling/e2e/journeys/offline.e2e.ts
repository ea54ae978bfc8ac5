import type { WebSocketRoute } from '@playwright/test'
import { enterPaperMode, expect, register, test } from '../fixtures.ts'
import { placeMarketBuy, textOf } from '../trading.ts'

test('shows stale data while offline and live data afterwards (visual, stale)', async ({
  page,
  context,
  gateway,
}) => {
  await page.goto(`${gateway.url}/en/spot/BTCUSDT`)
  const light = page.getByRole('status', { name: /^Market data/ })
  await expect(light).toHaveText('Live')
  await context.setOffline(true)
  await expect(light).toHaveText(/^Stale/)
  const lastPrice = page
    .getByRole('button', { name: textOf('spot.switchPair', { values: { pair: 'BTC/USDT' } }) })
    .locator('xpath=following-sibling::*[1]')
  await expect(lastPrice, 'an old price has no colour').toHaveCSS('filter', 'grayscale(1)')
  const candles = page.locator('main canvas').first()
  await expect(candles, 'old candles have none either').toHaveCSS('filter', 'grayscale(1)')
  // Long enough for the pauses between tries to become longer than what is waited for below.
  await page.waitForTimeout(15_000)
  await context.setOffline(false)
  await expect(light).toHaveText('Live')
  for (const each of [lastPrice, candles]) await expect(each).toHaveCSS('filter', 'none')
})

test('notifies once of fills missed while the account stream was away', async ({
  page,
  context,
  gateway: { url },
  consoleErrors,
}) => {
  let isGone = false
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/v1\/user\/stream$/, (socket) => {
    if (isGone) return void socket.close()
    socket.connectToServer()
    open.add(socket)
  })
  await register(page, { url, email: 'tunnel@example.com' })
  await enterPaperMode(page)
  const other = await context.newPage()
  await other.setViewportSize({ width: 1280, height: 800 })
  await other.goto(`${url}/en/spot/BTCUSDT`)
  await expect(
    other.getByRole('button', { name: textOf('realm.leave'), exact: true }),
  ).toBeVisible()
  // This page's stream has delivered its snapshot.
  await expect(page.getByRole('tab', { name: textOf('orders.open') })).toHaveText(/0$/)
  isGone = true
  for (const socket of open) await socket.close()
  await placeMarketBuy(other, { total: '1234' })
  // The log, because toasts disappear.
  const notices = (tab: typeof page) =>
    tab.getByRole('dialog', { name: textOf('shell.messages') }).getByText(/Bought 0\.\d+ BTC at /)
  for (const tab of [other, page]) await tab.getByRole('button', { name: /^Messages/ }).click()
  await expect(notices(other)).toHaveCount(1)
  await expect(notices(page)).toHaveCount(0)
  isGone = false
  await expect(notices(page)).toHaveCount(1, { timeout: 120_000 })
  // A second reconnect notifies of nothing again.
  for (const socket of open) await socket.close()
  const before = open.size
  await expect.poll(() => open.size, { timeout: 120_000 }).toBeGreaterThan(before)
  await other.keyboard.press('Escape')
  await expect(notices(other)).toHaveCount(0)
  await placeMarketBuy(other, { total: '321' })
  await expect(notices(page)).toHaveCount(2)
  expect(consoleErrors.filter((text) => !/WebSocket/.test(text))).toEqual([])
})
