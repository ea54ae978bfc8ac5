import type { Random } from '@x/kit'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import { tooManyAttempts } from '../../platform/http/envelope.ts'
import { GatewayError, type ProvedKey } from '../../platform/http/route.ts'
import type { ThirdPartyIdentity } from '../users/identityQueries.ts'
import { tokenDigest } from '../users/tokenDigest.ts'

/** The first half of a log-in: the password was right. */
export interface LoginTicket {
  readonly userId: string
  /** The key the password request proved; counts unless the second request proves another. */
  readonly clientKey: ProvedKey | null
  /** What a passkey has to sign. */
  readonly challenge: string | null
  /** The third party's identity that is bound to the user once the log-in is complete. */
  readonly binding: ThirdPartyIdentity | null
  readonly isAgency: boolean
}

export interface LoginTickets {
  issue(ticket: LoginTicket): Promise<string>
  /**
   * Counts a try.
   * @throws GatewayError 40102 for an unknown or expired one, 42901 after too many.
   */
  read(token: string): Promise<LoginTicket>
  /** Uses it up; of two callers one gets 40102. */
  spend(token: string): Promise<void>
  refusal(): GatewayError
}

const LIFETIME_MS = 600_000
const TRIES = 10

export function createLoginTickets({
  store,
  random,
}: {
  store: TtlStore
  random: Random
}): LoginTickets {
  const refusal = () => new GatewayError('40102', 'This log-in has expired, please start again')
  return {
    refusal,
    async issue(ticket) {
      const token = Buffer.from(random.bytes(24)).toString('base64url')
      await store.set(`ticket:${tokenDigest(token)}`, ticket, { ttlMs: LIFETIME_MS })
      return token
    },
    async read(token) {
      const ticket = await store.get<LoginTicket>(`ticket:${tokenDigest(token)}`)
      if (!ticket) throw refusal()
      // By user, not by ticket: who knows the password could get any number of tickets.
      const { count, expiresInMs } = await store.increment(`tickets:${ticket.userId}`, {
        ttlMs: LIFETIME_MS,
      })
      if (count > TRIES) throw tooManyAttempts(expiresInMs)
      return ticket
    },
    async spend(token) {
      const ticket = await store.take<LoginTicket>(`ticket:${tokenDigest(token)}`)
      if (!ticket) throw refusal()
      await store.remove(`tickets:${ticket.userId}`)
    },
  }
}
