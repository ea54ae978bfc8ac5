import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestBrowser, ok, refused, type TestBrowser, type TestTab } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import ProfitPanel from './ProfitPanel.tsx'
import { valuationIn } from './valuationRates.ts'

const HISTORY = '/asset/history'
const day = (at: number) => Date.UTC(2026, 10, at)
const points = [{ at: day(1), value: '1000', netDeposits: '1000' }, { at: day(2), value: '1050', netDeposits: '1000' }, { at: day(3), value: '2100', netDeposits: '2000' }]
const dollars = valuationIn('USD', { told: undefined })
const euros = valuationIn('EUR', { told: { at: 0, rates: { EUR: '0.5' } } })

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const open = async ({ valuation = dollars, showAsset = true } = {}) => {
  tab = await browser.openTab('http://app/en/asset')
  settle = renderPage(<ProfitPanel valuation={valuation} showAsset={showAsset} />, { browser, tab }).settle
  await settle()
}
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on(HISTORY, () => ok({ quote: 'USDT', points }))
})
afterEach(cleanup)
const reader = () => screen.getByRole('slider', { name: 'Day of the curve' })

describe('the profit and loss of an account', () => {
  it('decision 178: is what was gained, deposits aside, in figures and per cent', async () => {
    await open()
    expect([screen.getByText('+$100.00'), screen.getByText('+5.00%')]).toEqual([expect.anything(), expect.anything()])
  })
  it('is told in the currency of the page', async () => {
    await open({ valuation: euros })
    expect(screen.getByText('+€50.00')).toBeTruthy()
  })
  it('is read day by day, by keys too', async () => {
    await open()
    fireEvent.change(reader(), { target: { value: '1' } })
    expect(reader().getAttribute('aria-valuetext')).toMatch(/Nov 2, 2026.*: \+\$50\.00$/)
    expect(screen.queryByText('+5.00%')).toBeNull()
  })
  it('asks for the period that is chosen', async () => {
    await open()
    fireEvent.click(screen.getByRole('radio', { name: '1 year' }))
    await settle()
    expect(browser.asked(HISTORY).map(({ data }) => data['range'])).toEqual(['30d', '1y'])
  })
  it('hides every amount with the others', async () => {
    await open({ showAsset: false })
    expect([screen.queryByText(/\d\.\d/), reader().getAttribute('aria-valuetext')]).toEqual([null, expect.not.stringContaining('100') as string])
  })
  it('decision 236: says which paper season it is of, from the second on', async () => {
    browser.signIn('7', { realm: 'paper' })
    const account = (season: number) => () => ok({ season, topUpLeft: {}, topUpRenewsAt: 0, seasons: [{ season, startedAt: day(1) }] })
    browser.on('/spot/paper/account', account(2))
    await open()
    expect(screen.getByText('Season 2')).toBeTruthy()
    cleanup()
    browser.on('/spot/paper/account', account(1))
    await open()
    expect(screen.queryByText(/^Season/)).toBeNull()
  })
  it('says that it begins tomorrow, and what went wrong', async () => {
    browser.on(HISTORY, () => ok({ quote: 'USDT', points: points.slice(0, 1) }))
    await open()
    expect(screen.getByText(/^There is no history yet/)).toBeTruthy()
    cleanup()
    browser.on(HISTORY, () => refused('00006'))
    await open()
    expect(screen.getByRole('button', { name: /again|Retry/i })).toBeTruthy()
  })
})
