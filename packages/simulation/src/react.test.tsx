import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryStorage } from '@x/kit/testing'
import { StrictMode, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { createSimulation } from './createSimulation.ts'
import { SimulationGate, useSimulation } from './react.tsx'

afterEach(cleanup)

/** An app with a router of one line. */
function setup(initialPath: string, flagged = false) {
  const storage = createMemoryStorage(flagged ? { 'x:simulation': '1' } : {})
  const router = { path: initialPath, show: (_path: string): void => {} }
  const log: string[] = []
  const simulation = createSimulation({
    storage,
    currentPath: () => router.path,
    navigate(to) {
      log.push(to)
      router.show(to)
    },
    reload: () => void log.push('reload'),
    stripLocale: (path) => path,
    addLocale: (path) => path,
  })
  const Mode = () => <output>{useSimulation(simulation)}</output>
  const App = () => {
    const [path, setPath] = useState(initialPath)
    router.path = path
    router.show = setPath
    return (
      <>
        <Mode />
        <SimulationGate simulation={simulation} path={path} fallback={<p>One moment</p>}>
          <h1>{path}</h1>
        </SimulationGate>
      </>
    )
  }
  return { simulation, log, App, router }
}

const heading = () => screen.queryByRole('heading')?.textContent

describe('SimulationGate', () => {
  it('shows any page while simulation is off', () => {
    const { App, log } = setup('/p2p')
    render(<App />)
    expect([heading(), log]).toEqual(['/p2p', []])
  })

  it('redirects from a forbidden page, also in strict mode (spec 4.2)', () => {
    const { App, log } = setup('/p2p', true)
    render(<App />, { wrapper: StrictMode })
    expect(heading()).toBe('/spot/BTCUSDT')
    expect(new Set(log)).toEqual(new Set(['/spot/BTCUSDT']))
  })

  it('never shows a forbidden page, not even for one render', () => {
    const { simulation } = setup('/p2p', true)
    const shown: string[] = []
    const Page = () => {
      shown.push('forbidden')
      return null
    }
    render(
      <SimulationGate simulation={simulation} path="/p2p" fallback={<p>One moment</p>}>
        <Page />
      </SimulationGate>,
    )
    expect(screen.getByText('One moment')).toBeTruthy()
    expect(shown).toEqual([])
  })

  it('navigates to the target on enable', () => {
    const { App, simulation, log } = setup('/p2p')
    render(<App />)
    act(() => simulation.enable('/futures/usdt/BTCUSDT'))
    expect([heading(), log]).toEqual(['/futures/usdt/BTCUSDT', ['/futures/usdt/BTCUSDT']])
  })

  it('guards the page again once its user returns to it', () => {
    const { App, simulation, router } = setup('/p2p')
    render(<App />)
    act(() => simulation.enable())
    act(() => router.show('/p2p'))
    expect(heading()).toBe('/spot/BTCUSDT')
  })
})

describe('useSimulation', () => {
  it('returns the current mode', () => {
    const { App, simulation } = setup('/spot/BTCUSDT')
    render(<App />)
    expect(screen.getByRole('status').textContent).toBe('off')
    act(() => simulation.enable())
    expect(screen.getByRole('status').textContent).toBe('on')
    act(() => simulation.clear())
    expect(screen.getByRole('status').textContent).toBe('off')
  })
})
