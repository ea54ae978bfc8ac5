import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { endSession } from '../session/thunks.ts'
import { useReference } from '../symbols/hooks.ts'

function Pairs() {
  const { data, error, isLoading, refetch } = useReference((reference) => reference.symbols)
  return (
    <button type="button" onClick={refetch}>
      {isLoading
        ? 'loading'
        : error
          ? `failed, ${data?.length ?? 'nothing'} known`
          : data?.map(({ symbol }) => symbol).join()}
    </button>
  )
}

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => ok([{ symbol: 'BTCUSDT' }]))
  tab = await browser.openTab()
})
afterEach(cleanup)
const shown = () => screen.getAllByRole('button')[0]?.textContent

describe('the facts of the exchange', () => {
  it('are fetched once for a guest, without signing', async () => {
    expect(browser.asked('/spot/public/symbols')).toHaveLength(0)
    const { settle } = renderPage(
      <>
        <Pairs />
        <Pairs />
      </>,
      { browser, tab },
    )
    expect(shown()).toBe('loading')
    await settle()
    expect([shown(), browser.asked('/spot/public/symbols').length]).toEqual(['BTCUSDT', 1])
    expect(browser.asked('/mix/config/gatewaySignConfig')).toHaveLength(0)
  })
  it('reports failed reference data as a failure until it is refetched', async () => {
    browser.on('/spot/public/symbols', () => refused('1'))
    const { settle } = renderPage(<Pairs />, { browser, tab })
    await settle()
    expect(shown()).toBe('failed, nothing known')
    browser.on('/spot/public/symbols', () => ok([{ symbol: 'ETHUSDT' }]))
    act(() => screen.getByText(/failed/).click())
    await settle()
    expect(shown()).toBe('ETHUSDT')
  })
  it("stay when a user leaves: they are nobody's", async () => {
    browser.signIn('7')
    const own = await browser.openTab()
    browser.requests.length = 0
    const { settle } = renderPage(<Pairs />, { browser, tab: own })
    await settle()
    await act(async () => void (await own.store.dispatch(endSession())))
    await settle()
    expect([shown(), browser.asked('/spot/public/symbols').length]).toEqual(['BTCUSDT', 1])
  })
})
