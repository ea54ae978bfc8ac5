import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { activeContent, readAttackTexts } from '../../testing/attackTexts.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { ltr } from '../../lib/ltr.ts'
import { CopyPages } from './CopyPages.tsx'

const LEADER = {
  leadId: '3',
  nickname: 'Ann <b>',
  pairs: ['BTCUSDT'],
  share: '10',
  minimum: '10',
  followers: 1,
  maxFollowers: 300,
  return: '-4.25',
  drawdown: '12.5',
  startedAt: Date.UTC(2026, 0, 2),
  ended: 5,
  lost: 2,
  losing: 1,
}
const DETAIL = {
  ...LEADER,
  days: [{ day: Date.UTC(2026, 0, 2), return: '2.5' }],
  holdings: [
    { asset: 'USDT', part: '60' },
    { asset: 'BTC', part: '40' },
  ],
}
const FOLLOW = {
  followId: '9',
  leadId: '3',
  nickname: 'Ann',
  status: 'active',
  endedBy: null,
  mode: 'ratio',
  amount: null,
  slippage: null,
  stopLoss: '20',
  dailyCap: null,
  share: '10',
  paidIn: '100',
  takenOut: '0',
  shared: '1',
  worth: '112',
  available: '50',
  profit: '11',
  createdAt: 1,
  updatedAt: 2,
}
const PAIR = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const COPIES = [
  { copyId: '2', leadFillId: '8', orderId: '5', reason: null },
  { copyId: '1', leadFillId: '7', orderId: null, reason: 'dailyCap' },
].map((row) => ({
  ...row,
  followId: '9',
  leadId: '3',
  symbol: 'BTCUSDT',
  side: 'buy',
  price: '100.30',
  size: '0.5',
  at: 1,
}))

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => ok([PAIR]))
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '500', held: '0' }]))
  browser.on('/copy/public/leaders', () => ok({ items: [LEADER], next: null }))
  browser.on('/copy/public/leader', () => ok(DETAIL))
  browser.on('/copy/lead/own', () => ok(null))
  browser.on('/copy/follows', () => ok({ items: [FOLLOW], next: null }))
  browser.on('/copy/orders', () => ok({ items: COPIES, next: null }))
  browser.on('/copy/follow/open', () => ok(FOLLOW))
  browser.on('/copy/follow/pause', () => ok({ ...FOLLOW, status: 'paused' }))
  browser.on('/copy/follow/close', () => ok({ ...FOLLOW, status: 'closed' }))
})
afterEach(cleanup)

async function open(path = '') {
  const tab = await browser.openTab(`http://app/en/copy-trading${path}`)
  const pages = (
    <Routes>
      <Route path="/en/copy-trading" element={<CopyPages />} />
      <Route path="/en/copy-trading/:lead" element={<CopyPages />} />
    </Routes>
  )
  settle = renderPage(pages, { browser, tab, at: `/en/copy-trading${path}` }).settle
  await settle()
  await settle(100)
  return tab
}
const press = async (button: HTMLElement) => {
  await act(async () => void fireEvent.click(button))
  await settle(500)
}

describe('the pages of copy trading (products 1)', () => {
  it('lists leads with return, fall and how many lost (products 1)', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Ann <b>' }).getAttribute('href')).toBe(
      '/en/copy-trading/3',
    )
    expect(screen.getByText('2 of 5 ended, 1 now')).toBeTruthy()
    expect(screen.getByText('12.5%')).toBeTruthy()
    expect(browser.asked('/copy/follows')).toHaveLength(0)
  })

  it('stays open in paper mode, with leads of that realm (products 1)', async () => {
    browser.signIn('7', { realm: 'paper' })
    const tab = await open()
    expect(browser.asked('/copy/public/leaders').at(-1)?.data).toMatchObject({ realm: 'paper' })
    const { simulation } = tab.services
    const guarded = (path: string) => simulation.guard(path, { state: 'on' })
    expect(['/en/copy-trading', '/en/copy-trading/my', '/en/p2p'].map(guarded)).toEqual([
      undefined,
      undefined,
      '/en/spot/BTCUSDT',
    ])
  })

  it('loads more leads below the last one (products 1)', async () => {
    const pages = [
      { items: [LEADER, { ...LEADER, leadId: '5', nickname: 'Kim' }], next: '99-5' },
      { items: [{ ...LEADER, leadId: '5', nickname: 'Kim' }], next: null },
    ]
    browser.on('/copy/public/leaders', ({ data }) =>
      ok(pages[(data as { cursor?: string }).cursor === '99-5' ? 1 : 0]),
    )
    await open()
    await press(screen.getByRole('button', { name: 'Load more' }))
    expect(browser.asked('/copy/public/leaders').at(-1)?.data).toMatchObject({ cursor: '99-5' })
    // Who fell meanwhile is listed once.
    expect(screen.getAllByRole('link', { name: 'Kim' })).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('finds a lead on the server and opens its page (spec 9)', async () => {
    browser.on('/copy/public/leaders', ({ data }) =>
      ok({
        items: [
          data['nickname'] === undefined ? LEADER : { ...LEADER, leadId: '8', nickname: 'Bea' },
        ],
        next: null,
      }),
    )
    await open()
    const field = screen.getByRole('combobox', { name: 'Find a lead trader' })
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: 'be' } })
    await expect
      .poll(() => browser.asked('/copy/public/leaders').at(-1)?.data)
      .toMatchObject({ nickname: 'be', realm: 'live' })
    fireEvent.click(await screen.findByRole('option', { name: 'Bea' }))
    await settle()
    await expect
      .poll(() => browser.asked('/copy/public/leader').at(-1)?.data)
      .toMatchObject({ leadId: '8' })
  })

  it('says that no lead has such a name', async () => {
    await open()
    browser.on('/copy/public/leaders', () => ok({ items: [], next: null }))
    const field = screen.getByRole('combobox', { name: 'Find a lead trader' })
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: 'zzz' } })
    expect(await screen.findByText('No matches')).toBeTruthy()
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('shows names of attackers as text (products 8)', async () => {
    browser.signIn('7')
    const names = readAttackTexts()
    const leaders = names.map((nickname, at) => ({ ...LEADER, leadId: `${at}`, nickname }))
    browser.on('/copy/public/leaders', () => ok({ items: leaders, next: null }))
    await open()
    expect(screen.getAllByRole('link').length).toBeGreaterThan(4)
    expect(activeContent()).toEqual([])
    cleanup()
    const follows = names.map((nickname, at) => ({ ...FOLLOW, followId: `${at}`, nickname }))
    browser.on('/copy/follows', () => ok({ items: follows, next: null }))
    await open('/my')
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(names.length / 2)
    expect(activeContent()).toEqual([])
  })

  it('shows the guide until it was read (spec 3)', async () => {
    const tab = await open()
    await press(screen.getByRole('button', { name: 'Got it' }))
    expect(screen.queryByText(/you can lose all that you put in/)).toBeNull()
    expect(tab.services.storage.get('x:guide.copyTrading')).toBe('seen')
  })

  it('leads to the own lead account instead of copying it (products 1)', async () => {
    browser.signIn('7')
    browser.on('/copy/lead/own', () =>
      ok({
        ...LEADER,
        worth: '1',
        available: '1',
        holdings: [],
        paidIn: '1',
        takenOut: '0',
        shared: '0',
      }),
    )
    await open('/3')
    expect(screen.queryByRole('button', { name: 'Start copying' })).toBeNull()
    expect(screen.getByRole('link', { name: 'My lead account' }).getAttribute('href')).toBe(
      '/en/copy-trading/my',
    )
  })

  it('shows the price of each copied order (products 1)', async () => {
    browser.signIn('7')
    await open('/my')
    const table = screen.getByRole('table', { name: 'Copied orders' })
    expect(within(table).getAllByText('100.3').length).toBe(COPIES.length)
  })

  it('leads a guest to the log-in and back (products 1)', async () => {
    await open('/3')
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/en/login?from=%2Fcopy-trading%2F3',
    )
    expect(screen.getByText('BTC')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Return: -4.25%' })).toBeTruthy()
  })

  it('leads to the follow that there is already (products 1)', async () => {
    browser.signIn('7')
    await open('/3')
    expect(screen.queryByRole('button', { name: 'Start copying' })).toBeNull()
    expect(screen.getByRole('link', { name: 'My copy trading' }).getAttribute('href')).toBe(
      '/en/copy-trading/my',
    )
    cleanup()
    browser.on('/copy/follows', () => ok({ items: [{ ...FOLLOW, status: 'closed' }], next: null }))
    await open('/3')
    expect(screen.getByRole('button', { name: 'Start copying' })).toBeTruthy()
  })

  it('leads back to the list of leads (products 1)', async () => {
    await open('/3')
    expect(screen.getByRole('link', { name: 'Lead traders' }).getAttribute('href')).toBe(
      '/en/copy-trading',
    )
  })

  it('names the worst case before a follow is sent (products 1)', async () => {
    browser.signIn('7')
    browser.on('/copy/follows', () => ok({ items: [], next: null }))
    await open('/3')
    await press(screen.getByRole('button', { name: 'Start copying' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Empty: 0.3% for BTC and ETH, otherwise 0.5%')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Funds to copy with'), { target: { value: '100' } })
    await settle()
    expect(dialog.getByText('In the worst case you lose all 100 USDT.')).toBeTruthy()
    // A stop loss is a whole number of percent: what is none is no stop loss, and is not sent.
    fireEvent.change(dialog.getByLabelText('Stop loss'), { target: { value: '12.5' } })
    await settle()
    await press(dialog.getByRole('button', { name: 'Start copying' }))
    expect(browser.asked('/copy/follow/open')).toEqual([])
    fireEvent.change(dialog.getByLabelText('Stop loss'), { target: { value: '20' } })
    await settle()
    expect(dialog.getByText(/about 20 USDT lost/)).toBeTruthy()
    await press(dialog.getByRole('button', { name: 'Start copying' }))
    expect(browser.asked('/copy/follow/open')[0]?.data).toMatchObject({
      leadId: '3',
      mode: 'ratio',
      allocation: '100',
      stopLoss: '20',
    })
  })

  it('keeps the dialog and says why when it is refused (products 1)', async () => {
    browser.signIn('7')
    browser.on('/copy/follow/open', () => refused('40201'))
    browser.on('/copy/follows', () => ok({ items: [], next: null }))
    const tab = await open('/3')
    await press(screen.getByRole('button', { name: 'Start copying' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Funds to copy with'), { target: { value: '100' } })
    await press(dialog.getByRole('button', { name: 'Start copying' }))
    expect(tab.toasts()).toEqual(['The available balance is not enough.'])
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('shows follows and why fills were skipped, and pauses (products 1)', async () => {
    browser.signIn('7')
    await open('/my')
    expect(screen.getByText('Copying')).toBeTruthy()
    expect(screen.getByText('Daily limit reached')).toBeTruthy()
    expect(screen.getByText('Copied')).toBeTruthy()
    await press(screen.getByRole('button', { name: 'Pause' }))
    expect(browser.asked('/copy/follow/pause')[0]?.data).toMatchObject({ followId: '9' })
  })

  it('asks before a follow is sold (products 1)', async () => {
    browser.signIn('7')
    await open('/my')
    await press(screen.getByRole('button', { name: 'Stop and sell' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/10% of the profit goes to the lead trader/)).toBeTruthy()
    await press(dialog.getByRole('button', { name: 'Stop and sell' }))
    expect(browser.asked('/copy/follow/close')).toHaveLength(1)
  })

  it('trades the funds that others copy (products 1)', async () => {
    browser.signIn('7')
    const money = { worth: '100', available: '80', paidIn: '100', takenOut: '0', shared: '0' }
    const holdings = [{ asset: 'BTC', available: '0.0025' }]
    browser.on('/copy/lead/own', () => ok({ ...LEADER, ...money, holdings }))
    browser.on('/spot/order/place', () => ok({ orderId: '1', clientOid: 'c', status: 'filled' }))
    await open('/my')
    const form = within(screen.getByRole('region', { name: 'My lead account' }))
    fireEvent.change(form.getByLabelText('Amount'), { target: { value: '25' } })
    expect(form.getByDisplayValue('BTC/USDT')).toBeTruthy()
    const buy = form.getByRole('button', { name: 'Buy' })
    // Side is colour and word.
    expect(buy.dataset['variant']).toBe('buy')
    await press(buy)
    expect(browser.asked('/spot/order/place')[0]?.data).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'buy',
      size: '25',
      sizeUnit: 'quote',
      orderType: 'market',
      funds: 'lead',
    })
    // What can be sold are the coins of the lead account.
    expect(form.getByText(`Available ${ltr('80 USDT')}`)).toBeTruthy()
    await press(form.getByRole('radio', { name: 'Sell' }))
    expect(form.getByText(`Available ${ltr('0.0025 BTC')}`)).toBeTruthy()
  })
})
