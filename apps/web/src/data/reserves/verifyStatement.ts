import { statementText } from '@x/reserves'
import type { ReservesReport } from '@x/api'

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0)

/** Whether the exchange's key signed this very statement. Runs where there is WebCrypto. */
export async function verifyStatement({
  statement,
  signature,
  publicKey,
}: Pick<ReservesReport, 'statement' | 'signature' | 'publicKey'>): Promise<boolean> {
  const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), ALGORITHM, false, [
    'verify',
  ])
  const text = new TextEncoder().encode(statementText(statement))
  return crypto.subtle.verify(ALGORITHM, key, bytesOf(signature), text)
}
