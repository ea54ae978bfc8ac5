import { expect, test } from '../fixtures.ts'

test('visual, stale face: a network that goes is shown within four seconds, and its return within as many', async ({ page, context, gateway }) => {
  await page.goto(`${gateway.url}/en/spot/BTCUSDT`)
  const light = page.getByRole('status', { name: /^Market data/ })
  await expect(light).toHaveText('Live')
  await context.setOffline(true)
  await expect(light).toHaveText(/^Stale/, { timeout: 4_000 })
  // Long enough for the pauses between tries to become longer than what is waited for below.
  await page.waitForTimeout(15_000)
  await context.setOffline(false)
  await expect(light).toHaveText('Live', { timeout: 4_000 })
})
