import { cleanup, screen } from '@testing-library/react'
import type { PanelStatus } from '@x/ui/panel'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AssetCards } from './AssetCards.tsx'

afterEach(cleanup)

const valuation = { currency: 'USD', worth: (usdt: string) => usdt } as Parameters<
  typeof AssetCards
>[0]['valuation']

type Cards = Parameters<typeof AssetCards>[0]

async function show(status: PanelStatus, shown: Partial<Pick<Cards, 'rows' | 'profits'>> = {}) {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/asset')
  const { settle } = renderPage(
    <AssetCards
      label="Balances"
      rows={[]}
      valuation={valuation}
      showAsset
      averages={new Map()}
      profits={new Map()}
      status={status}
      empty="No assets."
      {...shown}
    />,
    { browser, tab, at: '/en/asset' },
  )
  await settle()
}

describe('the assets of a phone', () => {
  it('shows placeholders shaped like cards, not like a table', async () => {
    await show({ kind: 'loading' })
    expect([
      screen.getByRole('status', { name: 'Loading' }) !== null,
      screen.queryByRole('table'),
    ]).toEqual([true, null])
  })
  it('say what failed, why, and by which trace id', async () => {
    await show({
      kind: 'error',
      title: 'This list could not be loaded.',
      text: '503 The system is busy',
      traceId: 'w17',
      onRetry: () => {},
    })
    const { textContent } = screen.getByRole('alert')
    for (const words of ['This list could not be loaded.', '503 The system is busy', 'w17'])
      expect(textContent).toContain(words)
  })
  it('say that there are none', async () => {
    await show({ kind: 'ready' })
    expect(screen.getByText('No assets.')).toBeTruthy()
  })
  it('has the profit of a coin that was bought here', async () => {
    const row = (asset: string) => ({ asset, available: '2', held: '0', total: '2', value: '9' })
    const profit = { text: '+2.00 (+28.57%)', profit: '2', tone: 'up' as const }
    await show(
      { kind: 'ready' },
      { rows: [row('BTC'), row('ETH')], profits: new Map([['BTC', profit]]) },
    )
    expect(
      screen
        .getAllByText('Unrealised PnL (USDT)')
        .map(({ nextElementSibling }) => nextElementSibling?.textContent),
    ).toEqual(['+2.00 (+28.57%)2'])
  })
})
