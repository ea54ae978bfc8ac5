import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import IndicatorList from './IndicatorList.tsx'
import { type ChartChoices, useChartChoice } from './useChartChoice.ts'

afterEach(cleanup)

async function open(stored: Readonly<Record<string, string>> = {}) {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { storage } = tab.services
  for (const [key, value] of Object.entries(stored)) storage.set(key, value)
  let choices: ChartChoices | undefined
  function Host() {
    choices = useChartChoice()
    return <IndicatorList choice={choices.choice} change={choices.change} />
  }
  const { settle } = renderPage(<Host />, { browser, tab })
  await settle()
  await screen.findByRole('searchbox', { name: 'Search indicators' })
  return {
    async toggle(name: string) {
      await act(async () => fireEvent.click(screen.getByRole('checkbox', { name })))
      await settle()
    },
    async type(name: string, text: string) {
      fireEvent.change(screen.getByLabelText(name), { target: { value: text } })
      await settle()
    },
    async search(text: string) {
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
      await settle(1)
    },
    choice: () => choices?.choice,
    stored: (key: keyof typeof STORAGE_KEYS) => storage.get(STORAGE_KEYS[key]),
  }
}
const names = () =>
  screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)
const fields = () =>
  screen.queryAllByRole('textbox').map((field) => (field as HTMLInputElement).value)

describe('the list of indicators', () => {
  it('has two groups, those over the candles first', async () => {
    await open()
    const groups = screen.getAllByRole('group').map((group) => group.firstChild?.textContent)
    expect(groups).toEqual(['Over the candles', 'In a pane of their own'])
    expect(names().indexOf('MA')).toBeLessThan(names().indexOf('RSI'))
  })

  it('is searched without regard to case, all of it without a text', async () => {
    const { search } = await open()
    const all = names().length
    await search('rsi')
    expect(names()).toEqual(['RSI', 'STOCHRSI'])
    await search('zzz')
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    await search('')
    expect(names()).toHaveLength(all)
  })

  it('switches indicators on and off, and keeps that', async () => {
    const { toggle, choice, stored } = await open()
    await toggle('RSI')
    await toggle('MA')
    expect([choice()?.indicators, stored('chartIndicators')]).toEqual([['MA', 'RSI'], 'MA,RSI'])
    await toggle('RSI')
    expect(stored('chartIndicators')).toBe('MA')
  })
})

describe('the parameters of an indicator', () => {
  it('are shown while it is drawn, the usual ones first', async () => {
    const { toggle } = await open()
    expect(fields()).toEqual([])
    await toggle('MACD')
    expect(fields()).toEqual(['12', '26', '9'])
    await toggle('MACD')
    await toggle('VWAP')
    expect(fields(), 'it has none').toEqual([])
  })

  it('are changed one by one and kept, sound texts alone', async () => {
    const { toggle, type, choice, stored } = await open()
    await toggle('MACD')
    await type('MACD: parameter 1', '8')
    await type('MACD: parameter 3', '5')
    for (const text of ['', '0', '5.5', '1000', 'x'])
      // oxlint-disable-next-line no-await-in-loop
      await type('MACD: parameter 1', text)
    expect(choice()?.parameters).toEqual({ MACD: [8, 26, 5] })
    expect(JSON.parse(stored('chartParameters') ?? '')).toEqual({ MACD: [8, 26, 5] })
  })

  it('are there again after a visit', async () => {
    await open({
      [STORAGE_KEYS.chartIndicators]: 'BOLL',
      [STORAGE_KEYS.chartParameters]: '{"BOLL":[10,2.5]}',
    })
    expect(fields()).toEqual(['10', '2.5'])
  })
})
