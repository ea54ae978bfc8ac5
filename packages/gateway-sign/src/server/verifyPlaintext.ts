import { initSignString } from '../sign/stringToSign.ts'
import { isKeyAlgorithm, type WireProfile } from '../wire.ts'
import { keyIdOf, type ClientKey } from './clientKey.ts'
import { importClientKey, verifySignature } from './serverKeys.ts'

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
 * Parses the decrypted login plaintext and verifies its proof. Returns `null` if it is not an
 * object, if its `initSign` does not prove the named key, or if it names no key and has a field
 * that clients do not encrypt (wire 4).
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
    return hasOnlyFields(fields, encryptedFieldsOf(context)) ? { fields } : null
  if (!isKeyAlgorithm(algorithm) || typeof publicKey !== 'string') return null

  // The signature covers the text, so it is cut from the text and not from a parsed copy.
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
 * A plaintext without a key is not authenticated, and CBC lets an attacker truncate it and change
 * the block at the cut. A captured log-in can lose its proof that way; the garbled block before the
 * cut then appears in a name or a value.
 */
function hasOnlyFields(fields: Record<string, unknown>, names: readonly string[]): boolean {
  return Object.keys(fields).every((name) => names.includes(name))
}

/**
 * The fields that clients encrypt on this path; for a path without a profile entry, on any path.
 */
function encryptedFieldsOf({ path, profile }: Context): readonly string[] {
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
