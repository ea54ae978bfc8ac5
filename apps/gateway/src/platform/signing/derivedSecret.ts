import { createHmac } from 'node:crypto'
import { expand } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { OnlineServerIdentity } from '@x/gateway-sign/server'

/** What a running gateway has of keys and secrets; the issuer's private key is not among them. */
export interface GatewayIdentity extends OnlineServerIdentity {
  /**
   * 32 bytes in hex. Secrets for a purpose derive from it, so that the server key can be changed
   * without changing them.
   */
  readonly masterSecret: string
  /**
   * The server key before the last rotation: log-ins of pages that still encrypt to it are opened
   * until then.
   */
  readonly previousServerKey?:
    | { readonly privateKeyPem: string; readonly until: number }
    | undefined
}

const SECRET_BYTES = 32

/**
 * A secret for one purpose, the same on every node that has the same master secret (HKDF-Expand,
 * RFC 5869).
 */
export function derivedSecret(
  { masterSecret }: Pick<GatewayIdentity, 'masterSecret'>,
  purpose: string,
): Buffer {
  return Buffer.from(
    expand(
      sha256,
      Buffer.from(masterSecret, 'hex'),
      Buffer.from(`x-gateway ${purpose}`),
      SECRET_BYTES,
    ),
  )
}

/**
 * The master secret of an identity from when secrets derived from the server key itself:
 * HKDF-Extract of that key, so that every derived secret stays what it was.
 */
export function carriedOverSecret({
  serverPrivateKeyPem,
}: Pick<OnlineServerIdentity, 'serverPrivateKeyPem'>): string {
  return createHmac('sha256', Buffer.alloc(SECRET_BYTES)).update(serverPrivateKeyPem).digest('hex')
}
