import { expect, login, test } from '../fixtures.ts'

test('logs in with the fallback script where WebCrypto is missing', async ({
  page,
  gateway: { url, demo },
  consoleErrors,
}) => {
  const scripts: string[] = []
  page.on(
    'request',
    (request) =>
      request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
  )
  await page.addInitScript(() =>
    Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined }),
  )
  let sealed = false
  page.on(
    'request',
    (request) =>
      (sealed ||=
        request.url().endsWith('/v1/user/login') &&
        /"bodyCiphertext":/.test(request.postData() ?? '')),
  )
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await page.goto(`${url}/en/asset`)
  await expect(page.getByRole('row', { name: /USDT/ }).first()).toBeVisible({ timeout: 300_000 })
  expect(sealed).toBe(true)
  expect(scripts.filter((path) => path.startsWith('/assets/crypto-'))).not.toEqual([])
  expect(consoleErrors).toEqual([])
})

test('does not load the fallback script where WebCrypto exists', async ({
  page,
  gateway: { url, demo },
}) => {
  const scripts: string[] = []
  page.on(
    'request',
    (request) =>
      request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname),
  )
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  expect(scripts.filter((path) => path.startsWith('/assets/crypto-'))).toEqual([])
})
