import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBrowser, ok, type TestBrowser } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import PairList from './PairList.tsx'

const BTC: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}

let browser: TestBrowser
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => ok([BTC]))
  browser.on('/mix/config/fees', () =>
    ok({
      quote: 'USDT',
      levels: [],
      p2p: { buyer: '0' },
      convert: { spread: '0' },
      withdrawals: [
        { asset: 'BTC', network: 'btc', name: 'Bitcoin', fee: '0.0001' },
        { asset: 'ETH', network: 'evm-a', name: 'EVM', fee: '0.001' },
      ],
    }),
  )
})
afterEach(cleanup)

const open = async (props: { readonly selected: string; readonly isDocked?: boolean }) => {
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const page = renderPage(<PairList {...props} onChosen={() => {}} />, { browser, tab })
  await page.settle()
  await page.settle()
  return page
}
const fold = () => screen.queryByRole('button', { name: 'Trading rules of BTC/USDT' })
const factsOf = async () => {
  const { settle } = await open({ selected: 'BTCUSDT' })
  expect([fold()?.getAttribute('aria-expanded'), screen.queryAllByRole('term')]).toEqual([
    'false',
    [],
  ])
  if (fold()) fireEvent.click(fold()!)
  await settle()
  return Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((name) => [name.textContent, name.nextElementSibling?.textContent?.replace(/\s/g, ' ')]),
  )
}

it('says the rules, fees and networks of the pair', async () => {
  expect(await factsOf()).toMatchObject({
    'Price step': expect.stringContaining('0.01') as string,
    'Amount step': expect.stringContaining('0.00001') as string,
    'Smallest order': expect.stringContaining('5') as string,
    'Maker / taker fee': '0.1% / 0.1%',
    Networks: 'Bitcoin',
  })
})

it("has the fees of the user's own level (trading 7)", async () => {
  browser.signIn('7')
  browser.on('/user/overview/userinfo', () =>
    ok({ userId: '7', realm: 'live', roles: ['trader'], vipLevel: 1, email: null, mobile: null }),
  )
  expect((await factsOf())['Maker / taker fee']).toBe('0.08% / 0.09%')
})

it.each([{ selected: 'BTCUSDT', isDocked: true }, { selected: 'usdt/BTCUSDT' }])(
  'has no rules beside the terminal or of a contract: %o',
  async (props) => {
    await open(props)
    expect(fold()).toBeNull()
  },
)
