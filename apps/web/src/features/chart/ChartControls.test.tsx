import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { restoreSession } from '../../data/session/thunks.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { BTC_CONTRACT } from '../../testing/futuresFixtures.ts'
import { scriptFutures } from '../../testing/futuresGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import ChartControls from './ChartControls.tsx'
import { type ChartView, readCount } from './chartView.ts'
import type { ChartInterval } from './intervals.ts'
import { type ChartChoices, useChartChoice } from './useChartChoice.ts'

afterEach(cleanup)

const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}

async function open({ isUser = false, isContract = false } = {}) {
  const browser = createTestBrowser()
  if (isUser) browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([spec, { ...spec, symbol: 'ETHUSDT', base: 'ETH' }]))
  if (isContract) scriptFutures(browser)
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  if (isUser) await tab.store.dispatch(restoreSession())
  const { storage } = tab.services
  let now: { interval: ChartInterval; choices: ChartChoices; view: ChartView } | undefined
  function Host() {
    const [interval, setInterval] = useState<ChartInterval>('15m')
    const choices = useChartChoice()
    const [view, setView] = useState<ChartView>({
      isFull: false,
      showsDepth: false,
      hasRail: true,
      resets: 0,
      count: 1,
    })
    now = { interval, choices, view }
    return (
      <ChartControls
        {...choices}
        spec={isContract ? { ...BTC_CONTRACT, symbol: 'usdt/BTCUSDT' } : spec}
        interval={interval}
        onInterval={setInterval}
        title="BTC/USDT · 15m"
        chart={null}
        view={view}
        onView={(part) => setView((before) => ({ ...before, ...part }))}
      />
    )
  }
  const { settle } = renderPage(
    <FuturesTexts>
      <Host />
    </FuturesTexts>,
    { browser, tab },
  )
  await settle()
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name })
    await act(async () => fireEvent.click(button))
    await settle()
  }
  return {
    tab,
    settle,
    press,
    stored: (key: keyof typeof STORAGE_KEYS) => storage.get(STORAGE_KEYS[key]),
    interval: () => now?.interval,
    choice: () => now?.choices.choice,
    view: () => now?.view,
  }
}

describe('the intervals of the chart', () => {
  it('run from a second to a month, a press chooses', async () => {
    const { press, interval } = await open()
    await press('More intervals')
    const group = await screen.findByRole('group', { name: 'Candle interval' })
    const offered = [...group.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect([offered[0], offered.at(-1)]).toEqual(['1s', '1M'])
    await press('1M')
    expect(interval()).toBe('1M')
  })

  it('take one of the trader’s own, which is kept', async () => {
    const { press, interval, stored, settle } = await open()
    await press('More intervals')
    const field = await screen.findByLabelText('Own interval')
    fireEvent.change(field, { target: { value: '7 m' } })
    await press('Add interval')
    await settle()
    expect([interval(), stored('chartIntervals')]).toEqual(['7m', '7m'])
    expect(screen.getByRole('button', { name: '7m' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('say what an interval is where the text is none', async () => {
    const { press, interval, stored } = await open()
    await press('More intervals')
    const field = await screen.findByLabelText('Own interval')
    fireEvent.change(field, { target: { value: '5x' } })
    await press('Add interval')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect([interval(), stored('chartIntervals')]).toEqual(['15m', null])
  })
})

describe('the settings of the chart', () => {
  it('change scale and time zone', async () => {
    const { press, choice, settle, stored } = await open()
    await press('Chart settings')
    fireEvent.click(await screen.findByRole('radio', { name: 'Logarithmic' }))
    await settle()
    expect([choice()?.scale, stored('chartScale')]).toEqual(['logarithm', 'logarithm'])
    fireEvent.click(screen.getByRole('combobox', { name: 'Time zone' }))
    await settle()
    fireEvent.click(await screen.findByRole('option', { name: /^Asia\/Tokyo/ }))
    await settle()
    expect(choice()?.timeZone).toBe('Asia/Tokyo')
  })

  it('set another pair beside this one, in percent', async () => {
    const { press, choice, settle, stored } = await open()
    await press('Chart settings')
    const box = await screen.findByRole('combobox', { name: 'Compare with BTC/USDT' })
    fireEvent.click(box)
    await settle()
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['ETH/USDT'])
    fireEvent.click(options[0] ?? box)
    await settle()
    expect(choice()).toMatchObject({
      comparison: { symbol: 'ETHUSDT', name: 'ETH/USDT' },
      scale: 'percentage',
    })
    expect(stored('chartScale'), 'only while it lasts').toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await settle()
    expect(choice()).toMatchObject({ comparison: undefined, scale: 'normal' })
  })

  it('choose the price of a contract’s candles (futures 12)', async () => {
    const { press, choice, settle } = await open({ isContract: true })
    await press('Chart settings')
    const prices = await screen.findByRole('radiogroup', { name: 'Candle price' })
    const names = within(prices).getAllByRole('radio')
    expect(names.map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'Last price',
      'Mark price',
      'Index price',
    ])
    fireEvent.click(screen.getByRole('radio', { name: 'Mark price' }))
    await settle()
    expect(choice()?.price).toBe('mark')
    fireEvent.click(screen.getByRole('radio', { name: 'Last price' }))
    await settle()
    expect(choice()?.price).toBeUndefined()
  })

  it('have one price alone where candles are of trades', async () => {
    const { press, settle } = await open({ isContract: true })
    await press('More intervals')
    await press('1s')
    await press('Chart settings')
    await settle()
    const mark = await screen.findByRole('radio', { name: 'Mark price' })
    expect((mark as HTMLInputElement).disabled).toBe(true)
  })

  it('have no other price of a pair', async () => {
    const { press } = await open()
    await press('Chart settings')
    await screen.findByRole('combobox', { name: 'Time zone' })
    expect(screen.queryByRole('radiogroup', { name: 'Candle price' })).toBeNull()
  })

  it('show two or four charts', async () => {
    const { press, view, settle, stored } = await open()
    await press('Chart settings')
    fireEvent.click(await screen.findByRole('radio', { name: 'Four charts' }))
    await settle()
    expect([view()?.count, stored('chartCount')]).toEqual([4, '4'])
    expect(['1', '2', '4', '3', null].map(readCount)).toEqual([1, 2, 4, 1, 1])
  })

  it('hide the marks of a user’s own trades', async () => {
    const { press, choice, settle, stored } = await open({ isUser: true })
    expect(choice()?.showsFills).toBe(true)
    await press('Chart settings')
    fireEvent.click(await screen.findByRole('switch', { name: 'Own trades' }))
    await settle()
    expect([choice()?.showsFills, stored('chartFills')]).toEqual([false, 'off'])
  })

  it('have nothing of trades and alerts for guests', async () => {
    const { press } = await open()
    await press('Chart settings')
    await screen.findByRole('combobox', { name: 'Time zone' })
    expect(screen.queryByRole('switch', { name: 'Own trades' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Price alerts' })).toBeNull()
  })

  it('have alerts for users', async () => {
    await open({ isUser: true })
    expect(await screen.findByRole('button', { name: 'Price alerts' })).toBeTruthy()
  })
})
