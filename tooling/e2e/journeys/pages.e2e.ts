import AxeBuilder from '@axe-core/playwright'
import { brotliCompressSync } from 'node:zlib'
import { expect, login, test } from '../fixtures.ts'

/** The bar of the quality page, chart included. */
const LIMIT_BYTES = 230 * 1024

test('the first load of the terminal is at most 230 KB of script, chart included', async ({ page, gateway: { url } }) => {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') sizes.push(response.body().then((body) => brotliCompressSync(body).length))
  })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await expect(page.getByRole('status', { name: 'Market data' })).toHaveText('Live')
  await page.waitForLoadState('networkidle').catch(() => undefined)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  console.log(`Script of the first load: ${(bytes / 1024).toFixed(1)} KB brotli in ${sizes.length} files`)
  expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES)
})

test('no page has an accessibility violation: dark and light, left and right, wide and phone', async ({ page, gateway: { url, demo }, consoleErrors }) => {
  test.setTimeout(180_000)
  const found: string[] = []
  const look = async (paths: readonly string[]) => {
    for (const language of ['en', 'ar']) for (const width of [1280, 390]) for (const path of paths) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${url}/${language}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
      for (const theme of ['dark', 'light']) {
        await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
        const { violations } = await new AxeBuilder({ page }).analyze()
        for (const { id, nodes } of violations) found.push(`${language} ${width} ${path} ${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(', ')}`)
      }
    }
  }
  await look(['', '/login', '/register'])
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await look(['/spot/BTCUSDT', '/asset', '/record/exchange'])
  expect(found).toEqual([])
  expect(consoleErrors).toEqual([])
})

test('malformed JSON and a body over 1 MiB are refused in the envelope', async ({ page, gateway: { url } }) => {
  const post = (text: string) => page.request.post(`${url}/v1/security/policy/captcha/get-captcha-id`, { headers: { 'content-type': 'application/json' }, data: Buffer.from(text) })
  const malformed = await post('{"scene":')
  expect(malformed.status()).toBe(400)
  expect(await malformed.json()).toMatchObject({ code: '40010', status: 'error' })
  const large = await post(JSON.stringify({ scene: 'x'.repeat(1024 * 1024) }))
  expect(large.status()).toBe(413)
  expect(await large.json()).toMatchObject({ code: '1', msg: 'The request is larger than 1 MiB' })
})
