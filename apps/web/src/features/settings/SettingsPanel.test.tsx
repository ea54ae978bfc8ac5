import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const open = async (href = 'http://app/en/spot/BTCUSDT') => {
  tab = await browser.openTab(href)
  settle = renderPage(<SettingsPanel />, { browser, tab, at: new URL(href).pathname }).settle
  await settle()
}
beforeEach(() => {
  browser = createTestBrowser()
})
afterEach(cleanup)

const press = async (role: 'switch' | 'radio', name: string) => {
  fireEvent.click(screen.getByRole(role, { name }))
  await settle()
}
const preference = () => tab.services.preferences.getState()
const isChecked = (name: string) =>
  screen.getByRole('switch', { name }).getAttribute('aria-checked') ??
  String(screen.getByRole<HTMLInputElement>('switch', { name }).checked)

describe('the settings', () => {
  it('changes the theme, and shows which is on', async () => {
    await open()
    const before = preference().theme
    expect(isChecked('Dark theme')).toBe(String(before === 'dark'))
    await press('switch', 'Dark theme')
    expect(preference().theme).toBe(before === 'dark' ? 'light' : 'dark')
    expect(isChecked('Dark theme')).toBe(String(before !== 'dark'))
    await settle(1_000)
    expect(document.documentElement.dataset['themeChanging']).toBeUndefined()
  })

  it('hides amounts, and shows them again', async () => {
    await open()
    await press('switch', 'Hide amounts')
    expect([preference().showAsset, isChecked('Hide amounts')]).toEqual([false, 'true'])
    await press('switch', 'Hide amounts')
    expect([preference().showAsset, isChecked('Hide amounts')]).toEqual([true, 'false'])
  })

  it('writes trading numbers as the language does only if chosen', async () => {
    await open()
    expect(preference().tradingNumbers).toBe('invariant')
    await press('switch', 'Local number format on trading screens')
    expect(preference().tradingNumbers).toBe('locale')
  })

  it('changes the currency of valuations', async () => {
    await open()
    fireEvent.click(screen.getByRole('combobox', { name: /^Currency/ }))
    await settle()
    fireEvent.click(within(await screen.findByRole('listbox')).getByText(/EUR/))
    await settle()
    expect(preference()).toMatchObject({ unit: 'EUR', valuationUnit: 1 })
  })

  it.each([
    ['BTC', 2],
    ['USDT', 3],
  ] as const)('values in %s (spec 3.5)', async (coin, valuationUnit) => {
    await open()
    fireEvent.click(screen.getByRole('combobox', { name: /^Currency/ }))
    await settle()
    fireEvent.click(within(await screen.findByRole('listbox')).getByText(coin))
    await settle()
    expect(preference().valuationUnit).toBe(valuationUnit)
  })

  it('offers two colours of one’s own with the custom palette only', async () => {
    await open()
    expect(screen.queryByText('Rising')).toBeNull()
    await press('radio', 'Custom')
    expect([
      tab.services.appearance.getState().palette,
      screen.queryByText('Rising') !== null,
      screen.queryByText('Falling') !== null,
    ]).toEqual(['custom', true, true])
    await press('radio', 'Colour-safe')
    expect([tab.services.appearance.getState().palette, screen.queryByText('Rising')]).toEqual([
      'safe',
      null,
    ])
  })

  it('offers red for rising only where it is the custom, or chosen', async () => {
    await open()
    expect(screen.queryByRole('radio', { name: 'Red is up' })).toBeNull()
    tab.services.appearance.set({ updown: 'red-up' })
    await settle()
    await press('radio', 'Green is up')
    expect(tab.services.appearance.getState().updown).toBe('green-up')
  })

  it('remembers in the browser what was chosen', async () => {
    await open()
    await press('switch', 'Hide amounts')
    await press('radio', 'Colour-safe')
    const other = await browser.openTab()
    expect([
      other.services.preferences.getState().showAsset,
      other.services.appearance.getState().palette,
    ]).toEqual([false, 'safe'])
  })
})
