import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildChallengeScript } from '../../modules/captcha/challengeScript.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { contentPolicy } from './contentPolicy.ts'
import { DATA_POLICY, securityHeaders } from './securityHeaders.ts'

const PAGE =
  '<!doctype html><html><head><script type="application/json" ' +
  'id="x-config">__X_CONFIG__</script><script ' +
  'nonce="__CSP_NONCE__">1</script></head></html>'
const HTTPS = {
  host: 'trade.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '198.51.100.9',
}

let gateway: TestGateway
let root = ''
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'headers-'))
  await writeFile(path.join(root, 'index.html'), PAGE)
  await writeFile(path.join(root, 'own.js'), '1')
  gateway = await createTestGateway({ webRoot: root, trustProxy: '127.0.0.1' })
})
afterAll(async () => {
  await gateway.stop()
  await rm(root, { recursive: true, force: true })
})

const html = { accept: 'text/html' }
const json = { 'content-type': 'application/json' }
/** One of each kind of answer. */
const answers: readonly [
  what: string,
  request: {
    method?: 'GET' | 'POST' | 'OPTIONS'
    url: string
    headers?: Record<string, string>
    payload?: string
  },
  status: number,
][] = [
  ['a page', { url: '/spot/BTCUSDT', headers: html }, 200],
  ['a file', { url: '/own.js' }, 200],
  ['a success', { url: '/v1/mix/config/referral' }, 200],
  ['a plain text', { url: '/v1/constantid/udid/c1?appId=web' }, 200],
  ['a refusal of the session', { url: '/v1/user/overview/userinfo' }, 200],
  [
    'a fault of the schema',
    { method: 'POST', url: '/v1/user/message/sendCode', headers: json, payload: '{}' },
    400,
  ],
  ['a path of another spelling', { url: '/v1//spot' }, 400],
  [
    'a foreign post',
    { method: 'POST', url: '/v1/user/logout', headers: { origin: 'https://evil.example' } },
    403,
  ],
  ['nothing there', { url: '/v1/nothing' }, 404],
  ['another method', { method: 'POST', url: '/v1/mix/config/referral' }, 405],
  [
    'a body too large',
    { method: 'POST', url: '/v1/user/login', headers: json, payload: 'x'.repeat(1024 * 1024 + 1) },
    413,
  ],
  ['a preflight', { method: 'OPTIONS', url: '/v1/user/login' }, 204],
]

const PERMISSIONS =
  /camera=\(\).*geolocation=\(\).*microphone=\(\).*payment=\(\).*publickey-credentials-get=\(self\)/

describe('security headers: headers of every answer', () => {
  const expected: readonly [name: string, value: string | RegExp][] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['permissions-policy', PERMISSIONS],
    ['x-frame-options', 'DENY'],
  ]
  describe.each(answers)('%s', (_, request, status) => {
    it.each(expected)('has %s', async (name, value) => {
      const response = await gateway.app.inject(request)
      expect(response.statusCode).toBe(status)
      expect(response.headers[name]).toEqual(
        value instanceof RegExp ? expect.stringMatching(value) : value,
      )
    })
    it('promises https only where it came over https', async () => {
      const { headers: own = {}, ...rest } = request
      expect(
        (await gateway.app.inject(request)).headers['strict-transport-security'],
      ).toBeUndefined()
      // A foreign origin stays one under the other host.
      const secure = await gateway.app.inject({ ...rest, headers: { ...own, ...HTTPS } })
      expect(secure.headers['strict-transport-security']).toBe(
        'max-age=63072000; includeSubDomains',
      )
    })
    it('names neither server nor framework', async () => {
      const { headers } = await gateway.app.inject(request)
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('x-powered-by')
    })
  })

  it.each(answers.filter(([, { url }]) => url.startsWith('/v1')))(
    '%s under /v1 is inert as a document and never cached',
    async (_, request) => {
      const { headers } = await gateway.app.inject(request)
      expect(headers).toMatchObject({
        'content-security-policy': DATA_POLICY,
        'cache-control': 'no-store',
      })
    },
  )

  it('gives a page its own policy with the nonce of its markup', async () => {
    const { headers, body } = await gateway.app.inject({ url: '/', headers: html })
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
    expect(headers['content-security-policy']).toContain(
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    )
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  })

  it('a believed proxy is needed for the promise of https', async () => {
    const response = await gateway.app.inject({
      url: '/v1/mix/config/referral',
      headers: HTTPS,
      remoteAddress: '203.0.113.9',
    })
    expect(response.headers['strict-transport-security']).toBeUndefined()
  })
})

describe('security headers: what other origins may embed', () => {
  it.each(['/static/captcha/gt4.js', '/static/captcha/gt4-worker.js'])(
    'allows other origins to embed %s',
    async (url) => {
      const first = await gateway.app.inject(url)
      expect(first.headers['cross-origin-resource-policy']).toBe('cross-origin')
      const again = await gateway.app.inject({
        url,
        headers: { 'if-none-match': String(first.headers['etag']) },
      })
      expect([again.statusCode, again.headers['cross-origin-resource-policy']]).toEqual([
        304,
        'cross-origin',
      ])
    },
  )

  it.each(['background', 'piece'])(
    'allows other origins to embed the challenge picture %s',
    async (layer) => {
      const client = gateway.client({ address: '203.0.113.77' })
      const { geetestId } = (
        await client.post('/v1/security/policy/captcha/get-captcha-id', { scene: 'register' })
      ).data as { geetestId: string }
      const loaded = await client.post('/v1/captcha/reference/load', { captchaId: geetestId })
      expect(loaded.headers['cross-origin-resource-policy']).toBe('same-origin')
      const { lotNumber } = loaded.data as { lotNumber: string }
      const picture = await gateway.app.inject(
        `/v1/captcha/reference/picture?lot=${lotNumber}&layer=${layer}`,
      )
      expect(picture.headers).toMatchObject({
        'content-type': 'image/png',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-store',
      })
    },
  )

  it('keeps a refused picture to its own origin', async () => {
    const picture = await gateway.app.inject(
      `/v1/captcha/reference/picture?lot=${'0'.repeat(32)}&layer=piece`,
    )
    expect(picture.headers['cross-origin-resource-policy']).toBe('same-origin')
  })
})

describe('security headers: SRI of the static scripts', () => {
  it('the page’s configuration pins the hash of what is served', async () => {
    const { body } = await gateway.app.inject({ url: '/', headers: html })
    const { captchaScript } = JSON.parse(/id="x-config">(.*?)<\/script>/.exec(body)![1]!) as {
      captchaScript: { src: string; integrity: string }
    }
    const served = await gateway.app.inject(captchaScript.src)
    expect(captchaScript.integrity).toBe(
      `sha384-${createHash('sha384').update(served.rawPayload).digest('base64')}`,
    )
    expect((await buildChallengeScript()).main.integrity).toBe(captchaScript.integrity)
  })
})

describe('security headers: csp_evaluator', () => {
  /** The evaluator's scale: 100 is "none"; everything below is worse. */
  const NONE = 100
  const findings = (policy: string) =>
    new CspEvaluator(new CspParser(policy).csp)
      .evaluate()
      .filter(({ severity }) => Number(severity) < NONE)

  it.each([
    [
      'pages over http',
      contentPolicy({ nonce: 'c29tZSBub25jZSBvZiAxNg==', host: 'localhost:8080', isHttps: false }),
    ],
    [
      'pages over https, with image origins',
      contentPolicy({
        nonce: 'c29tZSBub25jZSBvZiAxNg==',
        host: 'trade.example',
        isHttps: true,
        imageOrigins: ['https://img1.example', 'https://img2.example'],
      }),
    ],
    ['data', DATA_POLICY],
  ])('finds nothing in the policy of %s', (_, policy) => {
    expect(
      findings(policy).map(
        ({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`,
      ),
    ).toEqual([])
  })
  it('finds nothing in the policy that a page really carries', async () => {
    const { headers } = await gateway.app.inject({ url: '/', headers: html })
    expect(findings(String(headers['content-security-policy']))).toEqual([])
  })
  it('would find what a careless policy leaves open', () => {
    expect(
      findings("script-src 'self' 'unsafe-inline' https:; object-src *").length,
    ).toBeGreaterThan(0)
    expect(
      findings(
        contentPolicy({ nonce: 'abc', host: 'x', isHttps: true })
          .replace("object-src 'none'; ", '')
          .replace("default-src 'none'; ", ''),
      ).length,
    ).toBeGreaterThan(0)
  })
})

describe('the security headers as data', () => {
  it('differs by https in one header only', () => {
    const { 'strict-transport-security': hsts, ...rest } = securityHeaders({ isHttps: true })
    expect(rest).toEqual(securityHeaders({ isHttps: false }))
    expect(hsts).toContain('includeSubDomains')
  })
})
