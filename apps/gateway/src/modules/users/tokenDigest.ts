import { createHash } from 'node:crypto'

/**
 * What a random token is kept under: of 192 bits and more a plain hash is as good as a slow one,
 * and opens nothing.
 */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
