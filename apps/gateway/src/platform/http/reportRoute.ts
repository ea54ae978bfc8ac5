import type { api } from '@x/api'
import { route } from './contractRoute.ts'
import type { TtlStore } from '../ttl-store/TtlStore.ts'
import { limitAddress } from './addressLimit.ts'
import { malformedParameter } from './envelope.ts'
import { traceIdOf } from '../log/Log.ts'
import type { RouteSpec } from './route.ts'

/** A page sends ten or twenty at most; a household has several. */
const PER_MINUTE = 60
const MAX_CHARACTERS = 65_536

export interface ReportRouteOptions<Report> {
  readonly endpoint: (typeof api.reports)[keyof typeof api.reports]
  readonly store: TtlStore
  /** Names the count of an address. */
  readonly name: string
  /** The report in a body, which may be of any shape; `undefined`: none. */
  readonly read: (value: unknown) => Report | undefined
  readonly write: (report: Report, trace: string | undefined) => void
  /** What is said of a body that holds none. */
  readonly refusal: { readonly field: string; readonly text: string }
}

/**
 * Where pages report, without being asked and without a session: as much as one address may send,
 * each report written down and nothing else.
 */
export function reportRoute<Report>({
  store,
  name,
  read,
  write,
  refusal,
  endpoint,
}: ReportRouteOptions<Report>): RouteSpec {
  return route(endpoint, async ({ rawBody, address, headers }) => {
    await limitAddress(store, { name, address, most: PER_MINUTE, ttlMs: 60_000 })
    const report = rawBody.length > MAX_CHARACTERS ? undefined : read(parse(rawBody))
    if (report === undefined) throw malformedParameter(refusal.field, refusal.text)
    write(report, traceIdOf(headers))
    return null
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
