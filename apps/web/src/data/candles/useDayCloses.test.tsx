import { act, cleanup, renderHook } from '@testing-library/react'
import { createManualClock } from '@x/kit/testing'
import { afterEach, expect, it } from 'vitest'
import { createQueries } from '../reference/createQueries.ts'
import { CLOSES_AGE_MS } from '../reference/createReferenceData.ts'
import { type AppServices, AppServicesContext } from '../services/appServices.ts'
import { useDayCloses } from './useDayCloses.ts'

afterEach(cleanup)

function show() {
  const clock = createManualClock()
  let isVisible = true
  let look = () => {}
  const asked: string[] = []
  const dayCloses = createQueries(
    async (symbol: string) => (asked.push(symbol), [String(asked.length)]),
    { clock, maxAgeMs: CLOSES_AGE_MS },
  )
  const services = {
    clock,
    reference: { dayCloses },
    visibility: {
      isVisible: () => isVisible,
      subscribe: (listener: () => void) => ((look = listener), () => (look = () => {})),
    },
  } as unknown as AppServices
  const { result, unmount } = renderHook(() => useDayCloses('BTCUSDT'), {
    wrapper: ({ children }) => <AppServicesContext value={services}>{children}</AppServicesContext>,
  })
  return {
    asked,
    closes: () => result.current,
    advance: (ms: number) => act(() => clock.advance(ms)),
    setVisible: (value: boolean) => {
      isVisible = value
      look()
    },
    unmount,
  }
}

it('shows the closes and fetches them anew when they are old', async () => {
  const { asked, closes, advance } = show()
  expect(closes()).toEqual([])
  await advance(0)
  expect(closes()).toEqual(['1'])
  await advance(CLOSES_AGE_MS - 1)
  expect(asked).toHaveLength(1)
  await advance(1)
  expect(closes()).toEqual(['2'])
})

it('fetches nothing while the page is hidden or the line is gone', async () => {
  const { asked, advance, setVisible, unmount } = show()
  await advance(0)
  setVisible(false)
  await advance(CLOSES_AGE_MS * 2)
  expect(asked).toHaveLength(1)
  setVisible(true)
  await advance(0)
  expect(asked).toHaveLength(2)
  unmount()
  await advance(CLOSES_AGE_MS * 2)
  expect(asked).toHaveLength(2)
})
