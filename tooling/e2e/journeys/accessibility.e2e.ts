import { watchContentPolicy } from '../contentPolicy.ts'
import { expect, login, test } from '../fixtures.ts'
import {
  faultsOfTitles,
  looksTaken,
  violationsOfPages,
  violationsOfPagesInTurn,
} from '../inspectAccessibility.ts'
import { GUEST_PATHS, OTHER_PATHS, USER_PATHS } from '../routes.ts'

test('shows every page without violations under a title of its own', async ({
  page,
  gateway: { url, demo },
  consoleErrors,
}) => {
  test.setTimeout(process.env['A11Y_VIEWS'] === 'all' ? 7_200_000 : 1_800_000)
  const blocked = await watchContentPolicy(page)
  const found = await violationsOfPages(page, { url, paths: GUEST_PATHS })
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  found.push(...(await violationsOfPages(page, { url, paths: USER_PATHS })))
  found.push(...(await violationsOfPagesInTurn(page, { url, paths: OTHER_PATHS })))
  console.log(`axe: ${looksTaken()} looks, ${found.length} violations`)
  expect(found).toEqual([])
  expect(faultsOfTitles()).toEqual([])
  expect(blocked).toEqual([])
  expect(consoleErrors).toEqual([])
})
