import { expect, login, test } from '../fixtures.ts'
import { looksTaken, violationsOfPages } from '../inspectAccessibility.ts'
import { GUEST_PATHS, USER_PATHS } from '../routes.ts'

test('shows every page without accessibility violations in every layout', async ({
  page,
  gateway: { url, demo },
  consoleErrors,
}) => {
  // Every view of `npm run bench -- a11y` is eight times the sample.
  test.setTimeout(process.env['A11Y_VIEWS'] === 'all' ? 1_800_000 : 240_000)
  const found = await violationsOfPages(page, { url, paths: GUEST_PATHS })
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  found.push(...(await violationsOfPages(page, { url, paths: USER_PATHS })))
  console.log(`axe: ${looksTaken()} looks, ${found.length} violations`)
  expect(found).toEqual([])
  expect(consoleErrors).toEqual([])
})
