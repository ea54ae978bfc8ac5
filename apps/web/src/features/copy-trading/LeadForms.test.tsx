import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { CopyPages } from './CopyPages.tsx'

const LEAD = {
  leadId: '3',
  nickname: 'Ann',
  pairs: ['BTCUSDT'],
  share: '10',
  minimum: '10',
  followers: 2,
  maxFollowers: 300,
  return: '4.5',
  drawdown: '0',
  startedAt: 1,
  ended: 0,
  lost: 0,
  losing: 0,
  worth: '104.5',
  available: '80',
  holdings: [{ asset: 'BTC', available: '0.0003' }],
  paidIn: '100',
  takenOut: '0',
  shared: '3.25',
}
const FOLLOW = {
  followId: '9',
  leadId: '4',
  nickname: 'Kim',
  status: 'paused',
  endedBy: null,
  mode: 'ratio',
  amount: null,
  slippage: null,
  stopLoss: null,
  dailyCap: null,
  share: '10',
  paidIn: '100',
  takenOut: '0',
  shared: '0',
  worth: '90',
  available: '50',
  profit: '-10',
  createdAt: 1,
  updatedAt: 2,
}
const SHARE = {
  shareId: '1',
  role: 'received',
  followId: '9',
  leadId: '3',
  amount: '3.25',
  profit: '32.5',
  at: 1,
}
const RECORD = {
  recordId: '1',
  kind: 'out',
  of: 'follow',
  id: '9',
  asset: 'BTC',
  amount: '0.00012',
  at: 1,
}

const NONE = { items: [], next: null }
let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '500', held: '0' }]))
  browser.on('/copy/lead/own', () => ok(LEAD))
  browser.on('/copy/follows', () => ok({ items: [FOLLOW], next: null }))
  browser.on('/copy/orders', () => ok(NONE))
  browser.on('/copy/shares', () => ok({ items: [SHARE], next: null }))
  browser.on('/copy/records', () => ok({ items: [RECORD], next: null }))
  browser.on('/copy/lead/fund', () => ok(LEAD))
  browser.on('/copy/lead/close', () => ok({ leadId: '3' }))
  browser.on('/copy/follow/resume', () => ok(FOLLOW))
  browser.on('/copy/follow/change', () => ok(FOLLOW))
  browser.on('/copy/lead/change', () => ok(LEAD))
  browser.on('/copy/follow/fund', () => ok(FOLLOW))
})
afterEach(cleanup)

async function open() {
  const tab = await browser.openTab('http://app/en/copy-trading/my')
  const pages = (
    <Routes>
      <Route path="/en/copy-trading/:lead" element={<CopyPages />} />
    </Routes>
  )
  settle = renderPage(pages, { browser, tab, at: '/en/copy-trading/my' }).settle
  await settle(100)
  return tab
}
const press = async (button: HTMLElement) => {
  await act(async () => void fireEvent.click(button))
  await settle(500)
}
const ofLead = () => within(screen.getByRole('region', { name: 'My lead account' }))
const ofFollows = () => within(screen.getByRole('region', { name: 'Copied traders' }))

describe('the funds of a lead on the page (products 1)', () => {
  it('shows worth, return and the shares received (products 1)', async () => {
    await open()
    expect(ofLead().getByText('+4.50', { exact: false })).toBeTruthy()
    expect(ofLead().getByText('2/300')).toBeTruthy()
    expect(ofLead().getByText('3.25', { exact: false })).toBeTruthy()
  })

  it('changes what new followers agree to (products 1)', async () => {
    await open()
    expect(ofLead().getByText('0.0003 BTC')).toBeTruthy()
    await press(ofLead().getByRole('button', { name: 'Change terms' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/already keeps the agreed profit share/)).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Ann')
    fireEvent.change(dialog.getByLabelText('Profit share'), { target: { value: '' } })
    await settle()
    await press(dialog.getByRole('button', { name: 'Change terms' }))
    expect(browser.asked('/copy/lead/change')).toEqual([])
    fireEvent.change(dialog.getByLabelText('Profit share'), { target: { value: '12.5' } })
    await press(dialog.getByRole('button', { name: 'Change terms' }))
    expect(browser.asked('/copy/lead/change')[0]?.data).toMatchObject({
      leadId: '3',
      nickname: 'Ann',
      pairs: ['BTCUSDT'],
      share: '12.5',
      minimum: '10',
      maxFollowers: 300,
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('takes out no more than is free (products 1)', async () => {
    await open()
    await press(ofLead().getByRole('button', { name: 'Take out' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '81' } })
    await settle()
    expect(dialog.getByText('The available balance is not enough.')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '80' } })
    await settle()
    await press(dialog.getByRole('button', { name: 'Take out' }))
    expect(browser.asked('/copy/lead/fund')[0]?.data).toMatchObject({
      leadId: '3',
      direction: 'out',
      amount: '80',
    })
  })

  it('asks before leading ends (products 1)', async () => {
    await open()
    await press(ofLead().getByRole('button', { name: 'Stop leading' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(browser.asked('/copy/lead/close')).toHaveLength(0)
    await press(dialog.getByRole('button', { name: 'Stop leading' }))
    expect(browser.asked('/copy/lead/close')[0]?.data).toMatchObject({ leadId: '3' })
  })
})

describe('a follow on the page (products 1)', () => {
  it('resumes what is paused, and shows its loss (products 1)', async () => {
    await open()
    expect(ofFollows().getByText('-10.00', { exact: false })).toBeTruthy()
    await press(ofFollows().getByRole('button', { name: 'Resume' }))
    expect(browser.asked('/copy/follow/resume')[0]?.data).toMatchObject({ followId: '9' })
  })

  it('changes how a trader is copied, limits too (products 1)', async () => {
    const terms = { mode: 'amount', amount: '25', stopLoss: '20', dailyCap: '300', slippage: '0.4' }
    browser.on('/copy/follows', () => ok({ items: [{ ...FOLLOW, ...terms }], next: null }))
    await open()
    for (const text of ['25 USDT', '20%', '300 USDT', '0.4%'])
      expect(ofFollows().getByText(text)).toBeTruthy()
    await press(ofFollows().getByRole('button', { name: 'Change terms' }))
    const dialog = within(await screen.findByRole('dialog'))
    const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
    const type = async (name: string, value: string) => {
      fireEvent.change(field(name), { target: { value } })
      await settle()
    }
    const names = ['Fixed amount', 'Stop loss', 'Daily limit of buys', 'Largest slippage']
    expect(names.map((name) => field(name).value)).toEqual(['25', '20', '300', '0.4'])
    expect(dialog.getByText('In the worst case you lose all 90 USDT.')).toBeTruthy()
    // What cannot be read would end the stop loss without a word.
    await type('Stop loss', '15.5')
    await press(dialog.getByRole('button', { name: 'Change terms' }))
    expect(browser.asked('/copy/follow/change')).toEqual([])
    await type('Stop loss', '30')
    await type('Daily limit of buys', '')
    await press(dialog.getByRole('radio', { name: 'In proportion' }))
    await press(dialog.getByRole('button', { name: 'Change terms' }))
    const [asked] = browser.asked('/copy/follow/change')
    const kept = { followId: '9', mode: 'ratio', stopLoss: '30', slippage: '0.4' }
    expect(asked?.data).toMatchObject(kept)
    for (const ended of ['amount', 'dailyCap']) expect(asked?.data).not.toHaveProperty(ended)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps the dialog when a change was refused (products 1)', async () => {
    browser.on('/copy/follow/change', () => refused('40401'))
    const tab = await open()
    await press(ofFollows().getByRole('button', { name: 'Change terms' }))
    const dialog = within(await screen.findByRole('dialog'))
    await press(dialog.getByRole('button', { name: 'Change terms' }))
    expect(tab.toasts()).toContain('It does not exist, or no longer.')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it.each([
    ['close', 'You'],
    ['stopLoss', 'Stop loss'],
    ['leadCloses', 'The lead trader'],
    ['reset', 'A new demo season'],
  ])('says what ended it: %s (products 1)', async (endedBy, text) => {
    const ended = { ...FOLLOW, status: 'closed', endedBy }
    browser.on('/copy/follows', () => ok({ items: [ended], next: null }))
    await open()
    expect(ofFollows().getByText('Ended by').nextSibling?.textContent).toBe(text)
    expect(ofFollows().queryByRole('button')).toBeNull()
  })

  it('adds funds from the spot account (products 1)', async () => {
    await open()
    await press(ofFollows().getByRole('button', { name: 'Add funds' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '25' } })
    await settle()
    await press(dialog.getByRole('button', { name: 'Add funds' }))
    expect(browser.asked('/copy/follow/fund')[0]?.data).toMatchObject({
      followId: '9',
      direction: 'in',
      amount: '25',
    })
  })

  it('says why a change was refused (products 1)', async () => {
    browser.on('/copy/follow/resume', () => refused('40401'))
    const tab = await open()
    await press(ofFollows().getByRole('button', { name: 'Resume' }))
    expect(tab.toasts()).toContain('It does not exist, or no longer.')
  })
})

describe('the lists of copy trading (products 1)', () => {
  it('shows shares and funds under their tabs (products 1)', async () => {
    await open()
    await press(screen.getByRole('tab', { name: 'Profit shares' }))
    expect(screen.getByText('Received')).toBeTruthy()
    await press(screen.getByRole('tab', { name: 'Funds in and out' }))
    expect(screen.getByText('Taken out')).toBeTruthy()
    expect(screen.getByText('0.00012', { exact: false })).toBeTruthy()
  })
})
