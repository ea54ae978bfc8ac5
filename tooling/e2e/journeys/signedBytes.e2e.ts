import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import fc from 'fast-check'
import { enterPaperMode, expect, login, test } from '../fixtures.ts'
import { openOrderRows, placeLimit, priceAway } from '../trading.ts'
import {
  bytesToSign,
  faultOf,
  isSigned,
  isUnderRule,
  pathOf,
  type SignatureRecords,
  type SeenRequest,
  type SignTables,
  startRequestRecorder,
  recordSignatures,
} from '../requestRecorder.ts'

/** Generated ones; `BYTES_REQUESTS=10000` for the whole number of rule Q10. */
const REQUESTS = Number(process.env['BYTES_REQUESTS'] ?? 60)

// A use of its own would mean a worker of its own, with its browser and its gateway.
if (process.env['E2E_TRACE']) test.use({ trace: 'off' })

test(`sends what it signed: a trade and ${REQUESTS} generated requests (Q10)`, async ({
  page,
  context,
  ownGateway: gateway,
  consoleErrors,
}) => {
  test.setTimeout(900_000 + REQUESTS * 60)
  const pen = await recordSignatures(context)
  const wire = await startRequestRecorder(gateway.url)
  try {
    await test.step('exactly the bytes that the app signed', async () => {
      await tradeOnce(page, { url: wire.url, demo: gateway.demo })
      const tables = await readTables(wire.url)
      compare(wire.seen, { tables, pen })
      const signed = wire.seen.filter(isSigned)
      const paths = new Set(signed.map(pathOf))
      for (const wanted of [
        '/v1/user/overview/userinfo',
        '/v1/spot/order/open',
        '/v1/spot/order/place',
        '/v1/spot/order/cancel',
      ])
        expect(paths).toContain(wanted)
      const modes = new Set(signed.map(({ headers }) => headers['device-sign-mode']))
      expect(modes).toEqual(new Set(['1', '2']))
      expect(consoleErrors).toEqual([])
    })
    // A page of the same origin without own requests.
    await page.goto(`${wire.url}/favicon.svg`)
    const before = wire.seen.length
    await page.evaluate(await bundle())
    const requests = fc.sample(generated, { numRuns: REQUESTS, seed: 20_261_121 })
    const issuerCertificates = await readIssuers(wire.url)
    const kinds = await page.evaluate(({ list, issuers }) => sendAll_(list, issuers), {
      list: JSON.stringify(requests),
      issuers: issuerCertificates,
    })
    const seen = wire.seen.slice(before)
    const tables = await readTables(wire.url)
    const count = compare(seen, { tables, pen })
    expect(count.requests).toBe(REQUESTS)
    // Answers of handlers (business, HTTP 404 of made-up paths) and no verdict: every signature was
    // accepted.
    expect(
      Object.keys(kinds).filter((kind) => !['resolved', 'business', 'http'].includes(kind)),
    ).toEqual([])
  } finally {
    await wire.stop()
  }
})

test('sends a realm to every route that requires one (wire 1b)', async ({ page, gateway }) => {
  const { paths } = (await (await fetch(`${gateway.url}/v1/dev/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { parameters?: readonly { name: string }[] }>>
  }
  const routes = Object.entries(paths).flatMap(([name, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path: name,
      wantsRealm: parameters.some((one) => one.name === 'x-realm'),
    })),
  )
  expect(routes.filter(({ wantsRealm }) => wantsRealm).length).toBeGreaterThan(20)
  await page.goto(`${gateway.url}/favicon.svg`)
  await page.evaluate(await bundle())
  const withRealm = await page.evaluate((list) => realmsOf_(list), routes)
  expect(
    routes.filter(({ path: name, wantsRealm }) => wantsRealm && !withRealm.includes(name)),
  ).toEqual([])
  // A public route must not depend on a session, nor on the realm of one.
  expect(
    withRealm.filter((name) =>
      /^\/v1\/(?:mix|user\/login|user\/register|spot\/public)\//.test(name),
    ),
  ).toEqual([])
})

async function tradeOnce(
  page: Page,
  { url, demo }: { url: string; demo: { loginName: string; password: string } },
): Promise<void> {
  await login(page, { url, ...demo })
  await enterPaperMode(page)
  const answered = page.waitForResponse('**/v1/spot/order/place')
  await placeLimit(page, { price: await priceAway(page, { url, share: '0.9' }), amount: '0.01' })
  await (await answered).finished()
  await expect(openOrderRows(page)).toHaveCount(1)
  // The row is hidden before the request is sent.
  const cancelled = page.waitForResponse('**/v1/spot/order/cancel')
  await openOrderRows(page).click()
  await (await cancelled).finished()
  await expect(openOrderRows(page)).toHaveCount(0)
}

/** Compares both sides and reports the numbers of bytes. */
function compare(
  seen: readonly SeenRequest[],
  { tables, pen }: { readonly tables: SignTables; readonly pen: SignatureRecords },
) {
  const signed = seen.filter(isSigned)
  const bytesSeen = signed.reduce((sum, request) => sum + bytesToSign(request, tables).length, 0)
  const bytesSigned = signed.reduce(
    (sum, { headers }) => sum + (pen.signed.get(String(headers['device-sign']))?.length ?? 0),
    0,
  )
  console.log(
    `${signed.length} signed requests of ${seen.length}: ${bytesSigned} bytes signed, ` +
      `${bytesSeen} bytes seen`,
  )
  expect(signed.flatMap((request) => faultOf(request, { tables, pen }) ?? [])).toEqual([])
  expect(bytesSeen).toBe(bytesSigned)
  expect(
    seen.filter((request) => isUnderRule(request, tables) && !isSigned(request)).map(pathOf),
    'under a rule and unsigned',
  ).toEqual([])
  expect(
    seen.flatMap(({ signError, target }) =>
      signError === undefined ? [] : [`${signError} ${target}`],
    ),
    'verdicts of the gateway',
  ).toEqual([])
  return { requests: signed.length, bytesSeen }
}

async function readTables(url: string): Promise<SignTables> {
  const { data } = (await (await fetch(`${url}/v1/mix/config/gatewaySignConfig`)).json()) as {
    data: { gatewaySignConfig: SignTables }
  }
  return data.gatewaySignConfig
}

async function readIssuers(url: string): Promise<string[]> {
  const { data } = (await (await fetch(`${url}/v1/mix/config/issuerCertificate`)).json()) as {
    data: { pem: string }
  }
  return [data.pem]
}

/** Any text, names and values that are hard to write, bodies of every form that has a text. */
const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const fields = fc.dictionary(text, fc.oneof(text, fc.jsonValue()), { maxKeys: 6 })
const writes = fc.constantFrom('/spot/order/place', '/spot/order/cancel')
/**
 * The last four are no routes: signed by their prefix, seen by the gateway, answered 404 or 400.
 */
const reads = fc
  .constantFrom(
    'order/open',
    'order/history',
    'order/fills',
    'account/assets',
    'order/a b/ü',
    "order/it's|here^`{}",
    'order/emoji/😀',
    'order/100%',
  )
  .map((name) => `/spot/${name}`)
const generated = fc.oneof(
  { weight: 3, arbitrary: fc.record({ method: fc.constant('POST'), path: writes, data: fields }) },
  fc.record({
    method: fc.constant('POST'),
    path: writes,
    data: fields,
    encoding: fc.constant('form'),
  }),
  fc.record({
    method: fc.constant('POST'),
    path: writes,
    data: fc.array(fc.jsonValue(), { maxLength: 4 }),
  }),
  fc.record({
    method: fc.constant('POST'),
    path: writes,
    data: fc.string({ unit: 'binary', maxLength: 60 }),
  }),
  fc.record({ method: fc.constant('POST'), path: writes }),
  { weight: 2, arbitrary: fc.record({ method: fc.constant('GET'), path: reads, data: fields }) },
)

declare global {
  var sendAll_: (list: string, issuers: readonly string[]) => Promise<Record<string, number>>
  /** The paths of those that a client would send with the header `x-realm`. */
  var realmsOf_: (
    routes: readonly { readonly method: string; readonly path: string }[],
  ) => Promise<string[]>
}

/** The packages as an app puts them together, with the key that the log-in left in this browser. */
const PAGE = `
import { createGatewaySign } from '@x/gateway-sign'
import { browserPorts } from '@x/kit/browser'
import {
  createRequestClient,
  createServerClock,
  isRequestError,
  standardMiddlewares,
} from '@x/request'
import { createAxiosTransport } from '@x/request/axios'
import { createAsyncStorage, createCookieStorage, createStorage } from '@x/storage'
const headers = {
  theme: () => 'dark',
  terminalCode: () => '0'.repeat(32),
  deviceLanguage: () => navigator.language,
  locale: () => 'en',
  languageTag: () => 'en',
  realm: () => 'paper',
}
globalThis.realmsOf_ = async (routes) => {
  const { clock, random } = browserPorts()
  const serverClock = createServerClock({ clock })
  const sent = []
  const send = async ({ path, headers }) => (
    headers['x-realm'] && sent.push(path),
    { status: 200, headers: new Headers(), text: '{"code":"0"}' }
  )
  const client = createRequestClient({
    transport: { send },
    clock,
    random,
    serverClock,
    ...standardMiddlewares({
      clock,
      serverClock,
      random,
      headers,
      languageType: () => 0,
      presenter: { present() {} },
    }),
  })
  for (const { method, path } of routes) await client.request({ method, path })
  return sent
}
globalThis.sendAll_ = async (text, issuerCertificates) => {
  const { clock, random, openChannel } = browserPorts()
  const serverClock = createServerClock({ clock })
  const gatewaySign = createGatewaySign({
    configStorage: createStorage({ order: ['session', 'memory'] }),
    keyStorage: createAsyncStorage({ name: 'x_local_cache', openChannel }),
    cookies: createCookieStorage(),
    clock,
    random,
    issuerCertificates,
    secureContext: isSecureContext,
    fetchConfig: () => client.get('/mix/config/gatewaySignConfig', { bare: true }),
  })
  const pipeline = standardMiddlewares({
    clock,
    serverClock,
    random,
    gatewaySign,
    headers,
    languageType: () => 0,
    presenter: { present() {} },
  })
  const client = createRequestClient({
    transport: createAxiosTransport(),
    clock,
    random,
    serverClock,
    onSessionExpired: 'reject-silent',
    ...pipeline,
  })
  const list = JSON.parse(text)
  const kinds = {}
  const send = (request) =>
    client.request(request).then(
      () => 'resolved',
      (error) => (isRequestError(error) ? error.kind : String(error)),
    )
  for (let at = 0; at < list.length; at += 50) {
    for (const kind of await Promise.all(list.slice(at, at + 50).map(send)))
      kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  return kinds
}
`

async function bundle(): Promise<string> {
  const resolveDir = path.resolve(import.meta.dirname, '../../../apps/web/src')
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir, loader: 'js' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    conditions: ['x-source'],
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
