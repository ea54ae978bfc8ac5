import type { Clock } from '@x/kit'
import { DeviceIdError } from './DeviceIdError.ts'

/**
 * Computes a fingerprint with FingerprintJS, which is loaded as a separate chunk. Only this file
 * and that chunk use browser globals.
 */
export async function collectFingerprint(): Promise<string> {
  const { collect } = await import('./fingerprintJs.ts')
  return collect()
}

/** Options of `createScriptSdk`. */
export interface ScriptSdkOptions {
  /** URL of the script on the site's own origin. */
  readonly src: string
  /** Subresource integrity, `sha384-…`. */
  readonly integrity: string
  readonly clock: Clock
  /** Load timeout in milliseconds. Default 10,000. */
  readonly timeoutMs?: number
  /** `createScriptURL` of a Trusted Types policy, where the page enforces them. */
  readonly createScriptUrl?: (url: string) => { toString(): string }
}

/**
 * Returns a function that loads the device service's script once. A failure or timeout removes the
 * tag, so that the next call loads again (D17).
 * @throws DeviceIdError `sdk-load` (when the returned function rejects).
 */
export function createScriptSdk({
  src,
  integrity,
  clock,
  timeoutMs = 10_000,
  createScriptUrl = (url) => url,
}: ScriptSdkOptions): () => Promise<void> {
  let loading: Promise<void> | undefined
  const inject = () =>
    new Promise<void>((resolve, reject) => {
      const url = new URL(src, location.href)
      if (url.origin !== location.origin)
        throw new TypeError('The script of the device service must come from the site itself.')
      const script = document.createElement('script')
      // The DOM types accept only strings here; a TrustedScriptURL must be assigned as is.
      script.src = createScriptUrl(url.href) as string
      script.integrity = integrity
      script.async = true
      const fail = () => {
        timer.cancel()
        script.onload = script.onerror = null
        script.remove()
        reject(new DeviceIdError('sdk-load', { detail: { script: url.pathname } }))
      }
      const timer = clock.after(timeoutMs, fail)
      script.onerror = fail
      script.onload = () => {
        timer.cancel()
        resolve()
      }
      document.head.append(script)
    })
  const load = () =>
    inject().catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return () => (loading ??= load())
}
