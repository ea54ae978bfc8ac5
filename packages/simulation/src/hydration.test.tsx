import { act } from '@testing-library/react'
import { createMemoryStorage } from '@x/kit/testing'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSimulation } from './createSimulation.ts'
import { SimulationGate, useSimulation } from './react.tsx'
import type { SimulationState } from './simulationMachine.ts'

const errors = vi.spyOn(console, 'error')
afterEach(() => void errors.mockClear())

function setup({ initial, stored }: { initial?: SimulationState; stored: boolean }) {
  const log: string[] = []
  const simulation = createSimulation({
    storage: createMemoryStorage(stored ? { 'x:simulation': '1' } : {}),
    currentPath: () => '/p2p',
    navigate: (to) => void log.push(to),
    reload: () => void log.push('reload'),
    stripLocale: (path) => path,
    addLocale: (path) => path,
    ...(initial && { initial }),
  })
  const Mode = () => <output>{useSimulation(simulation)} </output>
  const app = (
    <StrictMode>
      <Mode />
      <SimulationGate simulation={simulation} path="/p2p" fallback={<p>One moment</p>}>
        <h1>P2P</h1>
      </SimulationGate>
    </StrictMode>
  )
  return { app, log }
}

/** What the server shows, what the browser shows then, and where it sends the user. */
async function hydrate(browser: { initial?: SimulationState; stored: boolean }) {
  const { app, log } = setup(browser)
  const host = document.body.appendChild(document.createElement('main'))
  const { initial } = browser
  host.innerHTML = renderToString(setup({ ...(initial && { initial }), stored: false }).app)
  const served = host.textContent
  const recovered: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(host, app, { onRecoverableError: (error) => recovered.push(error) }),
  )
  const shown = host.textContent
  act(() => root.unmount())
  host.remove()
  return { served, shown, sent: [...new Set(log)], warnings: [...recovered, ...errors.mock.calls] }
}

describe('simulation while hydrating', () => {
  it('renders the server’s page first and then obeys the stored flag', async () => {
    expect(await hydrate({ stored: true })).toEqual({
      served: 'off P2P',
      shown: 'on One moment',
      sent: ['/spot/BTCUSDT'],
      warnings: [],
    })
  })

  it('renders the mode that the server knows', async () => {
    expect(await hydrate({ initial: 'on', stored: true })).toEqual({
      served: 'on One moment',
      shown: 'on One moment',
      sent: ['/spot/BTCUSDT'],
      warnings: [],
    })
  })

  it('shows the page when the stored flag is gone', async () => {
    expect(await hydrate({ initial: 'on', stored: false })).toEqual({
      served: 'on One moment',
      shown: 'off P2P',
      sent: [],
      warnings: [],
    })
  })
})
