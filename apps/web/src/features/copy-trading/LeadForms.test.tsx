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
