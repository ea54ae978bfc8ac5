import { createHash } from 'node:crypto'
import type { Random } from '@x/kit'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { ThirdPartyIdentity } from '../users/identityQueries.ts'
import { unauthenticated, type ThirdPartyChallenge } from './ports/ThirdPartyProvider.ts'

/** A proved identity that opens no account yet. */
export interface ThirdPartyTicket {
  readonly identity: ThirdPartyIdentity
}

export interface ThirdPartyTickets {
  /** A serial number for the browser that asks, and the nonce that follows from it. */
  draw(): { serialNO: string; nonce: string }
  keep(serialNO: string, challenge: ThirdPartyChallenge): Promise<void>
  /** Uses the challenge up, whatever comes of it. @throws GatewayError 40102. */
  takeChallenge(
    serialNO: unknown,
    provider: ThirdPartyChallenge['provider'],
  ): Promise<ThirdPartyChallenge>
  issue(ticket: ThirdPartyTicket): Promise<string>
  /** @throws GatewayError 40102. */
  read(token: unknown): Promise<ThirdPartyTicket>
  /** Of two callers one gets it. @throws GatewayError 40102. */
  take(token: unknown): Promise<ThirdPartyTicket>
}

export const CHALLENGE_MS = 300_000
const TICKET_MS = 600_000

export function createThirdPartyTickets({
  store,
  random,
}: {
  store: TtlStore
  random: Random
}): ThirdPartyTickets {
  const name = () => Buffer.from(random.bytes(24)).toString('base64url')
  const challengeKey = (serialNO: unknown) => `third:challenge:${String(serialNO)}`
  const ticketKey = (token: unknown) => `third:ticket:${String(token)}`
  return {
    draw() {
      const serialNO = name()
      // The provider sees the nonce only: who reads it out of a token lacks the serial number
      // and cannot use the token.
      return { serialNO, nonce: createHash('sha256').update(serialNO).digest('hex').slice(0, 32) }
    },
    keep: (serialNO, challenge) =>
      store.set(challengeKey(serialNO), challenge, { ttlMs: CHALLENGE_MS }),
    async takeChallenge(serialNO, provider) {
      const challenge = await store.take<ThirdPartyChallenge>(challengeKey(serialNO))
      if (challenge?.provider !== provider) throw unauthenticated()
      return challenge
    },
    async issue(ticket) {
      const token = name()
      await store.set(ticketKey(token), ticket, { ttlMs: TICKET_MS })
      return token
    },
    async read(token) {
      const ticket = await store.get<ThirdPartyTicket>(ticketKey(token))
      if (!ticket) throw unauthenticated()
      return ticket
    },
    async take(token) {
      const ticket = await store.take<ThirdPartyTicket>(ticketKey(token))
      if (!ticket) throw unauthenticated()
      return ticket
    },
  }
}
