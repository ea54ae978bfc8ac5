import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import type { Database } from '../platform/db/Database.ts'
import { createBotBook, type DepthSnapshot, type DepthUpdate } from './botBook.ts'

/** What is called of `@binance/connector`, which has no types. */
interface Callbacks {
  readonly open?: () => void
  readonly close?: () => void
  readonly message: (text: string) => void
}
interface Socket {
  isConnected(): boolean
  disconnect(): void
}
interface StreamSocket extends Socket {
  subscribe(streams: readonly string[]): void
}
interface CallSocket extends Socket {
  newOrder(symbol: string, side: string, type: string, options: object): void
  cancelOrder(symbol: string, options: object): void
}
interface Rest {
  depth(symbol: string, options: object): Promise<{ readonly data: DepthSnapshot }>
  allOrders(
    symbol: string,
    options: object,
  ): Promise<{ readonly data: readonly { readonly clientOrderId: string }[] }>
  createListenKey(): Promise<{ readonly data: { readonly listenKey: string } }>
}
interface Connector {
  readonly Spot: new (apiKey: string, secret: string, options: object) => Rest
  readonly WebsocketStream: new (options: object) => StreamSocket
  readonly WebsocketAPI: new (apiKey: string, secret: string, options: object) => CallSocket
}
const connector = createRequire(import.meta.url)('@binance/connector') as Connector

/** What a trading program has seen: its book, its orders and its executions. */
export interface BotDiary {
  /** Its streams are open, its book has a snapshot, and it knows of each order it placed. */
  isWhole(): boolean
  /** Changes of a book that did not follow the one before them on their connection. */
  gaps(): number
  /** How often a stream was lost: what came meanwhile it asked for. */
  losses(): number
  placed(): number
  messages(): number
  /** Answers that are no acknowledgement, by their numbers. */
  refusals(): readonly number[]
  /** Its book has what the gateway's has, at a moment that both have. */
  expectSameBook(): Promise<void>
  /** Every acknowledged order is in the ledger. */
  expectWhole(db: Database): Promise<void>
  end(): Promise<void>
}

export interface BotOptions {
  /** The only address it knows. */
  readonly port: number
  readonly apiKey: string
  readonly secret: string
}

const SYMBOL = 'ETHUSDT'
const ORDER = { price: '2400', quantity: '0.005', timeInForce: 'GTC', recvWindow: 60_000 }
const QUIET = { log() {}, info() {}, warn() {}, error() {}, debug() {} }
const [RECONNECT_MS, PAUSE_MS, RETRY_MS, ANSWER_MS] = [100, 20, 200, 60_000]

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/**
 * An unchanged `@binance/connector` with another base URL: a local book and its own executions by
 * stream, orders one after the other by the WebSocket API.
 */
export function keepBotDiary(options: BotOptions): BotDiary {
  const { port, apiKey, secret } = options
  const rest = new connector.Spot(apiKey, secret, {
    baseURL: `http://127.0.0.1:${port}`,
    proxy: false,
    logger: QUIET,
    timeout: ANSWER_MS,
  })
  const known = new Set<string>()
  const watching = watchStreams(options, { rest, known })
  const orders = placeOrders(options)
  return {
    isWhole: () =>
      watching.isWhole() && [...orders.acknowledged.keys()].every((name) => known.has(name)),
    gaps: watching.book.gaps,
    losses: watching.losses,
    messages: watching.messages,
    placed: () => orders.acknowledged.size,
    refusals: () => orders.refusals,
    expectSameBook: () => expectSameBook(watching.book, rest),
    async expectWhole(db) {
      const rows = await db.query<{ client_oid: string; order_id: string }>(
        'select client_oid, order_id::text from spot_order where symbol = $1',
        [SYMBOL],
      )
      const stored = new Map(rows.map((row) => [row.client_oid, row.order_id]))
      expect(stored.size).toBe(rows.length)
      expect([...orders.acknowledged].filter(([name, id]) => stored.get(name) !== id)).toEqual([])
    },
    async end() {
      await orders.end()
      watching.end()
    },
  }
}

/** The book of a pair and the executions of the account, over one connection. */
function watchStreams(
  { port }: BotOptions,
  { rest, known }: { readonly rest: Rest; readonly known: Set<string> },
) {
  const book = createBotBook()
  let [losses, messages, connection] = [0, 0, 0]
  let isSubscribed = false
  let isReconciled = false
  const client = new connector.WebsocketStream({
    wsURL: `ws://127.0.0.1:${port}`,
    combinedStreams: true,
    reconnectDelay: RECONNECT_MS,
    logger: QUIET,
    callbacks: {
      open: () => void begin(++connection),
      close() {
        losses++
        connection++
        isSubscribed = isReconciled = false
      },
      message: onMessage,
    } satisfies Callbacks,
  })
  client.subscribe([`${SYMBOL.toLowerCase()}@depth@100ms`])

  function onMessage(text: string): void {
    messages++
    const {
      stream = '',
      data: event,
      result,
    } = JSON.parse(text) as {
      readonly stream?: string
      readonly data?: { readonly e?: string; readonly c: string } & DepthUpdate
      readonly result?: null
    }
    if (result === null) isSubscribed = true
    else if (event && stream.includes('@depth')) book.onUpdate(event)
    else if (event?.e === 'executionReport') known.add(event.c)
  }

  /** What happened while there was no connection is asked for. */
  async function begin(own: number): Promise<void> {
    book.reset()
    isSubscribed = isReconciled = false
    while (connection === own && !(isReconciled && book.head() !== undefined)) {
      // One try after the other.
      // oxlint-disable-next-line no-await-in-loop
      await (isSubscribed ? reconcile(own) : subscribe(own)).catch(() => {})
      // oxlint-disable-next-line no-await-in-loop
      await pause(RETRY_MS)
    }
  }

  /** A server that was killed may have forgotten a listen key: it is asked for each time. */
  async function subscribe(own: number): Promise<void> {
    const { data } = await rest.createListenKey()
    if (connection === own) client.subscribe([data.listenKey])
  }

  async function reconcile(own: number): Promise<void> {
    const orders = await rest.allOrders(SYMBOL, { limit: 1_000, recvWindow: 60_000 })
    for (const { clientOrderId } of orders.data) known.add(clientOrderId)
    const { data: snapshot } = await rest.depth(SYMBOL, { limit: 5_000 })
    if (connection !== own) return
    isReconciled = true
    if (book.head() === undefined) book.onSnapshot(snapshot)
  }

  return {
    book,
    losses: () => losses,
    messages: () => messages,
    isWhole: () => client.isConnected() && isReconciled && book.head() !== undefined,
    end: () => client.disconnect(),
  }
}

interface CallAnswer {
  readonly id: string
  readonly status: number
  readonly result?: { readonly orderId: number; readonly clientOrderId: string }
  readonly error?: { readonly code: number }
}

/** Orders that rest, each cancelled by the one after it. */
function placeOrders({ port, apiKey, secret }: BotOptions) {
  const acknowledged = new Map<string, string>()
  const refusals: number[] = []
  const waiting = new Map<string, (answer: CallAnswer | undefined) => void>()
  let isOver = false
  const client = new connector.WebsocketAPI(apiKey, secret, {
    wsURL: `ws://127.0.0.1:${port}/ws-api/v3`,
    reconnectDelay: RECONNECT_MS,
    logger: QUIET,
    callbacks: {
      close() {
        for (const give of waiting.values()) give(undefined)
        waiting.clear()
      },
      message(text) {
        const answer = JSON.parse(text) as CallAnswer
        waiting.get(answer.id)?.(answer)
        waiting.delete(answer.id)
      },
    } satisfies Callbacks,
  })

  /** `undefined`: its connection was lost, and what became of it is unknown. */
  function ask(send: (id: string) => void): Promise<CallAnswer | undefined> {
    const id = randomBytes(8).toString('hex')
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      send(id)
    })
  }

  async function turn(): Promise<void> {
    if (!client.isConnected()) return pause(PAUSE_MS)
    const newClientOrderId = `bot-${randomBytes(8).toString('hex')}`
    const placed = await ask((id) =>
      client.newOrder(SYMBOL, 'BUY', 'LIMIT', { ...ORDER, id, newClientOrderId }),
    )
    if (placed?.error) refusals.push(placed.error.code)
    if (!placed?.result) return
    const { orderId } = placed.result
    acknowledged.set(newClientOrderId, String(orderId))
    if (client.isConnected())
      await ask((id) => client.cancelOrder(SYMBOL, { orderId, id, recvWindow: 60_000 }))
    await pause(PAUSE_MS)
  }
  const running = (async () => {
    // A bot does one thing at a time.
    // oxlint-disable-next-line no-await-in-loop
    while (!isOver) await turn()
  })()

  return {
    acknowledged,
    refusals,
    async end() {
      isOver = true
      await running
      client.disconnect()
    },
  }
}

/** The gateway's book goes on meanwhile: one of several moments is met. */
async function expectSameBook(book: ReturnType<typeof createBotBook>, rest: Rest): Promise<void> {
  const compare = async () => {
    const { data } = await rest.depth(SYMBOL, { limit: 5_000 })
    while ((book.head() ?? Infinity) < data.lastUpdateId) await pause(1)
    if (book.head() !== data.lastUpdateId) return undefined
    const { bids, asks } = book.levels()
    const sizes = (levels: DepthSnapshot['bids']) => Object.fromEntries(levels)
    return [
      [Object.fromEntries(bids), Object.fromEntries(asks)],
      [sizes(data.bids), sizes(data.asks)],
    ]
  }
  let compared: Awaited<ReturnType<typeof compare>>
  await expect
    .poll(async () => (compared = await compare()), { timeout: 120_000, interval: 5 })
    .toBeDefined()
  expect(compared?.[0]).toEqual(compared?.[1])
}
