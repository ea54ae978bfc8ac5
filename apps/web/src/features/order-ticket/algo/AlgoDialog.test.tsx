import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestBrowser, ok, refused } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { newDraft } from '../orderDraft.ts'
import { spec } from '../testing/ticketFixture.ts'
import type { Ticket } from '../ticketContext.ts'
import AlgoDialog from './AlgoDialog.tsx'

afterEach(cleanup)

const algo = {
  algoId: '3',
  clientOid: 'w',
  symbol: 'BTCUSDT',
  side: 'buy',
  algoType: 'iceberg',
  size: '1',
  filled: '0.4',
  price: '60000',
  lastPrice: null,
  partSize: '0.4',
  parts: 3,
  placed: 2,
  duration: 0,
  status: 'running',
  reason: '',
  createdAt: 1,
  updatedAt: 2,
}

async function open(items: readonly object[] = []) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([spec]))
  browser.on('/spot/algo/list', () => ok({ items }))
  browser.on('/spot/algo/place', () => ok(algo))
  browser.on('/spot/algo/stop', () => ok({ ...algo, status: 'stopped', reason: 'user' }))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const ticket = { spec, draft: { ...newDraft('buy'), price: '60000' } } as unknown as Ticket
  const { settle } = renderPage(<AlgoDialog ticket={ticket} onClose={() => {}} />, {
    browser,
    tab,
    at: '/en/spot/BTCUSDT',
  })
  await settle()
  await screen.findByRole('dialog', { name: 'Algo orders' })
  await settle()
  const write = (name: string, text: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } })
  const { dialogs } = tab.services
  const answer = async (action: 'confirm' | 'cancel') => {
    await vi.waitFor(() => expect(dialogs.getState().current).toBeDefined())
    await act(() => dialogs.answer(action))
    await settle()
  }
  return { browser, settle, write, answer, dialogs }
}

describe('the dialog of algo orders', () => {
  it('starts an iceberg at the price of the form', async () => {
    const { write, answer, browser } = await open()
    write('Amount', '1')
    write('Visible amount', '0.4')
    expect(screen.getByText(/3 orders of about 0.4 BTC each/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Start Iceberg' }))
    await answer('confirm')
    await vi.waitFor(() => expect(browser.asked('/spot/algo/place')).toHaveLength(1))
    expect(browser.asked('/spot/algo/place')[0]?.data).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'buy',
      algoType: 'iceberg',
      size: '1',
      visibleSize: '0.4',
      price: '60000',
    })
  })

  it('sends nothing that the question before it was not answered for', async () => {
    const { browser, write, answer, dialogs } = await open()
    write('Amount', '1')
    write('Visible amount', '0.4')
    const start = screen.getByRole('button', { name: 'Start Iceberg' })
    // A second press opens no second question.
    fireEvent.click(start)
    fireEvent.click(start)
    await answer('cancel')
    expect([dialogs.getState().current, browser.asked('/spot/algo/place')]).toEqual([undefined, []])
  })

  it('says why an order is refused and keeps what was written', async () => {
    const { browser, answer, write } = await open()
    browser.on('/spot/algo/place', () =>
      refused('40204', { msg: 'The order is below the minimum' }),
    )
    fireEvent.click(screen.getByRole('radio', { name: 'TWAP' }))
    write('Amount', '0.0001')
    fireEvent.click(screen.getByRole('button', { name: 'Start TWAP' }))
    await answer('confirm')
    expect(await screen.findByText('The order is below the minimum value.')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('0.0001')
  })

  it('shows the progress of those that run and stops one', async () => {
    const stopped = { ...algo, algoId: '2', status: 'stopped', reason: '40201' }
    const { browser, settle } = await open([algo, stopped])
    const list = await screen.findByRole('list', { name: 'Algo orders' })
    expect(within(list).getAllByText('2 of 3 orders')).toHaveLength(2)
    expect(within(list).getByText('The available balance is not enough.')).toBeTruthy()
    fireEvent.click(within(list).getByRole('button', { name: 'Stop: Iceberg 3' }))
    await settle()
    await vi.waitFor(() =>
      expect(browser.asked('/spot/algo/stop')[0]?.data).toMatchObject({ algoId: '3' }),
    )
  })
})
