import { RawAnswer, type RouteSpec } from '../../platform/http/route.ts'
import { EMBEDDABLE } from './embeddable.ts'
import type { ChallengeScript } from './challengeScript.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'
// Revalidated each time by its hash: a new gateway must not meet an old script.
const CACHING = 'no-cache'

/** The challenge's own files under the site's static path (spec section 7). */
export function scriptRoutes({ main, worker }: ChallengeScript): RouteSpec[] {
  return [main, worker].map(({ path, code, etag }) => ({
    method: 'GET',
    path,
    access: 'public',
    summary: 'Reference challenge: a script.',
    async handler({ headers }) {
      const common = { etag, 'cache-control': CACHING, ...EMBEDDABLE }
      if (headers['if-none-match'] === etag)
        return new RawAnswer('', JAVASCRIPT, { status: 304, headers: common })
      return new RawAnswer(code, JAVASCRIPT, { headers: common })
    },
  }))
}
