import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, login, test } from '../fixtures.ts'

/** The table of pages as the app has it: a page that is added is visited, and one with an unknown parameter fails here. */
const table = readFileSync(path.resolve(import.meta.dirname, '../../../apps/web/src/app/pages.tsx'), 'utf8')
const PARAMETERS: Readonly<Record<string, string>> = { ':provider': 'google', ':symbol': 'BTCUSDT', '*': 'no/such/page' }
const paths = ['', ...[...table.matchAll(/\bpath: '([^']+)'/g)].map(([, pattern = '']) => pattern.split('/').map((part) => PARAMETERS[part] ?? part).join('/'))]
/** Guests are only asked to log in there. */
const isPrivate = (one: string) => /^(account|asset|record|modifyverification|qr)\b/.test(one)

type Watched = typeof globalThis & { violated(text: string): void }

test('Posture no page violates the content policy or Trusted Types', async ({ page, ownGateway: gateway, consoleErrors }) => {
  test.setTimeout(300_000)
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((one) => one.includes(':'))).toEqual([])
  const violations: string[] = []
  await page.exposeFunction('violated', (text: string) => void violations.push(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => (globalThis as Watched).violated(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`)),
  )
  const visit = async (one: string) => {
    const answer = await page.goto(`${gateway.url}/en${one && `/${one}`}`)
    const policy = answer?.headers()['content-security-policy'] ?? ''
    for (const part of ["default-src 'none'", "'nonce-", "'strict-dynamic'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]) expect(policy, one).toContain(part)
    expect(policy, one).not.toMatch(/'unsafe-(eval|hashes)'/)
    await expect(page.getByRole('main'), one).toContainText(/\S/)
    // What a page fetches after its first picture may break the policy too.
    await page.waitForLoadState('load')
  }
  for (const one of paths.filter((each) => !isPrivate(each))) await visit(one)
  await login(page, { url: gateway.url, loginName: gateway.demo.loginName, password: gateway.demo.password })
  await expect(page.getByRole('status', { name: 'Market data' })).toHaveText('Live')
  for (const one of paths.filter(isPrivate)) await visit(one)
  expect(violations).toEqual([])
  expect(consoleErrors.filter((text) => /content security policy|trusted/i.test(text))).toEqual([])
  expect(gateway.output()).not.toContain('The content policy was violated')
})
