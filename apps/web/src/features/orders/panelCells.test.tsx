import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { indexSymbols, type SpotOrder, type SpotPosition } from '../../data/spot/model.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { CancelQuestion } from './CancelQuestion.tsx'
import { PairCell, SideCell } from './cells.tsx'
import { DistanceCell } from './DistanceCell.tsx'
import { ExitsCell } from './ExitsCell.tsx'
import { AveragePrice, HoldingProfitText, HoldingValue } from './HoldingCells.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderViewMenu } from './OrderViewMenu.tsx'
import { writeOrderView } from './orderView.ts'
import { SelectedOrders } from './SelectedOrders.tsx'
import { holding, openOrder, pairOf } from './testing/orderFixtures.ts'

afterEach(cleanup)

interface Given {
  readonly positions?: readonly SpotPosition[]
  readonly tracking?: 0 | 1
}

/** A part of the panel of a user, with the pairs BTC and ETH known. */
async function show(children: ReactNode, { positions = [], tracking = 0 }: Given = {}) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([pairOf('BTC'), pairOf('ETH')]))
  browser.on('/spot/account/positions', () => ok(positions))
  browser.on('/spot/order/cancelAll', () => ok({ cancelled: ['1'] }))
  browser.on('/spot/order/cancel', () => ok({}))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  tab.services.storage.set(
    STORAGE_KEYS.orderView,
    writeOrderView({ isPairOnly: false, tracking, toggled: [] }),
  )
  const { settle } = renderPage(<div data-testid="shown">{children}</div>, { browser, tab })
  await settle()
  const deliver = async (last: string) => {
    tab.marketSockets.at(-1)?.open()
    tab.marketSockets.at(-1)?.deliver({
      topic: 'ticker@250ms',
      symbol: 'BTCUSDT',
      type: 'snapshot',
      seq: 1,
      prevSeq: 0,
      ts: 1,
      ticker: {
        symbol: 'BTCUSDT',
        last,
        open24h: last,
        high24h: last,
        low24h: last,
        volumeBase: '1',
        volumeQuote: '1',
        changePercent: '0',
        ts: 1,
      },
    })
    await settle(5_000)
  }
  return { browser, tab, settle, deliver, text: () => screen.getByTestId('shown').textContent }
}

describe('the distance of an order from the market', () => {
  it('is unknown before the market has a price', async () => {
    const { text } = await show(<DistanceCell order={openOrder()} />)
    expect(text()).toBe('--')
  })

  it('is unknown for an order without a price', async () => {
    const order = openOrder({ price: null, orderType: 'market' })
    const { text, deliver } = await show(<DistanceCell order={order} />)
    await deliver('60000')
    expect(text()).toBe('--')
  })
})

describe('the side of an order', () => {
  it.each(['lead', 'follow'] as const)('has the mark of a copy: %s (products 1)', async (copy) => {
    const { text } = await show(<SideCell order={{ side: 'buy', copy }} />)
    expect(await screen.findByRole('img', { name: 'Copy trading' })).toBeTruthy()
    expect(text()).toBe('Buy')
  })

  it('has no mark where the spot account trades (products 1)', async () => {
    await show(<SideCell order={{ side: 'sell' }} />)
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('the pair of an order', () => {
  const letter = () =>
    screen.getByTestId('shown').querySelector<HTMLElement>('[aria-hidden] [data-letter]')?.dataset[
      'letter'
    ]

  it('has the icon of its coin, hidden from screen readers', async () => {
    const { text } = await show(<PairCell symbol="ETHUSDT" spec={pairOf('ETH')} />)
    expect([letter(), text()]).toEqual(['E', 'ETH/USDT'])
  })

  it('has the icon beside the name of a contract', async () => {
    const contract = { ...pairOf('BTC'), name: 'BTCUSD' }
    const { text } = await show(<PairCell symbol="BTCUSD" spec={contract} />)
    expect([letter(), text()]).toEqual(['B', 'BTCUSD'])
  })

  it('is its symbol alone while the pair is unknown', async () => {
    const { text } = await show(<PairCell symbol="ETHUSDT" spec={undefined} />)
    expect([letter(), text()]).toEqual([undefined, 'ETHUSDT'])
  })
})

describe('the exits of an order', () => {
  const trigger = (changes: object) =>
    ({
      kind: 'stop',
      direction: 'falls',
      triggerPrice: '55000.00',
      price: null,
      ...changes,
    }) as NonNullable<SpotOrder['triggers']>[number]

  it.each([
    ['none', {}, '--'],
    [
      'both',
      {
        takeProfit: { triggerPrice: '70000', price: null },
        stopLoss: { triggerPrice: '55000', price: null },
      },
      '70,000.00 / 55,000.00',
    ],
    ['a stop loss', { stopLoss: { triggerPrice: '55000', price: null } }, '-- / 55,000.00'],
    ['a take profit', { takeProfit: { triggerPrice: '70000', price: null } }, '70,000.00 / --'],
  ])('shows %s of an entry', async (_name, changes, expected) => {
    const { text } = await show(<ExitsCell order={openOrder(changes)} spec={pairOf('BTC')} />)
    expect(text()).toBe(expected)
  })

  it('shows the stop of an OCO, with its kind of price', async () => {
    const order = openOrder({ orderType: 'oco', triggers: [trigger({ triggerBy: 'mark' })] })
    const { text } = await show(<ExitsCell order={order} spec={pairOf('BTC')} />)
    expect(text()).toBe('Mark ≤ 55,000.00')
  })
})

describe('what a holding cost and brought (spec 3.11)', () => {
  const cells = (
    <>
      <AveragePrice asset="BTC" />
      {' | '}
      <HoldingValue asset="BTC" />
      {' | '}
      <HoldingProfitText asset="BTC" />
    </>
  )
  const figures = (text: string | null) =>
    text?.split(' | ').map((figure) => figure.replaceAll(/\s+/g, ' ').trim())

  it('counts what was bought here', async () => {
    const { text } = await show(cells, { positions: [holding()] })
    const [average, value, profit] = figures(text()) ?? []
    expect(average).toMatch(/^50,000\.00/)
    expect(value).toMatch(/^120,000\.00/)
    expect(profit).toMatch(/^\+10,000\.00 \(\+20\.00%\)/)
  })

  it('counts the rest at the market price where the user chose that', async () => {
    const { text } = await show(cells, { positions: [holding()], tracking: 1 })
    const [average, , profit] = figures(text()) ?? []
    expect(average).toMatch(/^55,000\.00/)
    expect(profit).toMatch(/^\+10,000\.00 \(\+9\.09%\)/)
  })

  it('marks a loss by its sign', async () => {
    const { text } = await show(cells, { positions: [holding({ marketPrice: '40000' })] })
    expect(figures(text())?.[2]).toMatch(/^[-−]10,000\.00 \([-−]20\.00%\)/)
  })

  it('has no figures for what was never bought', async () => {
    const { text } = await show(cells, {
      positions: [holding({ avgBuyPrice: null, cost: null, buyDealCount: '0', buyPrice: '0' })],
    })
    expect(figures(text())?.[2]).toBe('--')
  })

  it('has no figures for an asset without a pair', async () => {
    const { text } = await show(cells)
    expect(figures(text())).toEqual(['--', '--', '--'])
  })
})

describe('the question before several orders are cancelled', () => {
  const orders = [
    openOrder(),
    openOrder({ orderId: '2', symbol: 'ETHUSDT', price: '2000.00', size: '1' }),
  ]
  const specs = indexSymbols([pairOf('BTC'), pairOf('ETH')])

  it('names count, pairs and value', async () => {
    const { text } = await show(<CancelQuestion specs={specs} orders={orders} which={{}} />)
    expect(text()).toContain('2 orders will be cancelled.')
    expect(text()).toContain('BTC/USDT, ETH/USDT')
    expect(text()).toContain('2,600.00')
  })

  it('names the side where one is cancelled', async () => {
    const { text } = await show(
      <CancelQuestion
        specs={specs}
        orders={orders.slice(0, 1)}
        which={{ symbol: 'BTCUSDT', side: 'buy' }}
      />,
    )
    expect(text()).toContain('1 order will be cancelled.')
    expect(text()).toContain('Buy')
    expect(text()).toContain('600.00')
  })

  it('leaves orders without a price out of the value', async () => {
    const { text } = await show(
      <CancelQuestion specs={specs} orders={[openOrder({ price: null }), openOrder()]} />,
    )
    expect(text()).toContain('600.00')
    expect(text()).not.toContain('1,200.00')
  })
})

describe('the facts of an order', () => {
  const facts = (changes: Partial<SpotOrder>) => (
    <OrderFacts order={openOrder(changes)} costs={undefined} onShow={() => {}} />
  )
  const valueOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent

  it('names the value of an open order and its filled part', async () => {
    await show(facts({ filled: '0.005', filledQuote: '300', status: 'partially_filled' }))
    expect(valueOf('Value')).toContain('600.00')
    expect(valueOf('Filled value')).toContain('300')
    expect(valueOf('Filled')).toContain('50.0%')
  })

  it('names copy trading where its funds are traded (products 1)', async () => {
    await show(facts({ copy: 'follow' }))
    expect(valueOf('Side')).toBe('Buy · Copy trading')
    cleanup()
    await show(facts({}))
    expect(valueOf('Side')).toBe('Buy')
  })

  it('names no open value of an ended order', async () => {
    await show(facts({ status: 'cancelled' }))
    expect(screen.queryByText('Value')).toBeNull()
    expect(screen.getByText('Ended')).toBeDefined()
  })
})

describe('the view of the lists', () => {
  const open = async (list: string) => {
    const page = await show(<OrderViewMenu list={list} />)
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await page.settle()
    return page
  }
  const stored = ({ tab }: Awaited<ReturnType<typeof show>>) =>
    tab.services.storage.get(STORAGE_KEYS.orderView)

  it('hides a column and shows it again', async () => {
    const page = await open('open')
    const type = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Type' })
    expect(type.checked).toBe(true)
    fireEvent.click(type)
    await page.settle()
    expect([type.checked, stored(page)]).toEqual([false, ';0;open.type'])
    fireEvent.click(type)
    await page.settle()
    expect([type.checked, stored(page)]).toEqual([true, ';0;'])
  })

  it('offers a column that is hidden at first', async () => {
    const page = await open('history')
    const id = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Order ID' })
    expect(id.checked).toBe(false)
    fireEvent.click(id)
    await page.settle()
    expect(stored(page)).toBe(';0;history.orderId')
  })

  it.each(['Pair', 'Side', 'Actions'])('always shows the column %s', async (name) => {
    await open('open')
    await screen.findByRole('checkbox', { name: 'Type' })
    expect(screen.queryByRole('checkbox', { name })).toBeNull()
  })

  it('chooses what an average price counts', async () => {
    const page = await open('assets')
    fireEvent.click(await screen.findByRole('radio', { name: 'All holdings' }))
    await page.settle()
    expect(stored(page)).toBe(';1;')
  })

  it('has nothing to choose for fills', async () => {
    const { text } = await show(<OrderViewMenu list="fills" />)
    expect(text()).toBe('')
  })
})

describe('several selected orders', () => {
  it('are changed only where they have a price', async () => {
    const orders = [openOrder(), openOrder({ orderId: '2', price: null })]
    await show(<SelectedOrders orders={orders} onDone={() => {}} />)
    expect(screen.getByRole('button', { name: 'Change selected (1)' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Cancel selected (2)' })).toBeDefined()
  })

  it('cannot be changed where none has a price', async () => {
    await show(<SelectedOrders orders={[openOrder({ price: null })]} onDone={() => {}} />)
    const change = screen.getByRole('button', { name: 'Change selected (0)' })
    expect(change.getAttribute('aria-disabled') ?? change.getAttribute('disabled')).not.toBeNull()
  })

  it('stay selected when their cancelling is not confirmed', async () => {
    const onDone = vi.fn<() => void>()
    const { settle } = await show(<SelectedOrders orders={[openOrder()]} onDone={onDone} />)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel selected (1)' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Keep as it is' }))
    await settle()
    expect(onDone).not.toHaveBeenCalled()
  })
})
