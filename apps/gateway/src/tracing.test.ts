import { hostname } from 'node:os'
import path from 'node:path'
import { createManualClock } from '@x/kit/testing'
import { createRequestClient, englishTexts, sign } from '@x/request'
import { createFetchTransport } from '@x/request/fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodePayload } from './exchange/journal/commandBytes.ts'
import { createFileLog } from './exchange/journal/createFileLog.ts'
import { readRecords } from './exchange/journal/record.ts'
import { silentLog } from './platform/log/Log.ts'
import { nodeRandom } from './platform/nodePorts.ts'
import { openTracing } from './platform/tracing/openTracing.ts'
import type { Tracing } from './platform/tracing/Tracing.ts'
import { createTestGateway, type TestGateway } from './testing/createTestGateway.ts'
import { openCollector, type CollectedSpan, type Collector } from './testing/openCollector.ts'

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  size: '0.00217',
  clientOid: 'own-name-of-the-order',
}
const PLACE = '/v1/spot/order/place'

let collector: Collector
let gateway: TestGateway | undefined
afterAll(async () => {
  await gateway?.stop()
  collector?.close()
})

async function start(tracing: Tracing) {
  gateway = await createTestGateway({ tracing })
  const client = gateway.client()
  const { loginName = '', password = '' } = gateway.demo ?? {}
  await client.login({ loginName, password })
  const { data } = await client.get('/v1/spot/public/tickers?symbol=BTCUSDT')
  const [ticker] = data as { last: string }[]
  const last = Math.floor(Number(ticker?.last))
  // Prices have a point, as no id and no time has.
  const order = { ...ORDER, price: `${Math.floor(last * 0.95)}.5` }
  const crossing = {
    ...ORDER,
    price: `${Math.floor(last * 1.02)}.5`,
    timeInForce: 'post_only',
    clientOid: 'own-name-of-another',
  }
  return { gateway, client, order, crossing, secrets: [loginName, password] }
}

/** The request layer of the web app, over a socket; what it sent is kept. */
async function browserOf({ gateway: { app, clock }, client }: Awaited<ReturnType<typeof start>>) {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers: Record<string, string>[] = []
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const browser = createRequestClient({
    transport: createFetchTransport({
      origin,
      fetch: (url, init) => {
        const own = { ...(init.headers as Record<string, string>), cookie }
        headers.push(own)
        return fetch(url, { ...init, headers: own })
      },
    }),
    clock,
    random: nodeRandom(),
    wire: [sign({ signer: client.sign, texts: () => englishTexts })],
  })
  return { browser, headers }
}

async function recordOf(dataDir: string, wanted: number): Promise<unknown> {
  const log = createFileLog({
    dir: path.join(dataDir, 'journal'),
    clock: createManualClock(),
    segmentBytes: Number.MAX_SAFE_INTEGER,
    onRoll() {},
    onWarning() {},
  })
  let found: unknown
  for await (const batch of log.read(0, { from: 1 }))
    readRecords(batch, (seq, payload) => {
      if (seq === wanted) found = decodePayload(payload)
    })
  return found
}

const named = (spans: readonly CollectedSpan[], name: string) =>
  spans.find((span) => span.name === name)

/** Signature and key of a signed request. */
const secretsOf = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith('device-sign') && value.length > 1 ? [value] : [],
  )

describe('traces (scale 4)', () => {
  let sent: Readonly<Record<string, string>> = {}
  let secrets: readonly string[] = []
  let refusedCode = ''
  /** Of the order that the browser placed. */
  let own: readonly CollectedSpan[] = []

  beforeAll(async () => {
    collector = await openCollector()
    const tracing = openTracing(
      { endpoint: collector.endpoint, share: 1, service: 'gateway' },
      { clock: createManualClock(), log: silentLog },
    )
    const started = await start(tracing)
    const { client, order, crossing } = started
    const { browser, headers } = await browserOf(started)
    await browser.post(PLACE, { data: order, headers: { 'x-realm': 'live' } })
    sent = headers[0] ?? {}
    refusedCode = (await client.post(PLACE, crossing)).code
    await client.get('/v1/nowhere')
    secrets = [...started.secrets, ...client.cookies.values(), ...secretsOf(sent), order.price]
    await started.gateway.app.close()
    await tracing.close()
    own = collector.spans().filter(({ traceId }) => sent['traceparent']?.includes(traceId))
  })

  it('lead from the request of a browser to the journal record', async () => {
    const order = [`POST ${PLACE}`, 'admission', 'handler', 'engine command', 'journal append']
    expect(own.map(({ name }) => name).toSorted()).toEqual(order.toSorted())
    const [request, admission, handler, command, append] = order.map((name) => named(own, name))
    expect(sent['traceparent']).toBe(`00-${request?.traceId}-${request?.parentSpanId}-01`)
    expect(request?.traceId.endsWith(sent['trace-id']?.slice(1) ?? '-')).toBe(true)
    expect(admission?.parentSpanId).toBe(request?.spanId)
    expect(handler?.parentSpanId).toBe(request?.spanId)
    expect(command?.parentSpanId).toBe(handler?.spanId)
    expect(append?.parentSpanId).toBe(command?.spanId)
    const seq = Number(append?.attributes['exchange.journal.seq'])
    expect(await recordOf(gateway?.dataDir ?? '', seq)).toMatchObject({
      kind: 'place',
      clientOid: ORDER.clientOid,
    })
  })

  it('hold names, codes and numbers, and nothing else', () => {
    expect(collector.resource()).toEqual({
      'service.name': 'gateway',
      'service.instance.id': hostname(),
    })
    expect(Object.fromEntries(own.map(({ name, attributes }) => [name, attributes]))).toEqual({
      [`POST ${PLACE}`]: {
        'exchange.trace_id': sent['trace-id'],
        'exchange.code': '0',
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'http.route': PLACE,
      },
      admission: {},
      handler: {},
      'engine command': { 'exchange.command': 'place' },
      'journal append': { 'exchange.journal.seq': expect.any(Number) as number },
    })
  })

  it('hold no secret, token, cookie, amount or body', () => {
    const keys = new Set(collector.spans().flatMap(({ attributes }) => Object.keys(attributes)))
    expect([...keys].filter((key) => !/^(?:exchange|http)\./.test(key))).toEqual([])
    const exported = collector.bodies.join('\n')
    const sought = [...secrets, ORDER.size, ORDER.clientOid].filter((text) => text !== '')
    expect(sought.length).toBeGreaterThan(8)
    for (const text of sought) expect(exported).not.toContain(text)
  })

  it('say why a command was refused and what was not there', () => {
    const spans = collector.spans()
    const request = spans.find(({ attributes }) => attributes['exchange.code'] === refusedCode)
    const refused = spans.filter(({ traceId }) => traceId === request?.traceId)
    expect(refusedCode).not.toBe('0')
    expect(request?.isError).toBe(false)
    expect(named(refused, 'handler')?.isError).toBe(true)
    expect(named(refused, 'engine command')?.attributes['exchange.refused']).toBe('would-trade')
    expect(named(refused, 'journal append')).toBeUndefined()
    expect(named(spans, 'GET other')?.attributes).toMatchObject({
      'http.response.status_code': 404,
    })
  })
})
