import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { confirmOrder } from './confirmOrder.ts'
import { editAmount, editPrice, newDraft, type OrderDraft } from './orderDraft.ts'
import type { SpotTypes } from './spotRules.ts'
import type { ConfirmOptions } from './ticketProduct.ts'

afterEach(cleanup)

const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const level = (price: string, size: string) => ({ price, size })
const book = {
  asks: [level('60000', '1'), level('66000', '1')],
  bids: [level('59990', '2')],
  status: 'live',
  receivedAt: 1,
}
const limit = (price: string): OrderDraft =>
  editAmount(editPrice(newDraft('buy'), price, spec), '2')

/**
 * The question about an order of a trader who is never asked otherwise, drawn; `undefined`: it was
 * sent without one.
 */
async function ask(draft: OrderDraft, shown: () => unknown = () => book) {
  const browser = createTestBrowser()
  browser.signIn('7')
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  tab.services.storage.set(STORAGE_KEYS.confirmOrders, 'none')
  const options: ConfirmOptions<SpotTypes> = {
    spec,
    book: () => shown() as ReturnType<ConfirmOptions<SpotTypes>['book']>,
    figures: { fee: undefined, fill: undefined },
    submitText: 'Buy BTC',
    isCurrent: () => true,
    signal: new AbortController().signal,
  }
  const { dialogs } = tab.services
  const answer = confirmOrder(tab.services, draft, options)
  const first = await Promise.race([
    answer,
    new Promise<void>((resolve) => dialogs.subscribe(() => resolve())),
  ])
  if (first === true) return { text: undefined, answer, dialogs }
  // The page draws the question itself.
  const { settle } = renderPage(<></>, { browser, tab })
  await settle()
  await screen.findByText('Order type')
  return { text: document.body.textContent, answer, dialogs }
}

describe('an order that is asked about wherever the trader wants to be asked', () => {
  it('skips orders that rest or trade within a percent (OT2)', async () => {
    expect((await ask(limit('59000'))).text).toBeUndefined()
    expect((await ask(limit('60600'))).text).toBeUndefined()
  })

  it('asks about a limit over a percent beyond the best (OT2)', async () => {
    const { text, answer, dialogs } = await ask(limit('67800'))
    expect(text).toContain(
      'The limit 67,800.00 USDT lies 13.00% beyond the best price 60,000.00 USDT.',
    )
    expect(text).toContain('Trades at once at about 63,000.00 USDT.')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Cancel')
    await act(() => dialogs.answer('cancel'))
    expect(await answer).toBe(false)
  })

  it('asks about any order while the book is stale (OT11)', async () => {
    const { text, answer, dialogs } = await ask(limit('59000'), () => ({
      ...book,
      status: 'stale',
    }))
    expect(text).toMatch(
      /The order book on screen is not current \(last update .+ ago\)\. The price may have moved\./,
    )
    await act(() => dialogs.answer('confirm'))
    expect(await answer).toBe(true)
    cleanup()
    expect(
      (
        await ask({ ...newDraft('buy'), type: 'market', total: '100' }, () => ({
          ...book,
          status: 'resyncing',
        }))
      ).text,
    ).toContain('not current')
  })

  it('is any order before the book has come (OT11)', async () => {
    const { text } = await ask(limit('59000'), () => undefined)
    expect(text).toContain('The order book on screen is not current')
    cleanup()
    expect(
      (
        await ask(limit('59000'), () => ({
          ...book,
          asks: [],
          bids: [],
          status: 'loading',
          receivedAt: 0,
        }))
      ).text,
    ).toContain('not current')
  })

  it('is asked again where the book moves away under the question (OT2)', async () => {
    let shown: object = { ...book, status: 'stale' }
    const { answer, dialogs } = await ask(limit('60600'), () => shown)
    shown = { ...book, asks: [level('54000', '5')] }
    await act(() => dialogs.answer('confirm'))
    expect(document.body.textContent).toContain(
      'The limit 60,600.00 USDT lies 12.22% beyond the best price 54,000.00 USDT.',
    )
    // A little more is no other question.
    shown = { ...book, asks: [level('53900', '5')] }
    await act(() => dialogs.answer('confirm'))
    expect(await answer).toBe(true)
  })

  it('is asked again where the book goes stale under the question (OT11)', async () => {
    let shown: object = book
    const { answer, dialogs } = await ask(limit('67800'), () => shown)
    shown = { ...book, status: 'stale' }
    await act(() => dialogs.answer('confirm'))
    expect(document.body.textContent).toContain('not current')
    await act(() => dialogs.answer('cancel'))
    expect(await answer).toBe(false)
  })

  it('never says "partly" where an order must trade in full (OT2)', async () => {
    const { text } = await ask({ ...limit('67800'), amount: '9', timeInForce: 'fok' })
    expect(text).toContain('beyond the best price')
    expect(text).not.toContain('trades at once')
  })
})
