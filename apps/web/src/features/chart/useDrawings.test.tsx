import { act, cleanup } from '@testing-library/react'
import type { Chart, OverlayCreate } from 'klinecharts'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { type ChartChoice, type DrawingModes, NO_MODES } from './chartChoice.ts'
import { useDrawings } from './useDrawings.ts'

afterEach(cleanup)

type Laid = OverlayCreate & { readonly id: string; currentStep: number }

const priceOf = (points: NonNullable<OverlayCreate['points']>) =>
  (points as readonly { value: number }[])[0]?.value

/** As much of the chart as drawings need. One without points is still being drawn. */
function createBoard() {
  const laid: Laid[] = []
  let count = 0
  const chart = {
    createOverlay: (overlay: OverlayCreate) =>
      void laid.push({ ...overlay, id: String(++count), currentStep: overlay.points ? -1 : 1 }),
    getOverlays: () => [...laid],
    overrideOverlay: (changes: Partial<OverlayCreate>) =>
      laid.forEach((overlay) => Object.assign(overlay, changes)),
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
  /** A press on the drawing at a price. */
  const press = (value: number) =>
    act(async () => {
      const overlay = laid.find(({ points = [] }) => priceOf(points) === value)
      overlay?.onClick?.({ chart, overlay } as never)
    })
  return {
    chart: chart as unknown as Chart,
    finish,
    press,
    looks: () => laid.map(({ mode, lock, visible }) => ({ mode, lock, visible })),
    shown: () => laid.map(({ points = [] }) => priceOf(points)),
  }
}

async function openTab(browser: TestBrowser) {
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { chart, finish, shown, press, looks } = createBoard()
  const ref = { current: chart }
  const doneRef = { current: 0 }
  let want: (wanted: ChartChoice['drawing']) => void = () => undefined
  let setModes: (modes: DrawingModes) => void = () => undefined
  function Drawn() {
    const [wanted, setWanted] = useState<ChartChoice['drawing']>(undefined)
    const [modes, change] = useState(NO_MODES)
    want = setWanted
    setModes = change
    useDrawings(ref, { symbol: 'BTCUSDT', wanted, modes, doneRef, rebuilt: undefined })
    return null
  }
  const { settle } = renderPage(<Drawn />, { browser, tab })
  await settle()
  let count = 0
  const begin = () =>
    act(async () => want({ kind: 'draw', tool: 'horizontalStraightLine', count: ++count }))
  const draw = async (value: number) => {
    await begin()
    await act(async () => finish(value))
  }
  return {
    begin,
    draw,
    finish: (value: number) => act(async () => finish(value)),
    ask: (kind: 'clear' | 'undo' | 'redo') => act(async () => want({ kind, count: ++count })),
    set: (part: Partial<DrawingModes>) => act(async () => setModes({ ...NO_MODES, ...part })),
    press,
    looks,
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
    await first.ask('clear')
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

describe('drawings of one tab', () => {
  it('takes steps back and forward again, a removal of all too', async () => {
    const tab = await openTab(createTestBrowser())
    await tab.draw(60_000)
    await tab.draw(61_000)
    await tab.ask('clear')
    expect(tab.shown()).toEqual([])
    await tab.ask('undo')
    expect(tab.shown()).toEqual([60_000, 61_000])
    await tab.ask('undo')
    expect(tab.shown()).toEqual([60_000])
    await tab.ask('redo')
    expect(tab.shown()).toEqual([60_000, 61_000])
    expect(JSON.parse(tab.kept() ?? '')).toHaveLength(2)
  })

  it('removes a drawing that is pressed, only with the eraser', async () => {
    const tab = await openTab(createTestBrowser())
    await tab.draw(60_000)
    await tab.draw(61_000)
    await tab.press(60_000)
    expect(tab.shown()).toEqual([60_000, 61_000])
    await tab.set({ erases: true })
    await tab.press(60_000)
    expect(tab.shown()).toEqual([61_000])
    expect(JSON.parse(tab.kept() ?? '')).toHaveLength(1)
  })

  it('snaps, locks and hides drawings, those drawn later too', async () => {
    const tab = await openTab(createTestBrowser())
    await tab.draw(60_000)
    await tab.set({ magnet: true, locked: true, hidden: true })
    await tab.draw(61_000)
    const looks = { mode: 'strong_magnet', lock: true, visible: false }
    expect(tab.looks()).toEqual([looks, looks])
    await tab.set({})
    const plain = { mode: 'normal', lock: false, visible: true }
    expect(tab.looks()).toEqual([plain, plain])
  })
})
