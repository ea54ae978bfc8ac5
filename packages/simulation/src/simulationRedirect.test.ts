import { describe, expect, it } from 'vitest'
import { SIMULATION_PATHS } from './simulationPaths.ts'
import { simulationRedirect } from './simulationRedirect.ts'

describe('simulationRedirect', () => {
  it('redirects a simulating user from unlisted paths to spot (spec 4.2)', () => {
    expect(simulationRedirect('/p2p', { state: 'on' })).toBe('/spot/BTCUSDT')
  })

  it('leaves a simulating user on a path of the list (spec 4.2)', () => {
    expect(simulationRedirect('/futures/usdt/BTCUSDT', { state: 'on' })).toBeUndefined()
  })

  it.each(['/p2p', '/login', '/spot/BTCUSDT'])('leaves everybody else on %s (spec 4.2)', (path) => {
    expect(simulationRedirect(path, { state: 'off' })).toBeUndefined()
  })

  it('leaves a simulating user on a path that was added', () => {
    const paths = [...SIMULATION_PATHS, { path: '/copy', match: 'prefix' }] as const
    const to = (path: string) => simulationRedirect(path, { state: 'on', paths })
    expect(['/copy', '/copy/3', '/fee', '/p2p'].map(to)).toEqual([
      undefined,
      undefined,
      undefined,
      '/spot/BTCUSDT',
    ])
    expect(simulationRedirect('/copy', { state: 'on' })).toBe('/spot/BTCUSDT')
  })

  it('takes another landing page', () => {
    expect(simulationRedirect('/', { state: 'on', landing: '/futures/usdt/BTCUSDT' })).toBe(
      '/futures/usdt/BTCUSDT',
    )
  })
})
