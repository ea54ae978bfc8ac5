import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { expect, login, test } from '../fixtures.ts'

const TOKEN_PATH = '/v1/constantid/udid/c1'
const WEEK_SECONDS = 604_800

const tokenCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'dy_token')
const terminalCode = (page: Page) => page.evaluate(() => localStorage.getItem('x:terminalCode'))

test('shares one device token between tabs and logins (D7, D13, D18, D19)', async ({
  context,
  gateway: { url, demo },
  consoleErrors,
}) => {
  const asked: string[] = []
  context.on(
    'request',
    (request) => void (new URL(request.url()).pathname === TOKEN_PATH && asked.push(request.url())),
  )
  const pages = await Promise.all(Array.from({ length: 8 }, () => context.newPage()))
  await Promise.all(pages.map((page) => page.goto(`${url}/en`)))
  await expect
    .poll(() => tokenCookie(context))
    .toMatchObject({
      value: expect.stringMatching(/^[0-9a-f]{40}$/),
      path: '/',
      sameSite: 'Lax',
      httpOnly: false,
      secure: false,
    })
  const cookie = await tokenCookie(context)
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - WEEK_SECONDS)).toBeLessThan(300)
  for (const page of pages)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('x:dyToken')))
      .toContain(cookie?.value)
  await expect.poll(async () => new Set(await Promise.all(pages.map(terminalCode))).size).toBe(1)

  const [page] = pages
  if (!page) throw new Error('no tab opened')
  const sent = page.waitForRequest('**/v1/user/login')
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  const code = await terminalCode(page)
  expect((await sent).headers()).toMatchObject({ 'dy-token': cookie?.value, terminalcode: code })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\*\*\*/ })
    .click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${url}/en/login`)
  expect([(await tokenCookie(context))?.value, await terminalCode(page)]).toEqual([
    cookie?.value,
    code,
  ])
  expect(asked).toHaveLength(1)
  expect(consoleErrors).toEqual([])
})

test('applies a token that arrives after 12 s in every tab (D3, D7)', async ({
  context,
  gateway: { url },
}) => {
  let asked = 0
  await context.route(`**${TOKEN_PATH}**`, (route) => {
    asked++
    return route.continue({ url: `${route.request().url()}&mode=slow` })
  })
  const one = await context.newPage()
  await one.goto(`${url}/en`)
  await expect
    .poll(() => one.evaluate(() => localStorage.getItem('x:dyToken')))
    .toContain('timeout')
  const two = await context.newPage()
  await two.goto(`${url}/en`)
  for (const page of [one, two])
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('x:dyToken')))
      .toContain('success')
  expect((await tokenCookie(context))?.value).toMatch(/^[0-9a-f]{40}$/)
  expect(asked).toBe(1)
})

test('sends the token as a header where storage and cookies are blocked (D11)', async ({
  ownGateway: { url, demo },
}) => {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'x-e2e-profile-'))
  mkdirSync(path.join(profile, 'Default'))
  writeFileSync(
    path.join(profile, 'Default/Preferences'),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }),
  )
  // The full browser: the headless shell ignores profile settings.
  const executablePath = process.env['CHROMIUM_PATH']
  const context = await chromium.launchPersistentContext(profile, {
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    const uncaught: string[] = []
    context.on('weberror', (error) => uncaught.push(String(error.error())))
    const page = await context.newPage()
    await page.goto(`${url}/en/login`)
    const denied = await page.evaluate(() => {
      try {
        return String(localStorage.length)
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(denied).toBe('SecurityError')
    const form = page.getByRole('form', { name: 'Log in' })
    await form.getByRole('textbox', { name: 'E-mail or mobile number' }).fill(demo.loginName)
    await form.getByLabel('Password', { exact: true }).fill('not-the-password-1')
    const sent = page.waitForRequest('**/v1/user/login')
    await form.getByRole('button', { name: 'Log in', exact: true }).click()
    expect((await sent).headers()).toMatchObject({
      'dy-token': expect.stringMatching(/^[0-9a-f]{40}$/),
      terminalcode: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    await expect(form.getByRole('alert')).toHaveText('The login name or password is wrong.')
    expect(await context.cookies()).toEqual([])
    expect(uncaught).toEqual([])
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
})
