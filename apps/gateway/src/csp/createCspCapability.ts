import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import { malformedParameter, tooManyAttempts } from '../server/envelope.ts'
import type { Log } from '../server/Log.ts'
import type { Capability, GatewayRequest } from '../server/route.ts'
import { addressGroup } from '../server/addressGroup.ts'
import { readViolations } from './readViolations.ts'

export const CSP_LOG_PATH = '/v1/buried/log/cspSecurity'

const PER_MINUTE = 60
/** Twenty reports of a browser stay far below. */
const MAX_CHARACTERS = 65_536

/** Where violations of the content policy are written down: one line each, as many as one address may send. */
export function createCspCapability({ log, store }: { log: Log; store: ExpiringStore }): Capability {
  return {
    routes: [
      {
        method: 'POST',
        path: CSP_LOG_PATH,
        access: 'public',
        // Beacons travel as plain text.
        consumes: ['application/csp-report', 'application/reports+json', 'text/plain'],
        summary: 'Violations of the content policy, in the app’s form or in the browsers’ two.',
        handler: report,
      },
    ],
  }

  async function report({ rawBody, address }: GatewayRequest): Promise<null> {
    const { count, expiresInMs } = await store.increment(`csp:${addressGroup(address)}`, { ttlMs: 60_000 })
    if (count > PER_MINUTE) throw tooManyAttempts(expiresInMs)
    const violations = rawBody.length > MAX_CHARACTERS ? undefined : readViolations(parse(rawBody))
    if (!violations) throw malformedParameter('data', 'This is no report of a violation')
    for (const violation of violations) log.warn('The content policy was violated', { ...violation })
    return null
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
