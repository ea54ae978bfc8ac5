import { describe, expect, it } from 'vitest'
import { simulationRedirect } from './simulationRedirect.ts'

describe('simulationRedirect', () => {
  it('spec 4.2 sends a simulating user from a path outside the list to the spot page', () => {
    expect(simulationRedirect('/p2p', { state: 'on' })).toBe('/spot/BTCUSDT')
  })

  it('spec 4.2 leaves a simulating user on a path of the list', () => {
    expect(simulationRedirect('/futures/usdt/BTCUSDT', { state: 'on' })).toBeUndefined()
  })

  it.each(['/p2p', '/login', '/spot/BTCUSDT'])('spec 4.2 leaves everybody else on %s', (path) => {
    expect(simulationRedirect(path, { state: 'off' })).toBeUndefined()
  })

  it('takes another landing page', () => {
    expect(simulationRedirect('/', { state: 'on', landing: '/futures/usdt/BTCUSDT' })).toBe(
      '/futures/usdt/BTCUSDT',
    )
  })
})
