import { watchContentPolicy } from '../contentPolicy.ts'
import { expect, login, test } from '../fixtures.ts'

test('opens a menu without content-policy violations', async ({
  page,
  gateway: { url, demo },
  consoleErrors,
}) => {
  const violations = await watchContentPolicy(page)
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\*\*\*/ })
    .click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  // The overlay library adds a style element with the first menu; it has the page's nonce.
  await expect(page.locator('style#react-aria-pressable-style')).toHaveCount(1)
  expect(violations).toEqual([])
  expect(consoleErrors).toEqual([])
})

test('computes the fingerprint once, without policy violations (spec 5.1)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  const violations = await watchContentPolicy(page)
  const chunks: string[] = []
  page.on(
    'request',
    (request) =>
      void (/\/fingerprintJs-[^/]+\.js$/.test(request.url()) && chunks.push(request.url())),
  )
  const stored = () => page.evaluate(() => localStorage.getItem('x:fingerprint'))
  await page.clock.install()
  const standAMinute = async () => {
    await page.goto(`${url}/en`)
    await expect(page.getByRole('main')).toContainText(/\S/)
    const before = { asked: chunks.length, fingerprint: await stored() }
    await page.clock.fastForward('01:00')
    return before
  }
  expect(await standAMinute()).toEqual({ asked: 0, fingerprint: null })
  await expect.poll(stored).toMatch(/^[0-9a-f]{32}$/)
  expect(chunks).toHaveLength(1)
  const fingerprint = await stored()
  await standAMinute()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect([chunks.length, await stored()]).toEqual([1, fingerprint])
  expect(violations).toEqual([])
  expect(consoleErrors).toEqual([])
})
