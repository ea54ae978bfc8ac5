import { api } from '@x/api'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { Log } from '../../platform/log/Log.ts'
import { reportRoute } from '../../platform/http/reportRoute.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import { readViolations } from './readViolations.ts'

/**
 * Where violations of the content policy are written down: one line each, as many as one address
 * may send.
 */
export function createCspModule({ log, store }: { log: Log; store: TtlStore }): GatewayModule {
  const route = reportRoute({
    endpoint: api.reports.contentPolicy,
    store,
    name: 'csp',
    read: readViolations,
    write: (violations, trace) =>
      violations.forEach((violation) =>
        log.warn('The content policy was violated', { trace, ...violation }),
      ),
    refusal: { field: 'data', text: 'This is no report of a violation' },
  })
  return { routes: [route] }
}
