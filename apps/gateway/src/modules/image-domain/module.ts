import { type GatewayModule, RawAnswer } from '../../platform/http/route.ts'

/**
 * One transparent pixel as PNG: the small image that a page loads from each candidate (spec section
 * 7).
 */
const PROBE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACklEQVR4AWMAAQAABQABNtCI3QAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Under the static path, so that a domain that mirrors the gateway's images mirrors it too; one
 * that does not is never chosen.
 */
export const PROBE_PATH = '/static/image-domain/probe.png'

const HEADERS = {
  // A stored copy would measure a cache, this side's or an intermediary's.
  'cache-control': 'no-store',
  // Pages of other origins load it; it holds nothing of anybody.
  'cross-origin-resource-policy': 'cross-origin',
}

export function createImageDomainModule(): GatewayModule {
  return {
    routes: [
      {
        method: 'GET',
        path: PROBE_PATH,
        access: 'public',
        summary: 'The small image of the image-domain speed test.',
        handler: async () => new RawAnswer(PROBE, 'image/png', { headers: HEADERS }),
      },
    ],
  }
}
