import { act, cleanup, renderHook } from '@testing-library/react'
import { createManualClock } from '@x/kit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { ServicesContext, type PageServices } from '../../lib/services/servicesContext.ts'
import type { MarketRow } from '../markets/index.ts'
import { useTopMovers } from './useTopMovers.ts'

afterEach(cleanup)

const row = (base: string, changePercent?: string) =>
  ({
    spec: { symbol: `${base}USDT`, base },
    ticker: changePercent === undefined ? undefined : { changePercent },
  }) as unknown as MarketRow

function open(first: readonly MarketRow[]) {
  const clock = createManualClock()
  const { result, rerender } = renderHook((rows: readonly MarketRow[]) => useTopMovers(rows, 2), {
    initialProps: first,
    wrapper: ({ children }) => (
      <ServicesContext value={{ clock } as unknown as PageServices}>{children}</ServicesContext>
    ),
  })
  const shown = () =>
    result.current.map(({ spec, ticker }) => `${spec.base} ${ticker?.changePercent ?? ''}`)
  return { clock, rerender, shown }
}

describe('the cards of the pairs that moved most', () => {
  it('wait for the tickers of every pair', () => {
    const { rerender, shown } = open([])
    expect(shown()).toEqual([])
    rerender([row('BTC', '1'), row('ETH', '2'), row('SOL')])
    expect(shown()).toEqual([])
    rerender([row('BTC', '1'), row('ETH', '2'), row('SOL', '-3')])
    expect(shown()).toEqual(['SOL -3', 'ETH 2'])
  })
  it('keep their places when prices change', () => {
    const { rerender, shown } = open([row('BTC', '1'), row('ETH', '2'), row('SOL', '3')])
    rerender([row('BTC', '9'), row('ETH', '8'), row('SOL', '3')])
    expect(shown()).toEqual(['SOL 3', 'ETH 8'])
  })
  it('do not wait for ever for a pair without a ticker', async () => {
    const { clock, shown } = open([row('BTC', '1'), row('NEW')])
    expect(shown()).toEqual([])
    await act(() => clock.advance(3_000))
    expect(shown()).toEqual(['BTC 1'])
  })
})
