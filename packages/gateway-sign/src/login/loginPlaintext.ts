import type { KeyAlgorithm, WireProfile } from '../wire.ts'

export interface SplitBody {
  readonly outer: Record<string, unknown>
  /** In body order. */
  readonly sensitive: Record<string, unknown>
}

/** Parts the body into what may be read on the way and what may not (wire 4). */
export function splitBody(
  body: Readonly<Record<string, unknown>>,
  sensitiveFields: readonly string[],
): SplitBody {
  const isSensitive = ([name]: readonly [string, unknown]) => sensitiveFields.includes(name)
  // JSON leaves undefined out; so does this, or an empty sealed part would be sent.
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

/** P: the text up to, not including, `,"initSign":`. It stays open, for `appendInitSign` to finish. */
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

/** P_full: the proof comes last, so that the server can cut it off the text again. */
export function appendInitSign(
  text: string,
  { initSign, profile }: { initSign: string; profile: WireProfile },
): string {
  return `${text},${JSON.stringify(profile.login.initSign)}:${JSON.stringify(initSign)}}`
}
