import { once } from 'node:events'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { productOf } from './ports/contracts.ts'

let gateway: TestGateway
let address: string
beforeAll(async () => {
  gateway = await createTestGateway()
  await gateway.clock.advance(2_000)
  address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => gateway.stop())

type Message = Readonly<Record<string, unknown>>
interface Argument {
  readonly topic: string
  readonly symbol: string
  readonly product?: string
}

interface Depth {
  readonly bids: readonly (readonly [price: string, size: string])[]
  readonly asks: readonly (readonly [price: string, size: string])[]
}

const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

/** A socket that keeps what it was sent. */
async function connect() {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/v1/market/stream`)
  open.push(socket)
  const messages: Message[] = []
  socket.on('message', (data: Buffer) => void messages.push(JSON.parse(String(data)) as Message))
  await once(socket, 'open')
  const send = (op: 'subscribe' | 'unsubscribe', ...args: readonly Argument[]) =>
    socket.send(JSON.stringify({ op, args }))
  const next = async (matches: (message: Message) => boolean): Promise<Message> => {
    await expect.poll(() => messages.some(matches), { interval: 1 }).toBe(true)
    return messages.splice(messages.findIndex(matches), 1)[0] ?? {}
  }
  return { messages, send, next }
}

const isOf =
  ({ topic, symbol, product }: Argument, type?: string) =>
  (message: Message): boolean =>
    message['topic'] === topic &&
    message['symbol'] === symbol &&
    message['product'] === product &&
    message['op'] === undefined &&
    (type ?? message['type']) === message['type']

const named = CONTRACTS.map((contract) => ({
  symbol: contract.symbol,
  product: productOf(contract),
}))

describe('topics of contracts on the market socket (futures 11)', () => {
  it.each(named)('shows book, trades and ticker of $symbol (futures 11)', async (contract) => {
    const { send, next } = await connect()
    for (const topic of ['books50@100ms', 'trade', 'ticker@250ms', 'candle_1m'])
      send('subscribe', { topic, ...contract })
    const book = await next(isOf({ topic: 'books50@100ms', ...contract }, 'snapshot'))
    const [bid, ask] = [book['b'], book['a']].map((side) =>
      Number((side as readonly (readonly [string, string])[])[0]?.[0]),
    )
    expect(bid).toBeGreaterThan(0)
    expect(ask).toBeGreaterThan(bid ?? 0)
    const { ticker } = await next(isOf({ topic: 'ticker@250ms', ...contract }, 'snapshot'))
    expect(ticker).toMatchObject({ symbol: contract.symbol })
    await next(isOf({ topic: 'trade', ...contract }, 'snapshot'))
    const { candle } = await next(isOf({ topic: 'candle_1m', ...contract }, 'snapshot'))
    expect(Number((candle as { readonly close: string }).close)).toBeGreaterThan(0)
  })

  it.each(named)('shows mark, index and funding of $symbol (futures 5)', async (contract) => {
    const { send, next } = await connect()
    send('subscribe', { topic: 'mark@1s', ...contract })
    const { mark, index, rate, nextAt, openInterest } = await next(
      isOf({ topic: 'mark@1s', ...contract }, 'snapshot'),
    )
    expect(Math.abs(Number(mark) / Number(index) - 1)).toBeLessThan(0.05)
    expect(Number(rate)).toBeCloseTo(0.0001, 3)
    expect(Number(nextAt) % (8 * 3_600_000)).toBe(0)
    expect(Number(openInterest)).toBeGreaterThanOrEqual(0)
  })

  it.each(['mark', 'index'])('shows the running candle of the %s (futures 11)', async (kind) => {
    const { send, next } = await connect()
    const argument = { topic: `candle_${kind}_5m`, symbol: 'BTCUSDT', product: 'usdt' }
    send('subscribe', argument)
    const { candle } = await next(isOf(argument, 'snapshot'))
    expect(Number((candle as { readonly close: string }).close)).toBeGreaterThan(0)
    expect(Number((candle as { readonly volume: string }).volume)).toBe(0)
  })

  it.each(['spot', 'futures'])('answers a thousand levels of %s once they are read', async (of) => {
    const client = gateway.client()
    const read = () => client.get(`/v1/${of}/public/depth?symbol=BTCUSDT&limit=1000`)
    const before = (await read()).data as Depth
    expect(before.bids.length).toBeLessThan(150)
    await gateway.clock.advance(3_000)
    const { bids, asks } = (await read()).data as Depth
    expect([bids.length, asks.length]).toEqual([1_000, 1_000])
    for (const [side, sign] of [
      [bids, -1],
      [asks, 1],
    ] as const)
      for (const [at, [price, size]] of side.entries()) {
        expect(Number(size)).toBeGreaterThan(0)
        if (at > 0) expect((Number(price) - Number(side[at - 1]?.[0])) * sign).toBeGreaterThan(0)
      }
    expect(Number(bids[0]?.[0])).toBeLessThan(Number(asks[0]?.[0]))
  })

  it.each([{}, { product: 'usdt' }])('sends a thousand levels to followers: %o', async (of) => {
    const topic = { topic: 'books1000@1s', symbol: 'ETHUSDT', ...of }
    const { send, next } = await connect()
    const levels = async () => {
      send('subscribe', topic)
      const { b, a } = await next(isOf(topic, 'snapshot'))
      return [b, a].map((side) => (side as Depth['bids']).length)
    }
    expect((await levels()).every((count) => count < 150)).toBe(true)
    await gateway.clock.advance(5_000)
    expect(await levels()).toEqual([1_000, 1_000])
  })

  it('separates the pair and the contract of one symbol (futures 11)', async () => {
    const { messages, send, next } = await connect()
    const spot = { topic: 'books50@100ms', symbol: 'BTCUSDT' }
    const contract = { ...spot, product: 'usdt' }
    send('subscribe', spot, contract)
    const [ofPair, ofContract] = [await next(isOf(spot)), await next(isOf(contract))]
    const best = (message: Message) =>
      (message['b'] as readonly (readonly [string, string])[])[0]?.[0]
    expect(best(ofPair)).toMatch(/^\d+\.\d\d$/)
    expect(best(ofContract)).toMatch(/^\d+\.\d$/)
    // The one goes on when the other is left.
    send('unsubscribe', spot)
    await next((message) => message['op'] === 'unsubscribed')
    messages.splice(0)
    await gateway.clock.advance(1_000)
    await next(isOf(contract, 'delta'))
    expect(messages.filter(isOf(spot))).toEqual([])
  })

  it('counts the messages of a mark up by one (wire 10)', async () => {
    const { send, next } = await connect()
    const argument = { topic: 'mark@1s', symbol: 'ETHUSDT', product: 'usdt' }
    send('subscribe', argument)
    let { seq } = await next(isOf(argument, 'snapshot'))
    for (let second = 0; second < 3; second++) {
      await gateway.clock.advance(2_000)
      const delta = await next(isOf(argument, 'delta'))
      expect(delta['prevSeq']).toBe(seq)
      expect(delta['seq']).toBe(Number(seq) + 1)
      ;({ seq } = delta)
    }
  })

  it.each<Argument>([
    { topic: 'mark@1s', symbol: 'BTCUSDT' },
    { topic: 'mark@1s', symbol: 'BTCUSDT', product: 'spot' },
    { topic: 'mark@1s', symbol: 'BTCUSDT', product: 'coin' },
    { topic: 'mark@1s', symbol: 'NONE', product: 'usdt' },
    { topic: 'books50@100ms', symbol: 'BTCUSD' },
    { topic: 'candle_mark_2m', symbol: 'BTCUSDT', product: 'usdt' },
    { topic: 'candle_fair_1m', symbol: 'BTCUSDT', product: 'usdt' },
    { topic: 'candle_mark_1m', symbol: 'BTCUSDT' },
  ])('has no %o (futures 11)', async (argument) => {
    const { send, next } = await connect()
    send('subscribe', argument)
    const answer = await next(({ op }) => op === 'error')
    expect(answer).toEqual({
      op: 'error',
      code: '40401',
      msg: 'Unknown topic or symbol',
      ...argument,
    })
  })

  it.each([7, 'USDT', '', null, {}])('does not understand the product %o', async (product) => {
    const { send, next } = await connect()
    const argument = { topic: 'trade', symbol: 'BTCUSDT', product } as unknown as Argument
    send('subscribe', argument)
    expect(await next(({ op }) => op === 'error')).toMatchObject({ code: '40010' })
  })
})
