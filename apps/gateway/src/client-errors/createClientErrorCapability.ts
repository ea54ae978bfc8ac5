import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import { addressGroup } from '../server/addressGroup.ts'
import { malformedParameter, tooManyAttempts } from '../server/envelope.ts'
import type { Log } from '../server/Log.ts'
import type { Capability, GatewayRequest } from '../server/route.ts'
import { readClientError } from './readClientError.ts'

/** A page sends ten at most; a household has several. */
const PER_MINUTE = 60
const MAX_CHARACTERS = 65_536

/** Where pages report their own faults: one line of the log each, nothing else. */
export function createClientErrorCapability({ log, store }: { log: Log; store: ExpiringStore }): Capability {
  return {
    routes: [
      {
        method: 'POST',
        path: '/v1/buried/log/clientError',
        access: 'public',
        // Beacons travel as plain text.
        consumes: ['application/json', 'text/plain'],
        summary: 'A fault of a page: kind, message?, detail?, page?.',
        handler: report,
      },
    ],
  }

  async function report({ rawBody, address }: GatewayRequest): Promise<null> {
    const { count, expiresInMs } = await store.increment(`client-errors:${addressGroup(address)}`, { ttlMs: 60_000 })
    if (count > PER_MINUTE) throw tooManyAttempts(expiresInMs)
    const fault = rawBody.length > MAX_CHARACTERS ? undefined : readClientError(parse(rawBody))
    if (!fault) throw malformedParameter('kind', 'This is no report of a fault')
    log.warn('A page reported a fault', { ...fault })
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
