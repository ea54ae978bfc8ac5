import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/** An exchange on a loopback port: a socket that says what the test says, and one JSON answer. */
export interface Loopback {
  readonly url: string
  /** Texts of the client, over all its connections. */
  readonly received: string[]
  connections(): number
  isConnected(): boolean
  send(text: string): void
  /** Ends the connection as a network does. */
  drop(): void
  /** Answers nothing any more, and keeps the connection. */
  mute(): void
  close(): Promise<void>
}

export async function openLoopback({
  onOpen,
  onText,
  answer,
}: {
  onOpen?: () => void
  onText?: (text: string) => void
  answer?: (url: URL) => unknown
} = {}): Promise<Loopback> {
  const http = createServer((request, response) => {
    const body = answer?.(new URL(request.url ?? '/', 'http://loopback'))
    response
      .writeHead(body === undefined ? 503 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? {}))
  })
  const server = new WebSocketServer({ server: http })
  const received: string[] = []
  let client: WebSocket | undefined
  let count = 0
  let isMute = false
  server.on('connection', (socket) => {
    client = socket
    count++
    socket.on('message', (data: Buffer) => {
      received.push(data.toString())
      if (!isMute) onText?.(data.toString())
    })
    socket.on('close', () => client === socket && (client = undefined))
    onOpen?.()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    received,
    connections: () => count,
    isConnected: () => client !== undefined,
    send: (text) => client?.send(text),
    drop: () => client?.terminate(),
    mute: () => void (isMute = true),
    async close() {
      for (const each of server.clients) each.terminate()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

const recordings =
  process.env['RECORDINGS_DIR'] ?? path.resolve(import.meta.dirname, '../../../../../shared/data')

/**
 * The messages of a recording without their receive times; `undefined` where the recording is
 * absent.
 */
export function recordedLines(file: string): readonly string[] | undefined {
  const at = path.join(recordings, file)
  if (!existsSync(at)) return undefined
  return gunzipSync(readFileSync(at))
    .toString('utf8')
    .split('\n')
    .filter((line) => /^\d+(\.\d+)?:? \{/.test(line))
    .map((line) => line.slice(line.indexOf('{')))
}

/** The plainest book: maps of the strings as sent, ranked when asked. */
export function createNaiveSide(sign: 1 | -1) {
  const rows = new Map<number, readonly [string, string]>()
  return {
    put(levels: readonly (readonly [string, string])[]) {
      for (const [price, size] of levels) {
        if (Number(size) === 0) rows.delete(Number(price))
        else rows.set(Number(price), [price, size])
      }
    },
    clear: () => rows.clear(),
    ranked: () => [...rows].sort(([a], [b]) => (a - b) * sign).map(([, row]) => row),
  }
}
