import { createManualClock, createScriptedSockets, createSeededRandom } from '@x/kit/testing'
import { createMarketClient } from '@x/market'
import { createBookScript, createManualFrame } from '@x/market/testing'
import { expect, it } from 'vitest'
import { deepBookStore, withDeepLevels } from './deepBook.ts'

const level = (price: string, size: string, total = size) => ({ price, size, total })
const streamed = {
  bids: [level('100', '1'), level('99', '2', '3')],
  asks: [level('101', '1'), level('102', '4', '5')],
}

it('adds the levels behind the streamed ones, with their totals', () => {
  const { bids, asks } = withDeepLevels(streamed, {
    bids: [level('100', '9'), level('99', '9'), level('98', '0.5'), level('90', '1')],
    asks: [level('101', '9'), level('103', '2')],
  })
  expect(bids.slice(0, 2)).toEqual(streamed.bids)
  expect(bids.slice(2)).toEqual([level('98', '0.5', '3.5'), level('90', '1', '4.5')])
  expect(asks.slice(2)).toEqual([level('103', '2', '7')])
})

it('compares prices as numbers', () => {
  const { bids } = withDeepLevels(streamed, { bids: [level('9.5', '1')], asks: [] })
  expect(bids.at(-1)).toEqual(level('9.5', '1', '4'))
})

it('is the streamed book alone before the deep one has come', () => {
  expect(withDeepLevels(streamed, undefined)).toEqual(streamed)
})

it('shows no side that the stream does not have', () => {
  const { bids } = withDeepLevels({ ...streamed, bids: [] }, { bids: [level('98', '1')], asks: [] })
  expect(bids).toEqual([])
})

it('follows both topics while anybody listens', async () => {
  const { openSocket, sockets } = createScriptedSockets()
  const [clock, frame] = [createManualClock(), createManualFrame()]
  const random = createSeededRandom(1)
  const market = createMarketClient({ openSocket, clock, frame, random, lingerMs: 0 })
  const book = deepBookStore(market, 'BTCUSDT')
  expect([book.getState(), sockets.length]).toEqual([undefined, 0])
  const stop = book.subscribe(() => {})
  const socket = sockets[0]
  socket?.open()
  const sides = { bids: [['100', '1']], asks: [['101', '1']] } as const
  const deep = {
    bids: [...sides.bids, ['90', '2']],
    asks: [...sides.asks, ['110', '3']],
  } as const
  socket?.deliver(createBookScript('BTCUSDT', sides).snapshot())
  socket?.deliver(createBookScript('BTCUSDT', { ...deep, topic: 'books1000@1s' }).snapshot())
  frame.draw()
  const shown = book.getState()
  expect(shown).toMatchObject({ status: 'live', bids: [level('100', '1'), level('90', '2', '3')] })
  expect(book.getState()).toBe(shown)
  stop()
  await clock.advance(0)
  // The socket closes with its last topic.
  expect([socket?.isClosed, book.getState()]).toEqual([true, undefined])
  market.dispose()
})
