import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, type TestTab } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { useTerminalLayout } from './useTerminalLayout.ts'

afterEach(cleanup)

async function open(stored: Readonly<Record<string, string>> = {}) {
  const browser = createTestBrowser()
  const before = browser.storage.openTab()
  for (const [key, value] of Object.entries(stored)) before.set(key, value)
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  let used: ReturnType<typeof useTerminalLayout> | undefined
  function Host() {
    used = useTerminalLayout()
    return null
  }
  renderPage(<Host />, { browser, tab })
  const current = () => {
    if (!used) throw new Error('The layout was not used.')
    return used
  }
  return { browser, tab, current }
}
const preference = (tab: TestTab) => tab.services.preferences.getState().layout

it.each([
  [undefined, 'end'],
  ['right', 'end'],
  ['left', 'start'],
  ['diagonal', 'end'],
])('stands on the side of the preference %s (spec 3.5)', async (layout, side) => {
  const { current } = await open(layout === undefined ? {} : { 'x:layout': layout })
  expect([current().layout.side, current().rootProps['data-side']]).toEqual([side, side])
})

it('writes the chosen side as the preference and keeps sizes (spec 3.5)', async () => {
  const { tab, current } = await open({ [STORAGE_KEYS.spotLayout]: 'end:320' })
  act(() => current().change({ side: 'start' }))
  expect([preference(tab), current().layout]).toEqual([
    'left',
    expect.objectContaining({ side: 'start', orders: 320 }),
  ])
  act(() => current().change({ side: 'end' }))
  expect([preference(tab), current().layout.side]).toEqual(['right', 'end'])
})

it('leaves the preference alone when another part changes', async () => {
  const { tab, current } = await open({ 'x:layout': 'left' })
  act(() => current().change({ orders: 300 }))
  expect([preference(tab), current().layout.side, current().layout.orders]).toEqual([
    'left',
    'start',
    300,
  ])
})

it('follows a preference that another tab sets', async () => {
  const { browser, current } = await open()
  const other = await browser.openTab('http://app/en/asset')
  act(() => other.services.preferences.set({ layout: 'left' }))
  expect(current().layout.side).toBe('start')
})
