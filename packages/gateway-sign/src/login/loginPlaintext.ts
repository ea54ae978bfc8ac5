import type { KeyAlgorithm, WireProfile } from '../wire.ts'

export interface BodyParts {
  readonly outer: Record<string, unknown>
  /** In body order. */
  readonly sensitive: Record<string, unknown>
}

/** Splits the body into the fields sent in clear and those sent encrypted (wire 4). */
export function splitBody(
  body: Readonly<Record<string, unknown>>,
  sensitiveFields: readonly string[],
): BodyParts {
  const isSensitive = ([name]: readonly [string, unknown]) => sensitiveFields.includes(name)
  // JSON omits undefined values; keeping them would send an empty ciphertext.
  const entries = Object.entries(body).filter(([, value]) => value !== undefined)
  return {
    outer: Object.fromEntries(entries.filter((entry) => !isSensitive(entry))),
    sensitive: Object.fromEntries(entries.filter(isSensitive)),
  }
}

export interface ProofOptions {
  readonly key: { readonly algorithm: KeyAlgorithm; readonly publicKey: string }
  readonly profile: WireProfile
}

/** P: the plaintext up to, not including, `,"initSign":`. `appendInitSign` completes it. */
export function buildPlaintext(
  sensitive: Readonly<Record<string, unknown>>,
  { key, profile }: ProofOptions,
): string {
  const { algorithm, publicKey } = profile.login
  return JSON.stringify({
    ...sensitive,
    [algorithm]: key.algorithm,
    [publicKey]: key.publicKey,
  }).slice(0, -1)
}

/** P_full: the proof is last, so that the server can cut it off the text. */
export function appendInitSign(
  text: string,
  { initSign, profile }: { initSign: string; profile: WireProfile },
): string {
  return `${text},${JSON.stringify(profile.login.initSign)}:${JSON.stringify(initSign)}}`
}
