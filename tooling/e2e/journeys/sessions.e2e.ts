import type { Page } from '@playwright/test'
import { enterPaperMode, expect, login, PASSWORD, register, test } from '../fixtures.ts'
import { textOf } from '../trading.ts'

const SECOND = 'second@example.com'
const SECOND_MASKED = 'se***@example.com'

const account = (page: Page, name: string | RegExp) =>
  page.getByRole('banner').getByRole('button', { name })
const logOut = async (page: Page, name: string | RegExp) => {
  await account(page, name).click()
  await page.getByRole('menuitem', { name: textOf('shell.logout') }).click()
}

test('switches every tab to the user who logged in last', async ({
  page,
  context,
  gateway: { url, demo },
  consoleErrors,
}) => {
  await register(page, { url, email: SECOND })
  await logOut(page, SECOND_MASKED)
  await expect(page).toHaveURL(`${url}/en/login`)
  await login(page, { url, ...demo })
  const demoName =
    (await page
      .getByRole('banner')
      .getByRole('button', { name: /\*\*\*/ })
      .getAttribute('aria-label')) ?? ''
  expect(demoName).not.toBe(SECOND_MASKED)

  // A draft of an order by the first user.
  const amount = page
    .getByRole('form', { name: textOf('spot.form') })
    .getByLabel(textOf('spot.amount'), { exact: true })
  await amount.fill('0.01')

  const second = await context.newPage()
  await second.goto(`${url}/en/markets`)
  await logOut(second, demoName)
  await expect(second).toHaveURL(`${url}/en/login`)
  // The first tab is in the background and learns only that the session changed.
  await expect(page.getByText(textOf('session.leftElsewhere'))).toBeVisible()
  await expect(account(page, demoName)).toBeHidden()

  const socket = page.waitForEvent('websocket', (opened) =>
    opened.url().endsWith('/v1/user/stream'),
  )
  await login(second, { url, loginName: SECOND, password: PASSWORD })
  await expect(account(page, SECOND_MASKED)).toBeVisible()
  await socket
  await expect(amount, 'what another user has written is not theirs').toHaveValue('')

  await page.getByRole('button', { name: textOf('realm.practise'), exact: true }).click()
  const enter = page.getByRole('button', { name: textOf('realm.enter') })
  await expect(enter).toBeVisible()
  // Cookies changed without an event: no private request may go out as another user.
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  // In one breath: whatever the page asks for by itself would see the change first and take the
  // dialog away.
  await enter.evaluate((button: HTMLElement) => {
    document.cookie = 'x_uid=1234567890; path=/'
    button.click()
  })
  await expect(page.getByText(textOf('error.otherAccount'))).toBeVisible()
  // The server names another user than the cookie: only a new log-in helps, and nobody asks again
  // and again.
  await expect(
    page.getByRole('banner').getByRole('link', { name: textOf('shell.login') }),
  ).toBeVisible()
  await page.waitForTimeout(2_000)
  expect(sent.filter((path) => path.includes('/sub-account/'))).toEqual([])
  expect(sent.filter((path) => path.includes('/userinfo')).length).toBeLessThanOrEqual(2)
  await login(page, { url, loginName: SECOND, password: PASSWORD })
  await expect(account(page, SECOND_MASKED)).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('keeps the session when a logout fails and retries it', async ({ page, home }) => {
  const first = await home.start()
  const { url, demo } = first
  await login(page, { url, ...demo })
  // The menu's chunk is loaded from the gateway the first time.
  await account(page, /\*\*\*/).click()
  await expect(page.getByRole('menuitem', { name: textOf('shell.logout') })).toBeVisible()
  await page.keyboard.press('Escape')
  // So is the chunk of the lists.
  await page.waitForLoadState('networkidle')
  await first.stop()
  await logOut(page, /\*\*\*/)
  const notice = page.getByText(textOf('session.logoutFailed'))
  await expect(notice).toBeVisible({ timeout: 120_000 })
  await expect(account(page, /\*\*\*/)).toBeVisible()

  const again = await home.start()
  await page.getByRole('button', { name: textOf('session.logoutAgain') }).click()
  await expect(page).toHaveURL(`${url}/en/login`)
  await expect(notice).toBeHidden()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('x_token')
  await again.stop()
})

test('does not show guest pages while the account cannot be read', async ({
  page,
  gateway: { url, demo },
}) => {
  await login(page, { url, ...demo })
  await page.route('**/v1/user/overview/userinfo*', (route) =>
    route.fulfill({ status: 503, body: 'busy' }),
  )
  await page.reload()
  await expect(page.getByText(textOf('session.reconnecting'))).toBeVisible()
  const below = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await expect.poll(below, 'the notice pushes no part of the terminal off the screen').toBe(0)
  await expect(
    page.getByRole('banner').getByRole('link', { name: textOf('shell.login') }),
  ).toBeHidden()
  await page.unroute('**/v1/user/overview/userinfo*')
  await expect(account(page, /\*\*\*/)).toBeVisible()
  await expect(page.getByText(textOf('session.reconnecting'))).toBeHidden()
})

test('applies a chosen language in other tabs and keeps their drafts', async ({
  page,
  context,
  gateway: { url },
  consoleErrors,
}) => {
  await page.goto(`${url}/en/login?from=%2Fasset`)
  const name = page.getByRole('textbox').first()
  await name.fill('half a na')
  const second = await context.newPage()
  await second.goto(`${url}/en/markets`)
  await second.getByRole('button', { name: textOf('shell.language') }).click()
  await second.getByRole('link', { name: 'العربية' }).click()
  await expect(second).toHaveURL(`${url}/ar/markets`)
  await expect(page).toHaveURL(`${url}/ar/login?from=%2Fasset`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    textOf('login.title', { language: 'ar' }),
  )
  await expect(name).toHaveValue('half a na')
  expect(consoleErrors).toEqual([])
})

test('delays requests between session cookie and key binding', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'between@example.com' })
  let seen = 0
  // The cookies reach the browser with this fetch; the page gets the answer, by which it binds the
  // key, when it has asked for something else.
  await page.route('**/v1/user/sub-account/switchTradeDemo', async (route) => {
    const answer = await route.fetch()
    const asked = page.waitForRequest(/\/v1\/user\/overview\/userinfo/, { timeout: 1_000 }).then(
      () => seen++,
      () => undefined,
    )
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await asked
    await route.fulfill({ response: answer })
  })
  await enterPaperMode(page)
  const banner = page.getByRole('banner')
  await expect(page.getByText(textOf('realm.entered'))).toBeVisible()
  // A refused request would have ended the session by now.
  await page.getByRole('tab', { name: textOf('orders.history') }).click()
  await expect(page.getByRole('tabpanel', { name: textOf('orders.history') })).toBeVisible()
  await expect(
    banner.getByRole('button', { name: textOf('realm.leave'), exact: true }),
  ).toBeVisible()
  await expect(page).toHaveURL(`${url}/en/spot/BTCUSDT`)
  expect([seen, consoleErrors]).toEqual([0, []])
})
