import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { type Indicator, toggleIndicator } from './chartIndicators.ts'
import { useChartChoice } from './useChartChoice.ts'

afterEach(cleanup)

async function openTab(browser: TestBrowser) {
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const seen: ReturnType<typeof useChartChoice>[] = []
  function Chart() {
    seen.push(useChartChoice())
    return null
  }
  const { settle } = renderPage(<Chart />, { browser, tab })
  await settle()
  const now = () => seen.at(-1)!
  return {
    choice: () => now().choice,
    change: (part: Parameters<ReturnType<typeof useChartChoice>['change']>[0]) =>
      act(async () => now().change(part)),
    toggle: (indicator: Indicator) =>
      act(async () =>
        now().change({ indicators: toggleIndicator(now().choice.indicators, indicator) }),
      ),
    kept: () => tab.services.storage.get(STORAGE_KEYS.chartIndicators),
  }
}

it('shares chosen indicators between tabs', async () => {
  const browser = createTestBrowser()
  const [first, second] = [await openTab(browser), await openTab(browser)]
  await first.toggle('RSI')
  expect(second.choice().indicators).toEqual(['RSI'])
  await second.toggle('MA')
  expect([first.choice().indicators, first.kept()]).toEqual([['MA', 'RSI'], 'MA,RSI'])
  await first.toggle('RSI')
  expect([second.choice().indicators, (await openTab(browser)).choice().indicators]).toEqual([
    ['MA'],
    ['MA'],
  ])
})

it('shares the time zone between tabs, not the drawing tool', async () => {
  const browser = createTestBrowser()
  const [first, second] = [await openTab(browser), await openTab(browser)]
  await second.change({ drawing: { kind: 'draw', tool: 'segment', count: 1 } })
  await first.change({ timeZone: 'Asia/Tokyo' })
  expect([second.choice().timeZone, second.choice().drawing, first.choice().drawing]).toEqual([
    'Asia/Tokyo',
    { kind: 'draw', tool: 'segment', count: 1 },
    undefined,
  ])
  await second.change({ timeZone: undefined })
  expect(first.choice().timeZone).toBeUndefined()
})
