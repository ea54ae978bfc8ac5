import { expect, login, test } from '../fixtures.ts'
import { violationsOfPages } from '../inspectAccessibility.ts'

test('no page has an accessibility violation: dark and light, left and right, wide and phone, of guests and users', async ({ page, gateway: { url, demo }, consoleErrors }) => {
  test.setTimeout(240_000)
  const found = await violationsOfPages(page, { url, paths: ['', '/login', '/register', '/spot/BTCUSDT', '/nowhere'] })
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  found.push(...(await violationsOfPages(page, { url, paths: ['/asset', '/record/exchange', '/account/setting', '/account/sub-account', '/asset/transfer', '/spot/BTCUSDT'] })))
  expect(found).toEqual([])
  expect(consoleErrors).toEqual([])
})
