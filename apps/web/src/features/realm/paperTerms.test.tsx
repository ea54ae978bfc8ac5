import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { usePaperTerms } from './paperTerms.ts'

afterEach(cleanup)

function Start() {
  const { start } = usePaperTerms()
  return <output>{start ?? 'not known'}</output>
}

async function open(start?: Readonly<Record<string, string>>) {
  const browser = createTestBrowser()
  if (start) browser.on('/spot/public/paper', () => ok({ start }))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<Start />, { browser, tab })
  await settle()
  await settle()
  return { tab, settle, text: () => screen.getByRole('status').textContent }
}

describe('what a paper account starts with', () => {
  it('is not known before the gateway has said it', async () => {
    expect((await open()).text()).toBe('not known')
  })

  it('is a phrase of the page with all digits that count', async () => {
    const { text } = await open({ USDT: '100000.00', BTC: '0.50000000', ETH: '0.00000001' })
    expect(text()).toBe('100,000 USDT, 0.5 BTC, and 0.00000001 ETH')
  })

  it('follows the language, each figure kept together from right to left', async () => {
    const { tab, text, settle } = await open({ USDT: '100000', BTC: '0.5' })
    await act(() => tab.services.catalog.switchTo('de'))
    await settle()
    expect(text()).toBe('100.000 USDT und 0,5 BTC')
    await act(() => tab.services.catalog.switchTo('ar'))
    await settle()
    for (const asset of ['USDT', 'BTC'])
      expect(text()).toMatch(new RegExp(`\u2066[^\u2066\u2069]+ ${asset}\u2069`))
  })
})
