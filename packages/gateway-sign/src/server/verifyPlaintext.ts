import { initSignString } from '../sign/stringToSign.ts'
import { isKeyAlgorithm, type WireProfile } from '../wire.ts'
import { importClientKey, keyIdOf, verifySignature, type ClientKey } from './serverKeys.ts'

export interface VerifiedPlaintext {
  readonly fields: Record<string, unknown>
  readonly clientKey?: ClientKey & { readonly keyId: string }
}

interface Context {
  readonly path: string
  readonly tm: string
  readonly traceId: string
  readonly profile: WireProfile
}

/**
 * Reads the decrypted login text; `null` when it is no object its `initSign` does not prove the key
 * it names, or it names no key and holds what no client hides (wire 4).
 */
export function verifyPlaintext(text: string, context: Context): VerifiedPlaintext | null {
  const value = parseObject(text)
  if (!value) return null
  const names = context.profile.login
  const {
    [names.algorithm]: algorithm,
    [names.publicKey]: publicKey,
    [names.initSign]: initSign,
    ...fields
  } = value
  if (algorithm === undefined && publicKey === undefined && initSign === undefined)
    return holdsOnly(fields, hiddenAt(context)) ? { fields } : null
  if (!isKeyAlgorithm(algorithm) || typeof publicKey !== 'string') return null

  // The signature covers the text itself, so it is cut from the text and never from a parsed copy.
  const marker = `,"${names.initSign}":"`
  const cut = text.lastIndexOf(marker)
  if (cut < 0 || text.slice(cut + marker.length) !== `${String(initSign)}"}`) return null
  const signed = initSignString({ ...context, plaintext: text.slice(0, cut) }, context.profile)
  const key = importClientKey({ publicKey, algorithm })
  if (
    !key ||
    typeof initSign !== 'string' ||
    !verifySignature(key, { text: signed, signature: initSign })
  )
    return null
  return { fields, clientKey: { publicKey, algorithm, keyId: keyIdOf(publicKey) } }
}

/**
 * Nothing proves a text without a key, and CBC lets a stranger cut it and turn the block at the
 * cut: a captured log-in with a key loses its proof that way, and the noise before the turned block
 * becomes part of a name or a value.
 */
function holdsOnly(fields: Record<string, unknown>, names: readonly string[]): boolean {
  return Object.keys(fields).every((name) => names.includes(name))
}

/**
 * What a client would hide on this path; of one that the profile does not name, what it would hide
 * anywhere.
 */
function hiddenAt({ path, profile }: Context): readonly string[] {
  const { endpoints } = profile.login
  return Object.hasOwn(endpoints, path) ? (endpoints[path] ?? []) : Object.values(endpoints).flat()
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
