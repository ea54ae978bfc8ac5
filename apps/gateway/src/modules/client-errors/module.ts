import { api } from '@x/api'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { Log } from '../../platform/log/Log.ts'
import { reportRoute } from '../../platform/http/reportRoute.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import { readClientError } from './readClientError.ts'

/** Where pages report their own faults: one line of the log each, nothing else. */
export function createClientErrorsModule({
  log,
  store,
}: {
  log: Log
  store: TtlStore
}): GatewayModule {
  const route = reportRoute({
    endpoint: api.reports.clientError,
    store,
    name: 'client-errors',
    read: readClientError,
    write: (fault, trace) => log.warn('A page reported a fault', { trace, ...fault }),
    refusal: { field: 'kind', text: 'This is no report of a fault' },
  })
  return { routes: [route] }
}
