import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { act, cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createMarketClient } from '../createMarketClient.ts'
import { createBookScript, createManualFrame, createScriptedSockets } from '../testing.ts'
import { useBook, useBookTrust, useConnection, useTickers } from './hooks.ts'

afterEach(cleanup)

function setup() {
  const clock = createManualClock()
  const frame = createManualFrame()
  const { openSocket, sockets } = createScriptedSockets()
  const client = createMarketClient({ openSocket, clock, frame, random: createSeededRandom(7) })
  return { client, clock, frame, sockets }
}

it('shows a book as it moves, subscribes once under StrictMode and lets go when unmounted', async () => {
  const { client, clock, frame, sockets } = setup()
  const Best = () => <p>{useBook(client, 'BTCUSDT')?.bids[0]?.price ?? 'none'}</p>
  const view = render(<StrictMode><Best /></StrictMode>)
  expect(view.container.textContent).toBe('none')
  const server = createBookScript('BTCUSDT', { bids: [['100', '1']], asks: [['101', '1']] })
  act(() => {
    sockets[0]?.open()
    sockets[0]?.deliver(server.snapshot())
    frame.draw()
  })
  expect(view.container.textContent).toBe('100')
  expect(sockets).toHaveLength(1)
  view.unmount()
  await clock.advance(2_000)
  expect(sockets[0]?.sent.at(-1)).toContain('unsubscribe')
})

it('follows another symbol when asked to', async () => {
  const { client, clock, frame, sockets } = setup()
  const Best = ({ symbol }: { symbol: string }) => <p>{useBook(client, symbol)?.symbol ?? 'none'}</p>
  const view = render(<Best symbol="BTCUSDT" />)
  act(() => sockets[0]?.open())
  view.rerender(<Best symbol="ETHUSDT" />)
  act(() => frame.draw())
  expect(view.container.textContent).toBe('ETHUSDT')
  await clock.advance(2_000)
  expect(sockets[0]?.sent.filter((text) => text.includes('unsubscribe'))).toEqual([expect.stringContaining('BTCUSDT')])
})

it('does not subscribe again for the same symbols in a new array', () => {
  const { client, sockets } = setup()
  const Board = () => <p>{Object.keys(useTickers(client, ['BTCUSDT', 'ETHUSDT'])).length}{useConnection(client).status}</p>
  const view = render(<Board />)
  act(() => sockets[0]?.open())
  const before = sockets[0]?.sent.length
  view.rerender(<Board />)
  view.rerender(<Board />)
  expect(sockets[0]?.sent.length).toBe(before)
  expect(view.container.textContent).toBe('0open')
})

it('says how far a book can be believed, and is drawn anew only when that changes', () => {
  const { client, frame, sockets } = setup()
  let drawn = 0
  const Light = () => {
    const trust = useBookTrust(client, 'BTCUSDT')
    drawn++
    return <p>{trust?.status ?? 'none'}</p>
  }
  const view = render(<Light />)
  const server = createBookScript('BTCUSDT', { bids: [['100', '1']], asks: [['101', '1']] })
  act(() => {
    sockets[0]?.open()
    sockets[0]?.deliver(server.snapshot())
    frame.draw()
  })
  expect(view.container.textContent).toBe('live')
  const before = drawn
  for (const size of ['2', '3', '4']) {
    act(() => {
      sockets[0]?.deliver(server.delta({ bids: [['100', size]] }))
      frame.draw()
    })
  }
  expect(drawn).toBe(before)
  act(() => {
    sockets[0]?.drop()
    frame.draw()
  })
  expect(view.container.textContent).toBe('stale')
})
