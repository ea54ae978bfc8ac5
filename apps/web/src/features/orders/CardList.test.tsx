import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { CardList } from './CardList.tsx'
import { OrderCards } from './OrderCards.tsx'
import type { SpotOrder } from '../../data/spot/model.ts'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'

afterEach(cleanup)

async function show(status: ListStatus, entries: readonly string[] = []) {
  const browser = createTestBrowser()
  renderPage(
    <CardList
      label="Fills"
      status={status}
      entries={entries}
      empty="No fills yet."
      keyOf={(entry) => entry}
    >
      {(entry) => <b>{entry}</b>}
    </CardList>,
    { browser, tab: await browser.openTab() },
  )
}

describe('a list on a phone', () => {
  it('has a card for each entry in order, and a label', async () => {
    await show({ kind: 'ready' }, ['one', 'two'])
    expect(
      within(screen.getByRole('list', { name: 'Fills' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['one', 'two'])
  })

  it('says when past orders ended and others began', async () => {
    const browser = createTestBrowser()
    const order: SpotOrder = {
      orderId: '1',
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '60000',
      size: '1',
      sizeUnit: 'base',
      filledSize: '1',
      filledValue: '60000',
      status: 'filled',
      createdAt: Date.UTC(2026, 10, 30, 4, 53),
      updatedAt: Date.UTC(2026, 10, 30, 5, 9),
    } as unknown as SpotOrder
    const common = {
      orders: [order],
      status: { kind: 'ready' } as const,
      empty: '',
      onDetail: () => undefined,
      onEdit: () => undefined,
    }
    const { settle } = renderPage(
      <>
        <OrderCards {...common} kind="history" label="Order history" />
        <OrderCards {...common} kind="open" label="Open orders" />
      </>,
      { browser, tab: await browser.openTab('http://app/en/spot/BTCUSDT') },
    )
    await settle()
    const textOf = (name: string) => screen.getByRole('list', { name }).textContent
    expect(textOf('Order history')).toContain(':09')
    expect(textOf('Open orders')).toContain(':53')
  })

  it('says that there is nothing', async () => {
    await show({ kind: 'ready' })
    expect(screen.getByText('No fills yet.')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Fills' })).toBeNull()
  })

  it('says neither that nor anything else while it loads', async () => {
    await show({ kind: 'loading' }, ['old'])
    expect([screen.queryByText('No fills yet.'), screen.queryByText('old')]).toEqual([null, null])
  })

  it('says what failed, for support too, and asks again when pressed', async () => {
    let retries = 0
    await show({
      kind: 'error',
      title: 'The list could not be loaded.',
      onRetry: () => void (retries += 1),
      traceId: 'w17',
    })
    const status = screen.getByRole('alert')
    expect(status.textContent).toContain('The list could not be loaded.')
    expect(status.textContent).toContain('w17')
    fireEvent.click(within(status).getByRole('button', { name: 'Try again' }))
    expect(retries).toBe(1)
  })
})
