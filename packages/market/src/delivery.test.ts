import { createManualClock, createScriptedSockets, createSeededRandom } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMarketClient } from './createMarketClient.ts'
import type { BookView } from './model.ts'
import { createBookScript, createManualFrame } from './testing.ts'
import type { WireLevel } from './wire.ts'

/**
 * What the way from the server to the client does to a message. `late`: it arrives after some of
 * the next. `spoiled`: a size in it is another.
 */
type Delivery = 'whole' | 'lost' | 'twice' | 'late' | 'spoiled' | 'torn'
type Step =
  | {
      readonly act: 'change'
      readonly delivery: Delivery
      readonly by: number
      readonly side: 'bids' | 'asks'
      readonly level: WireLevel
    }
  | { readonly act: 'drop' }
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'draw' }

const delivery = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Delivery>('whole') },
  { weight: 4, arbitrary: fc.constantFrom<Delivery>('lost', 'twice', 'late', 'spoiled', 'torn') },
)
const change = fc
  .record({
    act: fc.constant('change' as const),
    delivery,
    by: fc.integer({ min: 1, max: 6 }),
    side: fc.constantFrom('bids' as const, 'asks' as const),
    at: fc.integer({ min: 0, max: 8 }),
    size: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ side, at, size, ...rest }): Step => ({
    ...rest,
    side,
    level: [String(side === 'bids' ? 100 - at : 101 + at), String(size)],
  }))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: change },
  { weight: 1, arbitrary: fc.constant<Step>({ act: 'drop' }) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 4_000 }).map((ms): Step => ({ act: 'wait', ms })),
  },
  { weight: 4, arbitrary: fc.constant<Step>({ act: 'draw' }) },
)

const rowsOf = (levels: readonly { readonly price: string; readonly size: string }[]) =>
  levels.map(({ price, size }) => `${price} ${size}`)

/** A server with one book, a bad line, and a client. */
function createLine() {
  const clock = createManualClock()
  const frame = createManualFrame()
  const { openSocket, sockets } = createScriptedSockets()
  const client = createMarketClient({ openSocket, clock, frame, random: createSeededRandom(11) })
  const book = client.book('BTCUSDT')
  const server = createBookScript('BTCUSDT', {
    bids: [
      ['100', '1'],
      ['99', '2'],
    ],
    asks: [
      ['101', '1'],
      ['102', '2'],
    ],
  })
  const history = new Map<number, { readonly bids: string[]; readonly asks: string[] }>()
  const note = () => {
    const { seq, b, a } = server.snapshot()
    history.set(seq, {
      bids: b.map(([price, size]) => `${price} ${size}`),
      asks: a.map(([price, size]) => `${price} ${size}`),
    })
  }
  note()
  /** Messages on their way, with how many others go before them. */
  let underWay: { text: string; after: number }[] = []
  let answered = 0

  const arrive = (text: string) => sockets.at(-1)?.deliver(text)
  const pass = () => {
    const due = underWay.filter(({ after }) => after <= 0)
    underWay = underWay
      .filter(({ after }) => after > 0)
      .map(({ text, after }) => ({ text, after: after - 1 }))
    for (const { text } of due) arrive(text)
  }
  /**
   * The server answers each subscription with a snapshot of now; `spoils` says which one arrives
   * wrong.
   */
  const answer = (isSpoiled = false) => {
    const asked = (sockets.at(-1)?.sent ?? []).filter((text) => text.includes('"subscribe"')).length
    for (; answered < asked; answered++) {
      const snapshot = server.snapshot()
      arrive(JSON.stringify(isSpoiled ? { ...snapshot, cs: snapshot.cs ^ 1 } : snapshot))
    }
  }
  const open = () => {
    const socket = sockets.at(-1)
    if (!socket || socket.isClosed || client.connection.getState().status !== 'connecting') return
    answered = 0
    underWay = []
    socket.open()
  }

  return {
    clock,
    frame,
    client,
    book,
    history,
    pass,
    answer,
    open,
    sockets,
    change({ delivery: what, by, side, level }: Extract<Step, { act: 'change' }>) {
      const message = server.delta({ [side]: [level] })
      note()
      const text = JSON.stringify(message)
      if (what === 'whole' || what === 'twice') arrive(text)
      if (what === 'twice') underWay.push({ text, after: by - 1 })
      if (what === 'late') underWay.push({ text, after: by })
      if (what === 'torn') arrive(text.slice(0, -2))
      if (what === 'spoiled')
        arrive(
          JSON.stringify({
            ...message,
            [side === 'bids' ? 'b' : 'a']: [[level[0], `${Number(level[1]) + 1}`]],
          }),
        )
    },
  }
}

/**
 * Live means: it is what the server's book was at that number. Whatever else it shows is called
 * something else.
 */
function expectHonest(
  { status, seq, bids, asks }: BookView,
  history: ReturnType<typeof createLine>['history'],
): void {
  if (status !== 'live') return
  expect({ seq, bids: rowsOf(bids), asks: rowsOf(asks) }).toEqual({ seq, ...history.get(seq) })
}

describe('faulty delivery (trading 6)', () => {
  it('property: a live book equals the server’s; all books recover', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 80 }),
        fc.array(fc.boolean(), { maxLength: 4 }),
        async (steps, spoiled) => {
          const line = createLine()
          const spoils = [...spoiled]
          line.open()
          line.answer(spoils.shift())
          for (const next of steps) {
            if (next.act === 'change') line.change(next)
            if (next.act === 'drop') line.sockets.at(-1)?.drop()
            if (next.act === 'wait') await line.clock.advance(next.ms)
            line.pass()
            line.open()
            line.answer(spoils.shift())
            if (next.act !== 'draw') continue
            line.frame.draw()
            expectHonest(line.book.store.getState(), line.history)
          }
          // From here on nothing is lost.
          for (let turn = 0; turn < 12; turn++) {
            await line.clock.advance(4_000)
            line.open()
            line.answer()
            line.change({
              act: 'change',
              delivery: 'whole',
              by: 1,
              side: 'bids',
              level: ['98', String(1 + turn)],
            })
            line.answer()
          }
          line.frame.draw()
          const view = line.book.store.getState()
          expect(view.status).toBe('live')
          expect(view.seq).toBe(Math.max(...line.history.keys()))
          expectHonest(view, line.history)
          line.client.dispose()
          expect(line.clock.pendingTimers()).toBe(0)
        },
      ),
      { numRuns: Number(process.env['DELIVERY_RUNS'] ?? 10) },
    )
  })
})
