import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { browserClock } from '@x/kit/browser'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createLocalBus } from '../../../platform/event-bus/createLocalBus.ts'
import { createAddressReader } from '../../../platform/http/clientAddress.ts'
import { createHostRule, createOriginRule } from '../../../platform/http/hosts.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { message, type Channel } from '../publish/Channel.ts'
import { createPublisher } from '../publish/createPublisher.ts'
import { publishOnBus } from '../publish/publishOnBus.ts'
import { createMarketEdge } from './marketEdge.ts'

const ends: (() => void)[] = []
afterEach(() =>
  ends
    .splice(0)
    .toReversed()
    .forEach((end) => end()),
)

/** A topic that has a new message in every period. */
function countingChannel(topic: string): Channel {
  let seq = 0
  const head = { topic, symbol: 'BTCUSDT' }
  return {
    snapshot: () => message(head, 'snapshot', { seq, prevSeq: 0, ts: 1 }),
    deltas: () => [message(head, 'delta', { prevSeq: seq++, seq, ts: 1 })],
  }
}

async function serve({ silenceMs = 600_000, hasLeader = true } = {}) {
  const [bus, clock] = [createLocalBus(), browserClock()]
  const publisher = createPublisher({
    clock,
    open: ({ topic }) => (topic === 'count' ? countingChannel(topic) : undefined),
    periodMs: 5,
  })
  publisher.start()
  const leave = publishOnBus({ bus, publisher, epoch: 1, clock })
  const state = { hasLeader }
  const market = createMarketEdge({
    bus,
    clock,
    log: silentLog,
    hasLeader: () => state.hasLeader,
    origins: createOriginRule({ allowedOrigins: ['https://trade.example'], isDevelopment: false }),
    answersTo: createHostRule({ names: [], isDevelopment: false }),
    addressOf: createAddressReader(undefined),
    perAddress: 3,
    silenceMs,
    checkMs: 10,
  })
  const server = createServer().on('upgrade', market.upgrade)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  ends.push(() => (market.close(), server.close(), leave(), publisher.stop()))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${market.path}`
  return { market, leave, state, url }
}

async function open(url: string, topic = 'count') {
  const socket = new WebSocket(url)
  ends.push(() => socket.terminate())
  const messages: { type?: string; op?: string; code?: string; seq: number; prevSeq: number }[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as never))
  await once(socket, 'open')
  socket.send(JSON.stringify({ op: 'subscribe', args: [{ topic, symbol: 'BTCUSDT' }] }))
  return { socket, messages, closed: once(socket, 'close') as Promise<[number, Buffer]> }
}

const refusal = (url: string, headers: Record<string, string>) =>
  new Promise<string>((resolve) =>
    new WebSocket(url, { headers }).on('error', ({ message: text }) => resolve(text)),
  )

describe('the market socket of an edge', () => {
  it('gives a snapshot and all that follows it', async () => {
    const { url, market } = await serve()
    const { messages } = await open(url)
    await expect.poll(() => messages.length).toBeGreaterThan(10)
    expect(new Set(messages.slice(0, 2).map(({ op, type }) => op ?? type))).toEqual(
      new Set(['snapshot', 'subscribed']),
    )
    const rows = messages.filter(({ op }) => op === undefined)
    for (const [index, { prevSeq }] of rows.entries())
      if (index > 0) expect(prevSeq).toBe(rows[index - 1]?.seq)
    expect([market.count(), market.isServing()]).toEqual([1, true])
    const { sent, silentMs, ...figures } = market.figures()
    expect(figures).toEqual({ topics: 1, subscriptions: 1, losses: 0 })
    expect(sent).toBeGreaterThanOrEqual(rows.length)
    expect(silentMs).toBeLessThan(5_000)
  })

  it('answers 40401 for a topic that there is not', async () => {
    const { url } = await serve()
    const { messages } = await open(url, 'weather')
    await expect.poll(() => messages).toMatchObject([{ op: 'error', code: '40401' }])
  })

  it('refuses pages of other sites, and too many sockets', async () => {
    const { url } = await serve()
    expect(await refusal(url, { origin: 'https://evil.example' })).toContain('403')
    const opened = [await open(url), await open(url), await open(url)]
    expect(await refusal(url, { origin: 'https://trade.example' })).toContain('429')
    opened[0]?.socket.terminate()
    await expect
      .poll(async () =>
        open(url).then(
          ({ messages }) => messages !== undefined,
          () => false,
        ),
      )
      .toBe(true)
  })

  it('ends its sockets without a market where a core trades', async () => {
    const { url, market, leave, state } = await serve({ silenceMs: 50, hasLeader: false })
    const { closed, messages } = await open(url)
    await expect.poll(() => messages.length).toBeGreaterThan(2)
    leave()
    await expect.poll(market.isServing).toBe(false)
    // Nobody trades: another socket would hear nothing either.
    expect(market.count()).toBe(1)
    state.hasLeader = true
    expect((await closed)[0]).toBe(1012)
  })

  it('ends one socket after the other where the edge ends', async () => {
    const { url, market } = await serve()
    const opened = [await open(url), await open(url)]
    market.drain(20)
    for (const { closed } of opened) expect((await closed)[0]).toBe(1012)
  })
})
