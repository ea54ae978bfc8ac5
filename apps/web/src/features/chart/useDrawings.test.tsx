import { act, cleanup } from '@testing-library/react'
import type { Chart, OverlayCreate } from 'klinecharts'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { ChartChoice } from './chartChoice.ts'
import { useDrawings } from './useDrawings.ts'

afterEach(cleanup)

type Laid = OverlayCreate & { readonly id: string; currentStep: number }

/** As much of the chart as drawings need. One without points is still being drawn. */
function createBoard() {
  const laid: Laid[] = []
  let count = 0
  const chart = {
    createOverlay: (overlay: OverlayCreate) =>
      void laid.push({ ...overlay, id: String(++count), currentStep: overlay.points ? -1 : 1 }),
    getOverlays: () => [...laid],
    removeOverlay({ id }: { readonly id?: string }) {
      const gone = laid.filter((overlay) => id === undefined || overlay.id === id)
      for (const overlay of gone) {
        laid.splice(laid.indexOf(overlay), 1)
        overlay.onRemoved?.({} as never)
      }
    },
  }
  /** The hand sets the last point of what is being drawn. */
  const finish = (value: number) => {
    const drawn = laid.find(({ currentStep }) => currentStep !== -1)
    Object.assign(drawn ?? {}, { points: [{ timestamp: 1, value }], currentStep: -1 })
    drawn?.onDrawEnd?.({} as never)
  }
  return {
    chart: chart as unknown as Chart,
    finish,
    shown: () => laid.map(({ points = [] }) => (points as readonly { value: number }[])[0]?.value),
  }
}

async function openTab(browser: TestBrowser) {
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { chart, finish, shown } = createBoard()
  const ref = { current: chart }
  let want: (wanted: ChartChoice['drawing']) => void = () => undefined
  function Drawn() {
    const [wanted, setWanted] = useState<ChartChoice['drawing']>(undefined)
    want = setWanted
    useDrawings(ref, { symbol: 'BTCUSDT', wanted, rebuilt: undefined })
    return null
  }
  const { settle } = renderPage(<Drawn />, { browser, tab })
  await settle()
  let count = 0
  const begin = () => act(async () => want({ tool: 'horizontalStraightLine', count: ++count }))
  const draw = async (value: number) => {
    await begin()
    await act(async () => finish(value))
  }
  return {
    begin,
    draw,
    finish: (value: number) => act(async () => finish(value)),
    clear: () => act(async () => want({ tool: 'clear', count: ++count })),
    shown,
    kept: () => tab.services.storage.get(`${STORAGE_KEYS.drawings}BTCUSDT`),
  }
}

describe('drawings of a pair that is open in two tabs', () => {
  it('shows drawings of both tabs and keeps them when either adds', async () => {
    const browser = createTestBrowser()
    const [first, second] = [await openTab(browser), await openTab(browser)]
    await first.draw(60_000)
    await second.draw(61_000)
    expect([first.shown(), second.shown()]).toEqual([
      [60_000, 61_000],
      [60_000, 61_000],
    ])
    expect((await openTab(browser)).shown(), 'after a reload').toEqual([60_000, 61_000])
    await first.clear()
    expect([first.shown(), second.shown()]).toEqual([[], []])
  })

  it('updates beside an unfinished drawing, which is saved when finished', async () => {
    const browser = createTestBrowser()
    const [first, second] = [await openTab(browser), await openTab(browser)]
    await second.begin()
    await first.draw(60_000)
    expect(second.shown()).toEqual([undefined, 60_000])
    await second.finish(61_000)
    expect([first.shown(), JSON.parse(second.kept() ?? '')]).toMatchObject([
      [61_000, 60_000],
      [{}, {}],
    ])
  })
})
