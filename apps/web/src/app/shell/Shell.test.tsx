import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { Shell } from './Shell.tsx'

beforeAll(() => import('../../features/orders/FillWatch.tsx'))
afterEach(cleanup)

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
const FILL = {
  fillId: '1',
  orderId: '1',
  symbol: 'BTCUSDT',
  side: 'buy',
  role: 'taker',
  price: '60000',
  size: '0.5',
  value: '30000',
  fee: '0',
  feeAsset: 'BTC',
  createdAt: 0,
}

async function show(at: string) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([PAIR]))
  const tab = await browser.openTab(`http://app${at}`)
  const { settle } = renderPage(<Shell />, { browser, tab, at })
  await settle()
  await vi.dynamicImportSettled()
  await settle()
  for (const [seq, data] of [
    [1, []],
    [2, [FILL]],
  ] as const)
    await act(async () =>
      tab.sockets.at(-1)?.deliver({
        topic: 'fills',
        type: seq === 1 ? 'snapshot' : 'delta',
        seq,
        prevSeq: seq - 1,
        ts: 0,
        data,
      }),
    )
  return tab.services.log.getState().messages.length
}

describe('the fill notifications of the shell', () => {
  it.each(['/en/asset', '/asset', '/en/spot'])('shows fill notifications beside %s', async (at) => {
    expect(await show(at)).toBe(1)
  })
  it.each(['/en/spot/BTCUSDT', '/spot/BTCUSDT', '/zh-TW/spot/ethusdt'])(
    'not beside the terminal at %s, which does so itself',
    async (at) => {
      expect(await show(at)).toBe(0)
    },
  )
})

describe('the title of the document names the page', () => {
  it.each([
    ['/en/asset/transfer', 'Assets | Tidemark'],
    ['/en/record/exchange', 'Orders | Tidemark'],
    ['/en/account/setting', 'Account | Tidemark'],
    ['/en/account/sub-account', 'Account | Tidemark'],
    ['/en/account/setting/third/google', 'Account | Tidemark'],
    ['/en/login/third/google', 'Log in | Tidemark'],
    // No section of its own: the page writes it.
    ['/en/accounting', 'Tidemark'],
  ])('%s: %s', async (at, title) => {
    await show(at)
    await expect.poll(() => document.title).toBe(title)
  })
})
