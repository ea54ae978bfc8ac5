import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { HelpPage } from '../help/HelpPage.tsx'
import { ReferralPage } from './ReferralPage.tsx'

const OVERVIEW = {
  code: 'AB12CD34',
  percent: '20',
  days: 365,
  invited: 1,
  received: { USDT: '1.5', BTC: '0.00000001' },
}

let browser: TestBrowser
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/user/referral/detail', () => ok(OVERVIEW))
  browser.on('/user/referral/invited', () =>
    ok({ items: [{ user: '****0002', at: 1_760_000_000_000 }], next: null }),
  )
  browser.on('/user/referral/rebates', () =>
    ok({
      items: [{ rebateId: '9.0.0', at: 1_760_000_000_000, asset: 'USDT', amount: '1.5' }],
      next: null,
    }),
  )
})
afterEach(cleanup)

async function open(page = <ReferralPage />) {
  browser.signIn('1000000001')
  const tab = await browser.openTab('http://app/en/referral')
  const { settle } = renderPage(<ProductTexts>{page}</ProductTexts>, {
    browser,
    tab,
    at: '/en/referral',
  })
  await settle(100)
  await settle(100)
  return { tab, settle }
}

describe('the page of invitations (products 5)', () => {
  it('shows the link that names the code, and copies it', async () => {
    const written = vi.fn(async () => {})
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } })
    const { tab, settle } = await open()
    const link = 'http://app/en/register?commonCode=AB12CD34'
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(link)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy link' })))
    await settle()
    expect(written).toHaveBeenCalledWith(link)
    expect(tab.toasts()).toContain('The link was copied.')
    vi.unstubAllGlobals()
  })

  it('says what it pays, and what it has paid', async () => {
    await open()
    expect(screen.getByText(/^You receive 20% of the trading fees/)).toBeTruthy()
    expect(screen.getByText('1.5 USDT · 0.00000001 BTC')).toBeTruthy()
    expect(within(screen.getByRole('table', { name: 'Rebates' })).getByText('1.5')).toBeTruthy()
    expect(screen.getByText('****0002')).toBeTruthy()
  })

  it('writes the share as the language does', async () => {
    const { tab, settle } = await open()
    await act(() => tab.services.catalog.switchTo('tr'))
    await settle()
    expect(screen.getByText(/ücretlerinin %20 kadarını/)).toBeTruthy()
  })

  it('says so where nobody was invited', async () => {
    const none = () => ok({ items: [], next: null })
    browser.on('/user/referral/invited', none)
    browser.on('/user/referral/rebates', none)
    browser.on('/user/referral/detail', () => ok({ ...OVERVIEW, invited: 0, received: {} }))
    await open()
    expect(screen.getByText('Nobody has registered with your link yet.')).toBeTruthy()
    expect(screen.getByText('No rebates yet.')).toBeTruthy()
  })

  it('lets a failed request be tried again', async () => {
    browser.on('/user/referral/detail', () => refused('00006'))
    await open()
    expect(screen.getAllByRole('button', { name: /again|Retry/i }).length).toBeGreaterThan(0)
  })
})

describe('the help of the products (products 5)', () => {
  it('has a section and a link for each product', async () => {
    await open(<HelpPage />)
    const links = screen
      .getAllByRole('heading', { level: 2 })
      .flatMap((heading) => within(heading).queryAllByRole('link'))
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Copy trading', '/en/copy-trading'],
      ['P2P trading', '/en/p2p'],
      ['Earn', '/en/earn'],
      ['Red packets', '/en/redpacket'],
      ['Invite friends', '/en/referral'],
    ])
    // Twelve of the products, six of the terms of use.
    expect(screen.getAllByRole('listitem')).toHaveLength(12 + 6)
  })
})
