import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { openPglite } from '../../../apps/gateway/src/platform/db/openPglite.ts'
import { expect, register, test } from '../fixtures.ts'

const LINK =
  'channelCode=spring,old&vipCode=v7&actCode=%20act-1%20&clacCode=clac_1' +
  '&commonCode=common&groupId=g1&utm_source=mail&unknown=<script>'
const CODES = {
  channelCode: 'spring',
  vipCode: 'v7',
  actCode: 'act-1',
  clacCode: 'clac_1',
  commonCode: 'common',
  groupId: 'g1',
}

/** What the gateway kept with an account; its database is free to be read once it has ended. */
async function storedReferral(dataDir: string, email: string): Promise<unknown> {
  const db = await openPglite(path.join(dataDir, 'postgres'))
  try {
    return (
      await db.query<{ referral: unknown }>('select referral from users where email = $1', [email])
    )[0]?.referral
  } finally {
    await db.close()
  }
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('x:referral'))

test('sends referral codes with a registration in another tab (spec 4.4, R12)', async ({
  page,
  context,
  home,
  ownGateway: gateway,
  consoleErrors,
}) => {
  const { url } = gateway
  await page.goto(`${url}/en?${LINK}`)
  await expect(async () =>
    expect(JSON.parse((await stored(page)) ?? 'null')).toMatchObject({
      ...CODES,
      currentLink: `${url}/en`,
    }),
  ).toPass()
  const { effectiveEndTime } = JSON.parse((await stored(page)) ?? '{}') as {
    effectiveEndTime: number
  }
  expect(Math.abs(effectiveEndTime - Date.now() - 7 * 86_400_000), 'R7: seven days').toBeLessThan(
    60_000,
  )

  const tab = await context.newPage()
  const asked: string[] = []
  tab.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await register(tab, { url, email: 'invited@example.com' })
  expect(asked, 'a visit without a query asks for no configuration').not.toContain(
    '/v1/mix/config/referral',
  )
  expect(await stored(tab), 'R14: gone after the registration').toBeNull()
  await expect(async () => expect(await stored(page)).toBeNull()).toPass()

  await register(await (await context.browser()!.newContext()).newPage(), {
    url,
    email: 'uninvited@example.com',
  })
  expect(consoleErrors).toEqual([])
  await gateway.stop()
  expect(await storedReferral(home.dataDir, 'invited@example.com')).toEqual(CODES)
  expect(await storedReferral(home.dataDir, 'uninvited@example.com')).toEqual({})
})

test('ignores half a pair of codes and a closed window (R3, R5)', async ({ page, home }) => {
  /**
   * Opens the page with a link, and gives what is kept once the configuration was answered and the
   * page stands.
   */
  const keptOf = async (link: string) => {
    const answered = page.waitForResponse('**/v1/mix/config/referral*')
    await page.goto(link)
    await (await answered).finished()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return stored(page)
  }
  const open = await home.start()
  expect(await keptOf(`${open.url}/en?channelCode=spring`)).toBeNull()
  expect(await keptOf(`${open.url}/en?actCode=a1`)).toContain('"actCode":"a1"')
  await page.evaluate(() => localStorage.clear())
  await open.stop()

  const file = path.join(home.dataDir, 'referral.json')
  writeFileSync(file, JSON.stringify({ cacheEndTime: 1 }))
  const closed = await home.start({ REFERRAL_CONFIG: file })
  expect(await keptOf(`${closed.url}/en?actCode=late`)).toBeNull()
  await closed.stop()
})
