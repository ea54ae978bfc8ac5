import { expect, test } from '../fixtures.ts'

const TOKEN = '**/v1/constantid/udid/c1**'

/** Lines of the gateway's log with these words. Those of the app's form have a reason. */
const linesWith = (output: string, words: string) =>
  output.split('\n').filter((line) => line.includes(words))

test('logs content-policy violations from app and browser without queries (spec 7.5)', async ({
  page,
  ownGateway: gateway,
}) => {
  const sent: { bizType?: string }[] = []
  page.on(
    'request',
    (request) =>
      void (
        request.url().endsWith('/v1/buried/log/cspSecurity') &&
        sent.push((request.postDataJSON() ?? {}) as { bizType?: string })
      ),
  )
  await page.goto(`${gateway.url}/en?actCode=secret-code`)
  await expect(page.getByRole('banner')).toBeVisible()
  await page.evaluate(() => {
    for (let n = 0; n < 15; n++) new Image().src = `https://evil.example/${n % 12}.png?uid=7`
  })
  await expect.poll(() => sent.filter(({ bizType }) => bizType === 'cspSecurity').length).toBe(10)
  expect(sent.find(({ bizType }) => bizType === 'cspSecurity')).toMatchObject({
    data: { event: { effectiveDirective: 'img-src', blockedURI: 'https://evil.example/0.png' } },
    page: `${gateway.url}/en`,
  })
  const logged = () => linesWith(gateway.output(), 'The content policy was violated')
  await expect.poll(() => logged().filter((line) => line.includes(' reason=')).length).toBe(10)
  // Without TLS the browser delivers by `report-uri`, and only where there is no `report-to` beside
  // it.
  await expect
    .poll(() => logged().filter((line) => !line.includes(' reason=')).length)
    .toBeGreaterThan(0)
  expect(logged().join()).toContain('https://evil.example/0.png')
  expect(logged().join()).not.toMatch(/uid=7|secret-code/)
})

test('delivers error reports made offline after the network returns (spec 8)', async ({
  page,
  context,
  ownGateway: gateway,
}) => {
  await page.route(TOKEN, (route) => route.abort())
  await page.goto(`${gateway.url}/en?code=1`)
  await expect
    .poll(() => linesWith(gateway.output(), 'A page reported a fault').join())
    .toContain('request-failed')
  expect(linesWith(gateway.output(), 'A page reported a fault').join()).not.toContain('code=1')

  const violations = () =>
    linesWith(gateway.output(), 'The content policy was violated').filter((line) =>
      line.includes(' reason='),
    )
  await context.setOffline(true)
  await page.evaluate(() => void (new Image().src = 'https://evil.example/offline.png'))
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  expect(violations()).toEqual([])
  await context.setOffline(false)
  await expect.poll(() => violations().join()).toContain('offline.png')
})
