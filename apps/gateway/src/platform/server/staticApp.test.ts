import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveStaticApp, type StaticAppOptions } from './staticApp.ts'

const PAGE =
  '<html><script type="application/json" id="x-config">__X_CONFIG__</script><script ' +
  'nonce="__CSP_NONCE__"></script><meta content="__CSP_NONCE__"></html>'
const HTML = { accept: 'text/html,*/*' }

let root: string
let app: FastifyInstance
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'static-'))
  await mkdir(path.join(root, 'assets'))
  await writeFile(path.join(root, 'index.html'), PAGE)
  await writeFile(path.join(root, 'assets/index-B2x.js'), 'plain()')
  await writeFile(path.join(root, 'assets/index-B2x.js.br'), brotliCompressSync('plain()'))
  await writeFile(path.join(root, 'favicon.svg'), '<svg/>')
  await writeFile(path.join(root, '.stamp'), 'secret')
})
afterEach(async () => {
  await app.close()
  await rm(root, { recursive: true, force: true })
})

function serve(folder = root, more: Partial<StaticAppOptions> = {}): FastifyInstance {
  app = Fastify({ exposeHeadRoutes: false })
  const pages = serveStaticApp(app, {
    root: folder,
    config: { issuerCertificates: ['PEM'], note: '</script><b>' },
    ...more,
  })
  app.setNotFoundHandler(
    async (request, reply) => pages(request, reply) ?? reply.code(404).send('nothing'),
  )
  return app
}

describe('the app’s pages', () => {
  it.each(['/', '/index.html', '/zh-CN/spot/BTCUSDT', '/spot/BTCUSDT?vipCode=1'])(
    '%s is the page, with a new policy nonce each time',
    async (url) => {
      const [first, second] = await Promise.all([
        serve().inject({ url, headers: HTML }),
        app.inject({ url, headers: HTML }),
      ])
      const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? ''
      expect(first.statusCode).toBe(200)
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
      expect(first.body).toContain(`<meta content="${nonce}">`)
      expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
      expect(second.body).not.toContain(nonce)
      expect(first.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'x-frame-options': 'DENY',
      })
    },
  )

  it('carry the configuration, and nothing in it can end its element', async () => {
    const { body } = await serve().inject({ url: '/', headers: HTML })
    const text = /id="x-config">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(text)).toEqual({ issuerCertificates: ['PEM'], note: '</script><b>' })
  })

  it('follow a new build', async () => {
    expect((await serve().inject({ url: '/', headers: HTML })).body).toContain('x-config')
    await writeFile(path.join(root, 'index.html'), '<html>second</html>')
    await utimes(path.join(root, 'index.html'), new Date(), new Date(Date.now() + 5_000))
    expect((await app.inject({ url: '/', headers: HTML })).body).toBe('<html>second</html>')
  })

  it('are not served for a wrong address of a script or image', async () => {
    expect(
      (await serve().inject({ url: '/assets/gone.js', headers: { accept: '*/*' } })).statusCode,
    ).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/spot', headers: HTML })).statusCode).toBe(404)
  })

  it('say how to build the app where it is not', async () => {
    const response = await serve(path.join(root, 'nowhere')).inject({ url: '/', headers: HTML })
    expect(response.statusCode).toBe(503)
    expect(response.body).toContain('npm start')
  })
})

describe('the pages of each language', () => {
  const page = (name: string) =>
    `<html data-name="${name}"><link rel="canonical" href="__X_ORIGIN__/x"><script ` +
    'nonce="__CSP_NONCE__"></script></html>'
  beforeEach(async () => {
    for (const name of [
      'en/index',
      'en/markets',
      'en/_',
      'de/index',
      'de/markets',
      'de/spot/BTCUSDT',
      'de/_',
      'zh-CN/index',
      'zh-CN/_',
      'ph/_',
    ]) {
      await mkdir(path.dirname(path.join(root, 'pages', name)), { recursive: true })
      await writeFile(path.join(root, 'pages', `${name}.html`), page(name))
    }
  })
  const nameOf = async (url: string, headers: Record<string, string> = {}) =>
    /data-name="([^"]*)"/.exec(
      (await app.inject({ url, headers: { ...HTML, ...headers } })).body,
    )?.[1]

  it.each([
    ['/de', 'de/index'],
    ['/de/', 'de/index'],
    ['/de/markets?x=1', 'de/markets'],
    ['/de/markets/', 'de/markets'],
    ['/de/spot/BTCUSDT', 'de/spot/BTCUSDT'],
    ['/de/spot/ETHUSDT', 'de/_'],
    ['/de/asset', 'de/_'],
    ['/', 'en/index'],
    ['/markets', 'en/markets'],
    ['/idea', 'en/_'],
    ['/DE/markets', 'en/_'],
    ['/zh-CN', 'zh-CN/index'],
    ['/de/_', 'de/_'],
    ['/de/%2e%2e%2fen/markets', 'de/_'],
  ])('%s is answered with %s', async (url, name) => {
    serve()
    expect(await nameOf(url)).toBe(name)
  })
  it.each([
    [{ cookie: 'theme=black; language=de' }, 'de/index'],
    [{ cookie: 'language=../../secret' }, 'en/index'],
    [{ cookie: 'language=DE' }, 'en/index'],
    [{ 'accept-language': 'de-AT,de;q=0.9' }, 'de/index'],
    [{ 'accept-language': 'xx,zh;q=0.8' }, 'zh-CN/index'],
    [{ 'accept-language': 'fil-PH' }, 'ph/_'],
    // By the rule of the app: traditional script is not the simplified page, so the next language
    // counts.
    [{ 'accept-language': 'zh-Hant-HK,de;q=0.9' }, 'de/index'],
    [{ 'accept-language': 'zh-Hans-CN' }, 'zh-CN/index'],
    [{ cookie: 'language=zh-CN', 'accept-language': 'de' }, 'zh-CN/index'],
    [{ 'accept-language': '*' }, 'en/index'],
  ])('follow cookie and browser without a prefix: %j gets %s', async (headers, name) => {
    serve()
    expect(await nameOf('/', headers as Record<string, string>)).toBe(name)
  })
  it('name the origin that they are asked at, and no forged one', async () => {
    expect(
      (await serve().inject({ url: '/de', headers: { ...HTML, host: 'x.example:8443' } })).body,
    ).toContain('href="http://x.example:8443/x"')
    expect(
      (await app.inject({ url: '/de', headers: { ...HTML, host: 'x.example"><script>' } })).body,
    ).not.toContain('<script>')
  })
  it('are shared by the addresses of a folder', async () => {
    await mkdir(path.join(root, 'pages/de/futures/usdt'), { recursive: true })
    await writeFile(path.join(root, 'pages/de/futures/usdt/_.html'), page('de/futures/usdt/_'))
    serve()
    expect(await nameOf('/de/futures/usdt/BTCUSDT')).toBe('de/futures/usdt/_')
    expect(await nameOf('/de/futures/coin/BTCUSD')).toBe('de/_')
    expect(await nameOf('/de/futures/usdt')).toBe('de/_')
  })
  describe('where the build lists its routes', () => {
    const statusOf = async (url: string, method: 'GET' | 'HEAD' = 'GET') =>
      (await app.inject({ url, method, headers: HTML })).statusCode
    beforeEach(async () => {
      const routes = ['/', '/markets', '/spot', '/spot/:symbol', '/record/mcp/:id']
      await writeFile(path.join(root, 'pages/routes.json'), JSON.stringify(routes))
      serve()
    })

    it.each([
      '/',
      '/index.html',
      '/de',
      '/de/',
      '/de/markets?x=1',
      '/de/Markets/',
      '/spot/BTCUSDT',
      '/zh-CN/spot/NOSUCH',
      '/de/%6darkets',
      '/de/record/mcp/42',
    ])('%s is there', async (url) => {
      expect(await statusOf(url)).toBe(200)
    })

    it.each([
      '/nowhere',
      '/de/nowhere',
      '/xx/markets',
      '/de/spot/BTCUSDT/more',
      '/de/record/mcp/',
      '/marketsXY',
    ])('%s is answered with 404 and the page that says so', async (url) => {
      const answer = await app.inject({ url, headers: HTML })
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toMatch(/data-name="(de|en)\/_"/)
      expect(answer.headers['content-security-policy']).toContain("'nonce-")
      expect(await statusOf(url, 'HEAD')).toBe(404)
    })
  })

  describe('of pairs and contracts', () => {
    const routes = ['/spot/:symbol', '/futures/usdt/:symbol', '/x/:id']
    const isListed = (route: string, symbol: string) =>
      symbol === (route === '/spot/:symbol' ? 'BTCUSDT' : 'DOGEUSDT')
    beforeEach(() => writeFile(path.join(root, 'pages/routes.json'), JSON.stringify(routes)))

    it.each([
      ['/de/spot/BTCUSDT', 200],
      ['/spot/BTCUSDT/', 200],
      ['/de/spot/NOPE', 404],
      ['/spot/DOGEUSDT', 404],
      ['/futures/usdt/DOGEUSDT', 200],
      ['/futures/usdt/BTCUSDT', 404],
      ['/x/NOPE', 200],
    ] as const)('%s is answered with %i', async (url, status) => {
      const answer = await serve(root, { isListed }).inject({ url, headers: HTML })
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['content-type']).toContain('text/html')
    })
  })

  it('are not handed out raw', async () => {
    for (const url of ['/pages/de/index.html', '/pages//de/index.html', '/%70ages/de/index.html'])
      expect((await serve().inject({ url, headers: HTML })).body, url).not.toContain(
        '__CSP_NONCE__',
      )
  })
})

describe('the app’s files', () => {
  it('caches hashed files for a year, revalidates others', async () => {
    expect((await serve().inject('/assets/index-B2x.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })
  it('go out compressed where the build did so', async () => {
    const response = await serve().inject({
      url: '/assets/index-B2x.js',
      headers: { 'accept-encoding': 'br' },
    })
    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
    })
    expect(String(response.headers['vary']).toLowerCase()).toContain('accept-encoding')
    expect((await app.inject('/assets/index-B2x.js')).body).toBe('plain()')
  })
  it.each(['/.stamp', '/assets/../.stamp', '/%2e%2e/package.json', '/assets'])(
    '%s is none of them',
    async (url) => {
      expect((await serve().inject(url)).body).toBe('nothing')
    },
  )
})
