import { DeviceIdError } from './DeviceIdError.ts'

/** Computes a fingerprint with FingerprintJS, which is loaded as a chunk of its own. The only other file that touches the page is that chunk. */
export async function collectFingerprint(): Promise<string> {
  const { collect } = await import('./fingerprintJs.ts')
  return collect()
}

export interface ScriptSdkOptions {
  /** Path of the script on the site's own static path. */
  readonly src: string
  /** Subresource integrity, `sha384-…`. */
  readonly integrity: string
  /** `createScriptURL` of a Trusted Types policy, where the page enforces them. */
  readonly toScriptUrl?: (url: string) => string
}

/**
 * Loads the script of a device service, once. A failure clears the tag and the memory of it, so that the next call tries again (D17);
 * it rejects with a `DeviceIdError` `sdk-load`.
 */
export function createScriptSdk({ src, integrity, toScriptUrl = (url) => url }: ScriptSdkOptions): () => Promise<void> {
  let loading: Promise<void> | undefined
  const load = () =>
    new Promise<void>((resolve, reject) => {
      const url = new URL(src, location.href)
      if (url.origin !== location.origin) throw new TypeError('The script of the device service must come from the site itself.')
      const script = document.createElement('script')
      script.src = toScriptUrl(url.href)
      script.integrity = integrity
      script.async = true
      script.addEventListener('load', () => resolve())
      script.addEventListener('error', () => {
        script.remove()
        loading = undefined
        reject(new DeviceIdError('sdk-load', { detail: { script: url.pathname } }))
      })
      document.head.append(script)
    })
  return () => (loading ??= load())
}
