import { watchContentPolicy } from '../contentPolicy.ts'
import { expect, login, test } from '../fixtures.ts'
import {
  faultsOfTitles,
  IS_FULL,
  looksTaken,
  violationsOfPages,
  violationsOfPagesInTurn,
} from '../inspectAccessibility.ts'
import { GUEST_PATHS, OTHER_PATHS, USER_PATHS } from '../routes.ts'

interface Part {
  readonly name: string
  readonly guest?: readonly string[]
  readonly user?: readonly string[]
  readonly others?: readonly string[]
}

/** The most paths of a part of the full run. */
const PART_SIZE = 6

/** All pages in one journey; of the full run each part is one, so that its result is kept. */
function listParts(): readonly Part[] {
  if (!IS_FULL)
    return [{ name: 'every page', guest: GUEST_PATHS, user: USER_PATHS, others: OTHER_PATHS }]
  const count = Math.ceil(OTHER_PATHS.length / PART_SIZE)
  return [
    { name: 'core pages of guests', guest: GUEST_PATHS },
    { name: 'core pages of users', user: USER_PATHS },
    ...Array.from({ length: count }, (_, at) => ({
      name: `other pages, part ${at + 1} of ${count}`,
      others: OTHER_PATHS.slice(at * PART_SIZE, (at + 1) * PART_SIZE),
    })),
  ]
}

for (const { name, guest = [], user = [], others = [] } of listParts())
  test(`shows ${name} without violations under a title of its own`, async ({
    page,
    gateway: { url, demo },
    consoleErrors,
  }) => {
    test.setTimeout(IS_FULL ? 7_200_000 : 1_800_000)
    const looksBefore = looksTaken()
    const blocked = await watchContentPolicy(page)
    const found = await violationsOfPages(page, { url, paths: guest })
    if (user.length + others.length > 0)
      await login(page, { url, loginName: demo.loginName, password: demo.password })
    found.push(...(await violationsOfPages(page, { url, paths: user })))
    found.push(...(await violationsOfPagesInTurn(page, { url, paths: others })))
    console.log(`axe: ${looksTaken() - looksBefore} looks, ${found.length} violations`)
    expect(found).toEqual([])
    expect(faultsOfTitles()).toEqual([])
    expect(blocked).toEqual([])
    expect(consoleErrors).toEqual([])
  })
