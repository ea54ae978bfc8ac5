import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { browserClock } from '@x/kit/browser'
import { createManualClock } from '@x/kit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createEdge, type Edge, type EdgeOptions } from './createEdge.ts'
import { createLeaderFinder, type LeaderFinder } from './createLeaderFinder.ts'

const HOST = '127.0.0.1'

interface Core {
  readonly url: string
  readonly port: number
  isReady: boolean
  /** Questions whether it leads. */
  asked: number
  /** Requests beside `/ready`. */
  readonly seen: string[]
  readonly server: Server
  /** As by a kill: its port is free and its connections are gone. */
  kill(): Promise<void>
}

const ends: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(port, HOST, resolve))
  return (server.address() as AddressInfo).port
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function startCore({
  isReady = true,
  port = 0,
  handler = (request: IncomingMessage, response: ServerResponse) => {
    request.on('end', () => response.end('done'))
    request.resume()
  },
}: { isReady?: boolean; port?: number; handler?: Handler } = {}): Promise<Core> {
  const sockets = new Set<Socket>()
  const seen: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/ready') {
      core.asked++
      response.writeHead(core.isReady ? 200 : 503)
      return void response.end()
    }
    seen.push(`${request.method} ${request.url}`)
    handler(request, response)
  })
  server.on('connection', (socket) => void sockets.add(socket))
  const listening = await listen(server, port)
  const core: Core = {
    url: `http://${HOST}:${listening}`,
    port: listening,
    isReady,
    asked: 0,
    seen,
    server,
    async kill() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  ends.push(() => (server.listening ? core.kill() : undefined))
  return core
}

async function startEdge(
  cores: readonly string[],
  {
    holdMs,
    sockets = [],
    metricsToken,
  }: Pick<EdgeOptions, 'holdMs' | 'sockets' | 'metricsToken'> = {},
): Promise<{ readonly url: string; readonly finder: LeaderFinder; readonly drain: Edge['drain'] }> {
  const finder = createLeaderFinder({ cores, clock: browserClock(), pollMs: 10 })
  const { server: edge, drain } = createEdge({
    finder,
    sockets,
    metricsToken,
    ...(holdMs === undefined ? {} : { holdMs }),
  })
  const port = await listen(edge)
  ends.push(() => {
    edge.closeAllConnections()
    edge.close()
  })
  return { url: `http://${HOST}:${port}`, finder, drain }
}

const post = (url: string, body = '{"a":1}') => fetch(url, { method: 'POST', body })

describe('an edge before cores of which one leads', () => {
  it('passes on what was asked and what was answered', async () => {
    const core = await startCore({
      handler(request, response) {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          response.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-own': 'yes' })
          const { host, 'x-forwarded-for': from } = request.headers
          response.end(JSON.stringify({ body: Buffer.concat(chunks).toString(), host, from }))
        })
      },
    })
    const edge = await startEdge([core.url])
    const answer = await fetch(`${edge.url}/v1/a?b=c`, {
      method: 'POST',
      body: 'text',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
    expect([answer.status, answer.headers.get('x-own')]).toEqual([201, 'yes'])
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await answer.json()).toEqual({
      body: 'text',
      host: new URL(edge.url).host,
      from: `203.0.113.9, ${HOST}`,
    })
    expect(core.seen).toEqual(['POST /v1/a?b=c'])
  })

  it('asks only the core that leads', async () => {
    const [standby, leader] = [await startCore({ isReady: false }), await startCore()]
    const edge = await startEdge([standby.url, leader.url])
    for (let count = 0; count < 5; count++) await (await post(edge.url)).text()
    expect([standby.seen.length, leader.seen.length]).toEqual([0, 5])
    expect(await (await fetch(`${edge.url}/ready`)).json()).toEqual({
      status: 'ready',
      failing: [],
    })
  })

  it('holds a request until a core leads', async () => {
    const core = await startCore({ isReady: false })
    const edge = await startEdge([core.url])
    const answer = post(edge.url)
    expect((await fetch(`${edge.url}/ready`)).status).toBe(503)
    expect((await fetch(`${edge.url}/health`)).status).toBe(200)
    expect(core.seen).toEqual([])
    core.isReady = true
    expect(await (await answer).text()).toBe('done')
    expect(core.seen).toEqual(['POST /'])
  })

  it('finds a leader at once when it looks before its turn', async () => {
    const core = await startCore({ isReady: false })
    const finder = createLeaderFinder({ cores: [core.url], clock: createManualClock() })
    ends.push(finder.stop)
    await expect.poll(() => core.asked).toBe(1)
    core.isReady = true
    finder.look()
    // No time passes: the next turn would never come.
    expect((await finder.within(1))?.href).toBe(`${core.url}/`)
  })

  it('sends what a killed leader refused to the next one, once', async () => {
    const [former, next] = [await startCore(), await startCore({ isReady: false })]
    const edge = await startEdge([former.url, next.url])
    await (await post(edge.url)).text()
    await former.kill()
    const answers = Array.from({ length: 10 }, async () => (await post(edge.url)).text())
    next.isReady = true
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 10 }, () => 'done'))
    expect(next.seen).toHaveLength(10)
  })

  it('never sends again what a leader may have taken', async () => {
    const next = await startCore({ isReady: false })
    const former = await startCore({
      handler(request) {
        next.isReady = true
        request.socket.destroy()
      },
    })
    const edge = await startEdge([former.url, next.url])
    expect(await (await post(edge.url)).json()).toMatchObject({ code: '00006', data: null })
    expect([former.seen.length, next.seen.length]).toEqual([1, 0])
  })

  it('gives up what a core leaves unanswered once another leads', async () => {
    const former = await startCore({ handler: () => {} })
    const next = await startCore({ isReady: false })
    const sockets = new WebSocketServer({ server: former.server })
    const edge = await startEdge([former.url, next.url])
    const socket = new WebSocket(edge.url.replace('http', 'ws'))
    await once(sockets, 'connection')
    const closed = once(socket, 'close')
    const answer = post(edge.url)
    await expect.poll(() => former.seen.length).toBe(1)
    former.isReady = false
    next.isReady = true
    expect(await (await answer).json()).toMatchObject({ code: '00006', data: null })
    await closed
    expect(next.seen).toEqual([])
  })

  it('says that nothing was taken where no core leads in time', async () => {
    const core = await startCore({ isReady: false })
    const edge = await startEdge([core.url], { holdMs: 1 })
    expect(await (await post(edge.url)).json()).toMatchObject({
      code: '00006',
      data: { taken: false },
    })
    expect(core.seen).toEqual([])
  })

  it('serves sockets itself while the bus reaches it', async () => {
    const core = await startCore()
    const sockets = new WebSocketServer({ server: core.server })
    sockets.on('connection', (socket) => socket.send('of the core'))
    let isServing = true
    const own = new WebSocketServer({ noServer: true })
    const edge = await startEdge([core.url], {
      sockets: [
        {
          path: '/v1/market/stream',
          serves: (path) => path === '/v1/market/stream',
          isServing: () => isServing,
          upgrade: (...upgrade) => own.handleUpgrade(...upgrade, (it) => it.send('of the edge')),
          count: () => own.clients.size,
          figures: () => ({ topics: 1, subscriptions: 2, sent: 3, losses: 4, silentMs: 500 }),
          drain: () => {},
          close: () => own.close(),
        },
      ],
    })
    const first = (path: string) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(edge.url.replace('http', 'ws') + path)
        ends.push(() => socket.terminate())
        socket.once('message', (text: Buffer) => resolve(text.toString()))
      })
    expect(await first('/v1/market/stream?a=b')).toBe('of the edge')
    const metrics = await (await fetch(`${edge.url}/metrics`)).text()
    const path = '{path="/v1/market/stream"}'
    for (const line of [
      `edge_sockets${path} 1`,
      `edge_topics${path} 1`,
      `edge_subscriptions${path} 2`,
      `edge_messages_total${path} 3`,
      `edge_bus_losses_total${path} 4`,
      `edge_bus_silence_seconds${path} 0.5`,
    ])
      expect(metrics).toContain(`\n${line}\n`)
    expect(await first('/v1/user/stream')).toBe('of the core')
    isServing = false
    expect(await first('/v1/market/stream')).toBe('of the core')
  })

  it('answers what is under way and ends its sockets before it ends', async () => {
    let finish = () => {}
    const core = await startCore({
      handler: (_request, response) => void (finish = () => response.end('done')),
    })
    const sockets = new WebSocketServer({ server: core.server })
    const edge = await startEdge([core.url])
    const socket = new WebSocket(edge.url.replace('http', 'ws'))
    await once(sockets, 'connection')
    const closed = once(socket, 'close')
    const answer = post(edge.url)
    await expect.poll(() => core.seen.length).toBe(1)
    edge.drain(2_000)
    expect(await (await fetch(`${edge.url}/ready`)).json()).toMatchObject({ failing: ['serving'] })
    await closed
    finish()
    expect(await (await answer).text()).toBe('done')
    // On a connection of its own each time.
    const ask = () => fetch(`${edge.url}/health`, { headers: { connection: 'close' } })
    const refused = () =>
      ask().then(
        () => false,
        () => true,
      )
    await expect.poll(refused, { timeout: 60_000 }).toBe(true)
  })

  it('reports its leader, what it holds and what became of requests', async () => {
    const core = await startCore({ isReady: false })
    const edge = await startEdge([core.url])
    const read = async () => {
      const text = await (await fetch(`${edge.url}/metrics`)).text()
      return [
        'edge_leader_known',
        'edge_requests_held',
        'edge_requests_total{outcome="answered"}',
      ].map(
        (name) =>
          text
            .split('\n')
            .find((line) => line.startsWith(`${name} `))
            ?.split(' ')[1],
      )
    }
    const answer = post(edge.url)
    await expect.poll(read).toEqual(['0', '1', undefined])
    core.isReady = true
    await (await answer).text()
    expect(await read()).toEqual(['1', '0', '1'])
  })

  it('gives its metrics to this machine, or to who has the token', async () => {
    const get = async (url: string, headers: Record<string, string>) =>
      (await fetch(`${url}/metrics`, { headers })).status
    const { url } = await startEdge([])
    expect([await get(url, {}), await get(url, { 'x-forwarded-for': '1.2.3.4' })]).toEqual([
      200, 403,
    ])
    const guarded = await startEdge([], { metricsToken: 'token' })
    expect([
      await get(guarded.url, {}),
      await get(guarded.url, { authorization: 'Bearer token' }),
    ]).toEqual([403, 200])
  })

  it('passes sockets on, and ends them with their core', async () => {
    const core = await startCore()
    const sockets = new WebSocketServer({ server: core.server })
    sockets.on('connection', (socket, request) =>
      socket.on('message', (text: Buffer) => socket.send(`${request.url} ${text.toString()}`)),
    )
    const edge = await startEdge([core.url])
    const socket = new WebSocket(`${edge.url.replace('http', 'ws')}/v1/market/stream`)
    await new Promise((resolve) => socket.once('open', resolve))
    const received = new Promise<string>((resolve) =>
      socket.once('message', (text: Buffer) => resolve(text.toString())),
    )
    socket.send('hello')
    expect(await received).toBe('/v1/market/stream hello')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await core.kill()
    await closed
  })
})
