import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MarginTexts } from '../../lib/lazy/MarginTexts.tsx'
import {
  createTestBrowser,
  ok,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { scriptMargin } from '../../testing/marginGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { spec } from '../order-ticket/testing/ticketFixture.ts'
import { MobileFrame } from './MobileFrame.tsx'
import { TradeAssetOrderPage, TradeMarginPage, TradeSpotPage } from './TradePages.tsx'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>

beforeEach(() => {
  browser = createTestBrowser()
  scriptMargin(browser)
  browser.on('/spot/public/symbols', () => ok([spec]))
})
afterEach(cleanup)

async function open(path: string, page: ReactNode) {
  tab = await browser.openTab(`http://app/en${path}`)
  settle = renderPage(
    <Suspense>
      <MarginTexts>
        <MobileFrame>{page}</MobileFrame>
      </MarginTexts>
    </Suspense>,
    { browser, tab, at: `/en${path}` },
  ).settle
  await settle()
  await screen.findByRole('heading', { level: 1 })
  await settle(300)
}

describe('trade pages for phones', () => {
  it('have a title and a way back of their own', async () => {
    await open('/trade-spot', <TradeSpotPage />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Spot')
    expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toBeTruthy()
  })

  it('lead back to the terminal where nothing was before', async () => {
    await open('/trade-spot', <TradeSpotPage />)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Back' })))
    await settle()
    // The frame of an address that is none of its pages.
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Trade')
  })

  it('trade the cross account on the page of margin', async () => {
    browser.signIn('7')
    await open('/trade-margin', <TradeMarginPage />)
    const cross = await screen.findByRole<HTMLInputElement>('radio', { name: 'Cross' })
    expect(cross.checked).toBe(true)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Margin')
  })

  it('ask a guest to log in for orders', async () => {
    await open('/trade-asset-order', <TradeAssetOrderPage />)
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
  })

  it('says that there is no such pair, with no form of another', async () => {
    await open('/trade-spot?symbol=NOPE', <TradeSpotPage />)
    expect(await screen.findByText(/NOPE/)).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'See all markets' })).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('take over theme and language', async () => {
    await open('/trade-spot?theme=light&locale=ar', <TradeSpotPage />)
    expect(tab.services.preferences.getState().theme).toBe('light')
  })
})
