import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createManualClock, createScriptedSockets, createSeededRandom } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMarketClient, type MarketEvent } from './createMarketClient.ts'
import { createBookScript, createManualFrame } from './testing.ts'
import type { WireLevel } from './wire.ts'

/**
 * Real books of an exchange with the same checksum rule; where the recording is absent, books made
 * here.
 */
const recordings =
  process.env['RECORDINGS_DIR'] ?? path.resolve(import.meta.dirname, '../../../../shared/data')
const bitget = path.join(recordings, 'bitget-ws.1.0.gz')

interface Change {
  readonly bids: readonly WireLevel[]
  readonly asks: readonly WireLevel[]
}
type Books = ReadonlyMap<string, { readonly snapshot: Change; readonly changes: readonly Change[] }>

const books: Books = existsSync(bitget) ? recorded(bitget) : new Map([['MADE', made()]])

function recorded(file: string): Books {
  const found = new Map<string, { snapshot: Change; changes: Change[] }>()
  for (const line of gunzipSync(readFileSync(file)).toString().split('\n')) {
    if (!line.includes('"channel":"books"') || !line.includes('"checksum"')) continue
    const { action, arg, data } = JSON.parse(line.slice(line.indexOf('{'))) as {
      action: string
      arg: { instId: string }
      data: Change[]
    }
    for (const change of data) {
      if (action === 'snapshot') found.set(arg.instId, { snapshot: change, changes: [] })
      else found.get(arg.instId)?.changes.push(change)
    }
  }
  return found
}

function made() {
  const level = (index: number, turn: number): WireLevel => [
    String(1_000 + index),
    String((index * 7 + turn * 3) % 11),
  ]
  const changes = Array.from({ length: 60 }, (_, turn) => ({
    bids: [level(turn % 40, turn)],
    asks: [level(60 + (turn % 40), turn)],
  }))
  return {
    snapshot: {
      bids: Array.from({ length: 40 }, (_, index) => level(index, 1)),
      asks: Array.from({ length: 40 }, (_, index) => level(60 + index, 1)),
    },
    changes,
  }
}

type Damage = 'lose' | 'swap' | 'repeat' | 'spoil'

/**
 * Plays a recorded book through a client whose socket is damaged at some messages; the server
 * answers each new subscription with a snapshot.
 */
function play(symbol: string, damages: ReadonlyMap<number, Damage>) {
  const { snapshot, changes } = books.get(symbol) ?? never()
  const { openSocket, sockets } = createScriptedSockets()
  const frame = createManualFrame()
  const events: MarketEvent[] = []
  const client = createMarketClient({
    openSocket,
    clock: createManualClock(),
    frame,
    random: createSeededRandom(1),
    onEvent: (event) => events.push(event),
  })
  const { store } = client.book(symbol)
  const socket = sockets[0] ?? never()
  const server = createBookScript(symbol, snapshot)
  const statuses: string[] = []
  let asked = 0
  const answer = (): boolean => {
    const now = socket.sent.filter((text) => text.includes('"subscribe"')).length
    if (now === asked) return false
    asked = now
    socket.deliver(server.snapshot())
    return true
  }
  socket.open()
  answer()
  let held: unknown
  for (const [index, change] of changes.entries()) {
    const delta = server.delta(change)
    const damage = damages.get(index)
    if (damage === 'swap') held = delta
    else if (damage === 'spoil') socket.deliver({ ...delta, cs: delta.cs + 1 })
    else if (damage !== 'lose') socket.deliver(delta)
    if (damage === 'repeat') socket.deliver(delta)
    if (damage !== 'swap' && held !== undefined) {
      socket.deliver(held)
      held = undefined
    }
    frame.draw()
    statuses.push(store.getState().status)
    if (answer()) frame.draw()
  }
  const expected = server.snapshot()
  const rows = (levels: readonly { price: string; size: string }[]) =>
    levels.map(({ price, size }) => [price, size])
  return {
    view: store.getState(),
    expected: { bids: expected.b.slice(0, 50), asks: expected.a.slice(0, 50) },
    shown: { bids: rows(store.getState().bids), asks: rows(store.getState().asks) },
    statuses,
    events,
    asked,
  }
}

describe('recorded books over a faulty socket (trading 6)', () => {
  const symbol = fc.constantFrom(...books.keys())
  const kind = fc.constantFrom<Damage>('lose', 'swap', 'repeat', 'spoil')

  it("equal the server's books after lost, reordered, repeated or altered messages", () => {
    fc.assert(
      fc.property(
        symbol,
        fc.array(fc.tuple(fc.nat({ max: 30 }), kind), { maxLength: 12 }),
        (name, list) => {
          const { shown, expected, view } = play(name, new Map(list))
          expect(shown).toEqual(expected)
          expect(view.status).toBe('live')
        },
      ),
      { numRuns: 60 },
    )
  })

  it('detect one fault within one message and recover by one snapshot', () => {
    fc.assert(
      fc.property(symbol, fc.integer({ min: 1, max: 20 }), kind, (name, at, damage) => {
        const { statuses, events, asked, view } = play(name, new Map([[at, damage]]))
        if (damage === 'repeat') {
          expect({ events, asked, gaps: view.gaps }).toEqual({ events: [], asked: 1, gaps: 0 })
          expect(new Set(statuses)).toEqual(new Set(['live']))
          return
        }
        // What is missing shows with the message after it; what is changed, with itself.
        const seenAt = damage === 'spoil' ? at : at + 1
        expect(statuses.flatMap((status, index) => (status === 'live' ? [] : [index]))).toEqual([
          seenAt,
        ])
        expect(events).toEqual([{ type: damage === 'spoil' ? 'checksum' : 'gap', symbol: name }])
        expect(asked).toBe(2)
      }),
      { numRuns: 60 },
    )
  })
})

function never(): never {
  throw new Error('There is no such book')
}
