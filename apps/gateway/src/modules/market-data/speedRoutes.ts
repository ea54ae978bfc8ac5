import { invalidParameter } from '../../platform/http/envelope.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import { SPEEDS, type MarketClock } from './createMarketClock.ts'

const ACTIONS = ['speed', 'step', 'pause', 'resume'] as const

/** How fast the market goes, and the paper trader's hold on it (docs/adr/paper.md). */
export function speedRoutes({
  paced,
  isControllable,
}: {
  paced: MarketClock
  isControllable: boolean
}): RouteSpec[] {
  const shown = () => {
    const { speed, isPaused } = paced.pace()
    return { controllable: isControllable, speed, paused: isPaused }
  }
  return [
    {
      method: 'GET',
      path: '/v1/spot/public/pace',
      access: 'public',
      summary: 'How fast the market goes, and whether it may be changed.',
      handler: async () => shown(),
    },
    {
      method: 'POST',
      path: '/v1/paper/market',
      access: 'private',
      signMode: '2',
      realms: ['paper'],
      developmentOnly: true,
      summary:
        'Makes the market go faster, stand still, or go on by a step: one market for all, in development only.',
      schema: {
        body: {
          type: 'object',
          properties: {
            action: { type: 'string', maxLength: 20 },
            speed: { type: ['string', 'null'], maxLength: 20 },
          },
        },
      },
      async handler({ body }) {
        const action = ACTIONS.find((known) => known === body['action'])
        if (!action) throw invalidParameter('action', `action must be one of ${ACTIONS.join(', ')}`)
        if (action !== 'speed') paced[action]()
        else {
          const speed = SPEEDS.find((known) => known === body['speed'])
          if (!speed) throw invalidParameter('speed', `speed must be one of ${SPEEDS.join(', ')}`)
          paced.setSpeed(speed)
        }
        return shown()
      },
    },
  ]
}
