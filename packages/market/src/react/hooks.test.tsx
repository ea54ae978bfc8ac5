import { createManualClock, createScriptedSockets, createSeededRandom } from '@x/kit/testing'
import { act, cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createMarketClient } from '../createMarketClient.ts'
import { createBookScript, createManualFrame } from '../testing.ts'
import { useStore } from '@x/kit/react'
import {
  useBook,
  useBookStore,
  useBookStatus,
  useCandle,
  useConnection,
  useQuotesStore,
  useTicker,
  useTickers,
  useTrades,
} from './hooks.ts'

afterEach(cleanup)

function setup() {
  const clock = createManualClock()
  const frame = createManualFrame()
  const { openSocket, sockets } = createScriptedSockets()
  const client = createMarketClient({ openSocket, clock, frame, random: createSeededRandom(7) })
  return { client, clock, frame, sockets }
}

it('renders a book, subscribes once in StrictMode, releases on unmount', async () => {
  const { client, clock, frame, sockets } = setup()
  const Best = () => <p>{useBook(client, 'BTCUSDT')?.bids[0]?.price ?? 'none'}</p>
  const view = render(
    <StrictMode>
      <Best />
    </StrictMode>,
  )
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

it('moves to another symbol', async () => {
  const { client, clock, frame, sockets } = setup()
  const Best = ({ symbol }: { symbol: string }) => (
    <p>{useBook(client, symbol)?.symbol ?? 'none'}</p>
  )
  const view = render(<Best symbol="BTCUSDT" />)
  act(() => sockets[0]?.open())
  view.rerender(<Best symbol="ETHUSDT" />)
  act(() => frame.draw())
  expect(view.container.textContent).toBe('ETHUSDT')
  await clock.advance(2_000)
  expect(sockets[0]?.sent.filter((text) => text.includes('unsubscribe'))).toEqual([
    expect.stringContaining('BTCUSDT'),
  ])
})

it('does not subscribe again for the same symbols in a new array', () => {
  const { client, sockets } = setup()
  const Board = () => (
    <p>
      {Object.keys(useTickers(client, ['BTCUSDT', 'ETHUSDT'])).length}
      {useConnection(client).status}
    </p>
  )
  const view = render(<Board />)
  act(() => sockets[0]?.open())
  const before = sockets[0]?.sent.length
  view.rerender(<Board />)
  view.rerender(<Board />)
  expect(sockets[0]?.sent.length).toBe(before)
  expect(view.container.textContent).toBe('0open')
})

it('renders the book status only when it changes', () => {
  const { client, frame, sockets } = setup()
  let drawn = 0
  const Light = () => {
    const bookStatus = useBookStatus(client, 'BTCUSDT')
    drawn++
    return <p>{bookStatus?.status ?? 'none'}</p>
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

const trade = (id: string) => ({ id, price: '100', size: '1', takerSide: 'buy', ts: 1 })
const ticker = (symbol: string, last: string) => ({
  symbol,
  last,
  open24h: '1',
  high24h: '1',
  low24h: '1',
  volumeBase: '0',
  volumeQuote: '0',
  changePercent: '0.00',
  ts: 1,
})
const candle = (close: string) => ({
  openTime: 0,
  open: '1',
  high: '1',
  low: '1',
  close,
  volume: '0',
})
const message = (
  topic: string,
  {
    symbol = 'BTCUSDT',
    seq = 1,
    type = 'snapshot',
    ...body
  }: { symbol?: string; seq?: number; type?: string; [field: string]: unknown },
) => ({ topic, symbol, type, seq, prevSeq: seq - 1, ts: 1, ...body })

it('renders trades, tickers and the current candle of the last frame', () => {
  const { client, frame, sockets } = setup()
  const Screen = () => (
    <p>
      {useTrades(client, 'BTCUSDT')
        .map(({ id }) => id)
        .join('')}{' '}
      {useTicker(client, 'BTCUSDT')?.last ?? 'none'}{' '}
      {Object.values(useTickers(client, ['BTCUSDT', 'ETHUSDT']))
        .map(({ last }) => last)
        .join('+')}{' '}
      {useCandle(client, 'BTCUSDT', '1m')?.close ?? 'none'}
    </p>
  )
  const view = render(<Screen />)
  expect(view.container.textContent).toBe(' none  none')
  act(() => {
    sockets[0]?.open()
    sockets[0]?.deliver(message('trade', { trades: [trade('a'), trade('b')] }))
    sockets[0]?.deliver(message('ticker@250ms', { ticker: ticker('BTCUSDT', '7') }))
    sockets[0]?.deliver(
      message('ticker@250ms', { symbol: 'ETHUSDT', ticker: ticker('ETHUSDT', '8') }),
    )
    sockets[0]?.deliver(message('candle_1m', { candle: candle('9') }))
  })
  expect(view.container.textContent).toBe(' none  none')
  act(() => frame.draw())
  expect(view.container.textContent).toBe('ba 7 7+8 9')
  act(() => {
    sockets[0]?.deliver(message('trade', { type: 'delta', seq: 2, trades: [trade('c')] }))
    sockets[0]?.deliver(message('candle_1m', { type: 'delta', seq: 2, candle: candle('10') }))
    frame.draw()
  })
  expect(view.container.textContent).toBe('cba 7 7+8 10')
})

it('returns a book store that renders nothing and subscribes lazily', () => {
  const { client, frame, sockets } = setup()
  let drawn = 0
  let changes = 0
  let book: ReturnType<typeof useBookStore> | undefined
  const Rows = () => {
    book = useBookStore(client, 'BTCUSDT')
    drawn++
    return null
  }
  render(<Rows />)
  expect([sockets.length, book?.getState()]).toEqual([0, undefined])
  const stop = book?.subscribe(() => changes++)
  const server = createBookScript('BTCUSDT', { bids: [['100', '1']], asks: [['101', '1']] })
  act(() => {
    sockets[0]?.open()
    sockets[0]?.deliver(server.snapshot())
    frame.draw()
  })
  expect([drawn, book?.getState()?.bids[0]?.price]).toEqual([1, '100'])
  expect(changes).toBeGreaterThan(0)
  stop?.()
})

it('returns book and ticker as one store to select from', () => {
  const { client, frame, sockets } = setup()
  let drawn = 0
  const Last = () => {
    const last = useStore(
      useQuotesStore(client, 'BTCUSDT'),
      ({ book, ticker: { last: price } = { last: 'none' } }) => `${book?.status} ${price}`,
    )
    drawn++
    return <p>{last}</p>
  }
  const view = render(<Last />)
  const server = createBookScript('BTCUSDT', { bids: [['100', '1']], asks: [['101', '1']] })
  act(() => {
    sockets[0]?.open()
    sockets[0]?.deliver(server.snapshot())
    sockets[0]?.deliver(message('ticker@250ms', { ticker: ticker('BTCUSDT', '7') }))
    frame.draw()
  })
  expect(view.container.textContent).toBe('live 7')
  const before = drawn
  act(() => {
    sockets[0]?.deliver(server.delta({ bids: [['100', '2']] }))
    frame.draw()
  })
  expect(drawn).toBe(before)
})

it('shares one subscription between two components', async () => {
  const { client, clock, frame, sockets } = setup()
  const One = () => <i>{useTicker(client, 'BTCUSDT')?.last}</i>
  const Both = ({ count }: { count: number }) => (
    <>
      {Array.from({ length: count }, (_, at) => (
        <One key={at} />
      ))}
    </>
  )
  const view = render(
    <StrictMode>
      <Both count={2} />
    </StrictMode>,
  )
  act(() => sockets[0]?.open())
  expect(sockets[0]?.sent).toHaveLength(1)
  act(() => {
    sockets[0]?.deliver(message('ticker@250ms', { ticker: ticker('BTCUSDT', '7') }))
    frame.draw()
  })
  expect(view.container.textContent).toBe('77')
  view.rerender(
    <StrictMode>
      <Both count={1} />
    </StrictMode>,
  )
  await clock.advance(4_000)
  expect(sockets[0]?.sent.join()).not.toContain('unsubscribe')
  // A third that comes finds what there is, without a word to the server.
  view.rerender(
    <StrictMode>
      <Both count={2} />
    </StrictMode>,
  )
  expect(view.container.textContent).toBe('77')
  view.rerender(
    <StrictMode>
      <Both count={0} />
    </StrictMode>,
  )
  await clock.advance(2_000)
  expect(
    sockets[0]?.sent
      .filter((text) => text.includes('subscribe"'))
      .map((text) => (JSON.parse(text) as { op: string }).op),
  ).toEqual(['subscribe', 'unsubscribe'])
})

it('shows the connection as waiting and as open again', async () => {
  const { client, clock, sockets } = setup()
  const Light = () => {
    useTicker(client, 'BTCUSDT')
    return <p>{useConnection(client).status}</p>
  }
  const view = render(<Light />)
  expect(view.container.textContent).toBe('connecting')
  act(() => sockets[0]?.open())
  act(() => sockets[0]?.drop())
  expect(view.container.textContent).toBe('waiting')
  await act(() => clock.advance(500))
  act(() => sockets[1]?.open())
  expect(view.container.textContent).toBe('open')
})

it('renders a throttled book once per interval, the last value always', async () => {
  vi.useFakeTimers()
  try {
    const { client, frame, sockets } = setup()
    let drawn = 0
    const Best = () => {
      drawn++
      return <p>{useBook(client, 'BTCUSDT', { everyMs: 500 })?.bids[0]?.size ?? 'none'}</p>
    }
    const view = render(<Best />)
    const server = createBookScript('BTCUSDT', { bids: [['100', '1']], asks: [['101', '1']] })
    act(() => {
      sockets[0]?.open()
      sockets[0]?.deliver(server.snapshot())
      frame.draw()
    })
    const before = drawn
    for (let size = 2; size <= 9; size++) {
      act(() => {
        sockets[0]?.deliver(server.delta({ bids: [['100', String(size)]] }))
        frame.draw()
      })
    }
    expect(drawn - before).toBeLessThanOrEqual(1)
    act(() => void vi.advanceTimersByTime(1_000))
    expect(view.container.textContent).toBe('9')
    expect(drawn - before).toBeLessThanOrEqual(2)
  } finally {
    vi.useRealTimers()
  }
})
