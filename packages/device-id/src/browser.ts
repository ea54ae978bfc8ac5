import type { Clock } from '@x/kit'
import { DeviceIdError } from './DeviceIdError.ts'

/**
 * Computes a fingerprint with FingerprintJS, which is loaded as a chunk of its own. The only other
 * file that touches the page is that chunk.
 */
export async function collectFingerprint(): Promise<string> {
  const { collect } = await import('./fingerprintJs.ts')
  return collect()
}

export interface ScriptSdkOptions {
  /** Path of the script on the site's own static path. */
  readonly src: string
  /** Subresource integrity, `sha384-…`. */
  readonly integrity: string
  readonly clock: Clock
  /** Milliseconds; default 10,000. */
  readonly timeoutMs?: number
  /** `createScriptURL` of a Trusted Types policy, where the page enforces them. */
  readonly createScriptUrl?: (url: string) => { toString(): string }
}

/**
 * Loads the script of a device service, once. A failure, no answer in time among them, clears the
 * tag and the memory of it, so that the next call tries again (D17); it rejects with a
 * `DeviceIdError` `sdk-load`.
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
      // The DOM's types know only strings here; a TrustedScriptURL must arrive as itself.
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
