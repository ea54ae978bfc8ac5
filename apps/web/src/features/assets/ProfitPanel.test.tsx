import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import ProfitPanel from './ProfitPanel.tsx'
import { valuationIn } from '../../data/valuation/valuationRates.ts'

const HISTORY = '/asset/history'
const day = (at: number) => Date.UTC(2026, 10, at)
const points = [
  { at: day(1), value: '1000', netDeposits: '1000' },
  { at: day(2), value: '1050', netDeposits: '1000' },
  { at: day(3), value: '2100', netDeposits: '2000' },
]
const dollars = valuationIn('USD', { fetched: undefined })
const euros = valuationIn('EUR', { fetched: { at: 0, rates: { EUR: '0.5' } } })

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const open = async ({ valuation = dollars, showAsset = true } = {}) => {
  tab = await browser.openTab('http://app/en/asset')
  settle = renderPage(<ProfitPanel account="all" valuation={valuation} showAsset={showAsset} />, {
    browser,
    tab,
  }).settle
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
  it('is what was gained, deposits aside, in figures and per cent', async () => {
    await open()
    expect([screen.getByText('+$100.00'), screen.getByText('+5.00%')]).toEqual([
      expect.anything(),
      expect.anything(),
    ])
  })
  it.each([
    ['1000', '1099.99', '+10.00%'],
    ['1000', '972.34', '-2.77%'],
  ])('rounds half up, losses too: %s that became %s is %s', async (first, last, text) => {
    browser.on(HISTORY, () =>
      ok({
        quote: 'USDT',
        points: [
          { at: day(1), value: first, netDeposits: '0' },
          { at: day(2), value: last, netDeposits: '0' },
        ],
      }),
    )
    await open()
    expect(screen.getByText(text)).toBeTruthy()
  })
  it.each([
    ['10000', '9999.7', '-$0.30', '0.00%'],
    ['10000', '9999.999', '$0.00', '0.00%'],
    ['10000', '10000.001', '$0.00', '0.00%'],
  ])('says nothing odd of a tiny change: %s to %s', async (first, last, sum, percent) => {
    browser.on(HISTORY, () =>
      ok({
        quote: 'USDT',
        points: [
          { at: day(1), value: first, netDeposits: '0' },
          { at: day(2), value: last, netDeposits: '0' },
        ],
      }),
    )
    await open()
    expect([screen.queryByText(sum) !== null, screen.queryByText(percent) !== null]).toEqual([
      true,
      true,
    ])
    expect(document.body.textContent).not.toContain('>-')
  })
  it('has figures at its axis and days below', async () => {
    await open()
    const axis = [...document.querySelectorAll('[data-axis] > span')]
    expect(axis.map(({ textContent }) => textContent)).toEqual(['100.00', '0.00'])
    const days = [...document.querySelectorAll('[data-days] > span')]
    expect(days.map(({ textContent }) => textContent)).toEqual(['2026-11-01', '2026-11-03'])
  })
  it('shows the gain of each day in a grid', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'By day' }))
    const days = screen.getAllByRole('listitem')
    expect(days.map(({ textContent, dataset }) => [textContent, dataset['sign']])).toEqual([
      ['11-010.00', '0'],
      ['11-02+50.00', '1'],
      ['11-03+50.00', '1'],
    ])
    expect(screen.queryByRole('slider')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'By day' }))
    expect(screen.queryByRole('listitem')).toBeNull()
  })
  it('hides the gains of days with the others', async () => {
    await open({ showAsset: false })
    fireEvent.click(screen.getByRole('button', { name: 'By day' }))
    for (const { textContent, dataset } of screen.getAllByRole('listitem'))
      expect([textContent, dataset['sign']]).toEqual([
        expect.not.stringMatching(/50|0\.00/) as string,
        '0',
      ])
  })
  it('uses the currency of the page', async () => {
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
    expect(document.querySelector('[data-axis]')).toBeNull()
    expect([screen.queryByText(/\d\.\d/), reader().getAttribute('aria-valuetext')]).toEqual([
      null,
      expect.not.stringContaining('100') as string,
    ])
  })
  it('says which paper season it is of, from the second on', async () => {
    browser.signIn('7', { realm: 'paper' })
    const account = (season: number) => () =>
      ok({ season, topUpLeft: {}, topUpRenewsAt: 0, seasons: [{ season, startedAt: day(1) }] })
    browser.on('/spot/paper/account', account(2))
    await open()
    expect(screen.getByText('Season 2')).toBeTruthy()
    cleanup()
    browser.on('/spot/paper/account', account(1))
    await open()
    expect(screen.queryByText(/^Season/)).toBeNull()
  })
  describe('after a fill of the private stream', () => {
    let seq: number
    const deliver = (topic: string, type = 'delta') => {
      seq += 1
      act(() =>
        tab.sockets.at(-1)?.deliver({
          topic,
          type,
          seq,
          prevSeq: type === 'snapshot' ? 0 : seq - 1,
          ts: 0,
          data: [],
        }),
      )
    }
    const asked = () => browser.asked(HISTORY).length
    beforeEach(async () => {
      await open()
      tab.sockets.at(-1)?.open()
      seq = 0
      deliver('fills', 'snapshot')
    })
    it('refetches after a reconnect (issue 6.6)', async () => {
      expect(asked()).toBe(1)
      deliver('fills')
      await settle()
      expect(asked()).toBe(2)
    })
    it('refetches at most once in ten seconds (issue 6.6)', async () => {
      for (let second = 0; second < 25; second++) {
        deliver('fills')
        await settle(1_000)
      }
      expect(asked()).toBe(1 + 3)
      await settle(60_000)
      expect(asked()).toBe(1 + 4)
    })
    it('refetches after an interruption, as messages may be missing (issue 6.6)', async () => {
      act(() => tab.sockets.at(-1)?.drop())
      await settle(1_000)
      act(() => tab.sockets.at(-1)?.open())
      deliver('fills', 'snapshot')
      await settle()
      expect(asked()).toBe(2)
    })
    it('issue 6.6: shows what came last', async () => {
      browser.on(HISTORY, () =>
        ok({
          quote: 'USDT',
          points: [...points.slice(0, 2), { at: day(3), value: '2200', netDeposits: '2000' }],
        }),
      )
      deliver('fills')
      await settle()
      expect(screen.getByText('+$200.00')).toBeTruthy()
    })
    it('shows the latest data after midnight', async () => {
      browser.on(HISTORY, () =>
        ok({
          quote: 'USDT',
          points: [...points, { at: day(4), value: '2064.65', netDeposits: '2000' }],
        }),
      )
      deliver('fills')
      await settle()
      expect([screen.queryByText('+$64.65'), reader().getAttribute('aria-valuetext')]).toEqual([
        expect.anything(),
        expect.stringMatching(/Nov 4, 2026/),
      ])
    })
    it('ignores messages without fills and all after unmount (issue 6.6)', async () => {
      act(() =>
        tab.sockets
          .at(-1)
          ?.deliver({ topic: 'balances', type: 'snapshot', seq: 1, prevSeq: 0, ts: 0, data: [] }),
      )
      act(() =>
        tab.sockets
          .at(-1)
          ?.deliver({ topic: 'balances', type: 'delta', seq: 2, prevSeq: 1, ts: 0, data: [] }),
      )
      await settle(10_000)
      expect(asked()).toBe(1)
      deliver('fills')
      await settle()
      deliver('fills')
      cleanup()
      deliver('fills')
      await browser.clock.advance(60_000)
      expect(asked()).toBe(2)
    })
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
