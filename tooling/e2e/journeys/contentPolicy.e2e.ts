import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, login, test } from '../fixtures.ts'

/** The addresses that have a page, as the build lists them: a page that is added is visited. */
const ROUTES = path.resolve(import.meta.dirname, '../../../apps/web/dist/pages/routes.json')
const NOWHERE = '/no/such/page'
const PARAMETERS: Readonly<Record<string, string>> = {
  ':provider': 'google',
  ':symbol': 'BTCUSDT',
  ':code': 'ABCDEFGHJK',
  ':packetId': '1',
  ':noticeId': 'demonstration',
  ':id': '1',
  ':orderId': '1',
  ':lead': '1',
}
/** A symbol that no market has answers 404. */
const COIN_MARGINED = 'BTCUSD'
const paths = [...(JSON.parse(readFileSync(ROUTES, 'utf8')) as readonly string[]), NOWHERE].map(
  (pattern) =>
    pattern
      .slice(1)
      .split('/')
      .map((part, index, { [index - 1]: before }) =>
        part === ':symbol' && before === 'coin' ? COIN_MARGINED : (PARAMETERS[part] ?? part),
      )
      .join('/'),
)
/** Pages that ask guests to log in. */
const isPrivate = (one: string) => /^(account|asset|transac|convert|swap|record|qr)\b/.test(one)

type Watched = typeof globalThis & { violated(text: string): void }

/** The policy violations of a journey's pages. */
async function watchViolations(page: Page): Promise<readonly string[]> {
  const violations: string[] = []
  await page.exposeFunction('violated', (text: string) => void violations.push(text))
  await page.addInitScript(() =>
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sample }) =>
        (globalThis as Watched).violated(
          `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`,
        ),
    ),
  )
  return violations
}

test('shows every page without content-policy or Trusted Types violations', async ({
  page,
  ownGateway: gateway,
  consoleErrors,
}) => {
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((one) => one.includes(':'))).toEqual([])
  const violations = await watchViolations(page)
  const visit = async (one: string) => {
    const answer = await page.goto(`${gateway.url}/en${one && `/${one}`}`)
    expect(answer?.status(), one).toBe(`/${one}` === NOWHERE ? 404 : 200)
    const policy = answer?.headers()['content-security-policy'] ?? ''
    for (const part of [
      "default-src 'none'",
      "'nonce-",
      "'strict-dynamic'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy, one).toContain(part)
    expect(policy, one).not.toMatch(/'unsafe-(eval|hashes)'/)
    await expect(page.getByRole('main'), one).toContainText(/\S/)
    // Late requests of a page may violate the policy too.
    await page.waitForLoadState('load')
  }
  for (const one of paths.filter((each) => !isPrivate(each))) await visit(one)
  await login(page, {
    url: gateway.url,
    loginName: gateway.demo.loginName,
    password: gateway.demo.password,
  })
  await expect(page.getByRole('status', { name: 'Market data' })).toHaveText('Live')
  // The overlay library adds a style element with the first menu; it has the page's nonce.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\*\*\*/ })
    .click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(page.locator('style#react-aria-pressable-style')).toHaveCount(1)
  for (const one of paths.filter(isPrivate)) await visit(one)
  expect(violations).toEqual([])
  expect(consoleErrors.filter((text) => /content security policy|trusted/i.test(text))).toEqual([])
  expect(gateway.output()).not.toContain('The content policy was violated')
})

test('computes the fingerprint once, without policy violations (spec 5.1)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  const violations = await watchViolations(page)
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
