import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import { SPEEDS, type MarketClock } from './createMarketClock.ts'

const ACTIONS = ['speed', 'step', 'pause', 'resume'] as const

/** How fast the market goes, and the paper trader's hold on it (docs/adr/paper.md). */
export function speedRoutes({
  marketClock,
  isControllable,
}: {
  marketClock: MarketClock
  isControllable: boolean
}): RouteSpec[] {
  const shown = () => {
    const { speed, isPaused } = marketClock.status()
    return { controllable: isControllable, speed, paused: isPaused }
  }
  return [
    route(api.paper.speed, async () => shown()),
    route(api.paper.changeSpeed, async ({ body }) => {
      const action = ACTIONS.find((known) => known === body['action'])
      if (!action) throw invalidParameter('action', `action must be one of ${ACTIONS.join(', ')}`)
      if (action !== 'speed') marketClock[action]()
      else {
        const speed = SPEEDS.find((known) => known === body['speed'])
        if (!speed) throw invalidParameter('speed', `speed must be one of ${SPEEDS.join(', ')}`)
        marketClock.setSpeed(speed)
      }
      return shown()
    }),
  ]
}
