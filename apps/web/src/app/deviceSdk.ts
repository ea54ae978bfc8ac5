import type { ScriptSdkOptions } from '@x/device-id'
import { loadOnce } from '../lib/loadOnce.ts'
import { scriptUrlPolicy } from '../lib/scriptUrlPolicy.ts'

/**
 * Loads the script of the device service with its hash; after a failure the next call tries again
 * (D17).
 */
export function deviceSdk({
  src,
  ...options
}: Pick<ScriptSdkOptions, 'src' | 'integrity' | 'clock'>): () => Promise<void> {
  const load = loadOnce(async () => {
    const { createScriptSdk } = await import('./deviceBrowser.ts')
    const createScriptUrl = scriptUrlPolicy('x-device', new URL(src, location.origin).href)
    return createScriptSdk({ ...options, src, ...(createScriptUrl ? { createScriptUrl } : {}) })
  })
  return async () => (await load())()
}
