import type { GatewayRequest } from './route.ts'

/** The page that passkeys are bound to and that wallets are shown. */
export interface RelyingParty {
  /** `https://trade.example` */
  readonly origin: string
  /** `trade.example`, without the port: what a passkey is bound to. */
  readonly id: string
}

/**
 * Finds the relying party of a request: the configured origin, in development the page's own (its
 * origin has been judged before, `server/hosts.ts`). `undefined` in production without a configured
 * origin: a name taken from the request would let who stands in front choose it.
 */
export function createRelyingPartyReader({
  publicOrigin,
  isDevelopment,
}: {
  publicOrigin: string | undefined
  isDevelopment: boolean
}) {
  const configured = publicOrigin === undefined ? undefined : partyOf(publicOrigin)
  return ({ headers }: Pick<GatewayRequest, 'headers'>): RelyingParty | undefined => {
    if (configured || !isDevelopment) return configured
    return partyOf(headers['origin'] ?? `http://${headers['host'] ?? 'localhost'}`)
  }
}

export type ReadRelyingParty = ReturnType<typeof createRelyingPartyReader>

function partyOf(address: string): RelyingParty | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, hostname } = new URL(address)
  return { origin, id: hostname }
}
