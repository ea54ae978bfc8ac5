import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Providers } from '../../app/startup/Providers.tsx'
import {
  createTestBrowser,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { partLoaders, useFuturesMessages } from '../messages/messages.ts'
import { FuturesTexts } from './FuturesTexts.tsx'

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
})
afterEach(cleanup)

function Screen() {
  const t = useFuturesMessages()
  return (
    <h1>
      {t('positions.title')}, {t('orders.open')}
    </h1>
  )
}

const show = (fetchPage?: () => Promise<unknown>) =>
  act(async () => {
    render(
      <Providers services={tab.services} store={tab.store}>
        <Suspense fallback="waiting">
          <FuturesTexts {...(fetchPage ? { fetchPage } : {})}>
            <Screen />
          </FuturesTexts>
        </Suspense>
      </Providers>,
    )
  })

describe('the texts of futures', () => {
  it('are shown next to those of the app', async () => {
    await show()
    expect(screen.getByRole('heading').textContent).toBe('Positions, Open orders')
  })

  it('change with the language', async () => {
    await show()
    await act(() => tab.services.catalog.switchTo('de'))
    expect(screen.getByRole('heading').textContent).toBe('Positionen, Offene Orders')
  })

  it('have a loader in each language of the app', () => {
    expect(Object.keys(partLoaders.futures)).toEqual(Object.keys(partLoaders.pages))
  })
})
