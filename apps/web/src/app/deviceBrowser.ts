import { createScriptSdk, type ScriptSdkOptions } from '@x/device-id'
import { scriptUrlPolicy } from '../lib/scriptUrlPolicy.ts'

/** What of the device identity only some moments need: it stays out of the first load. */
export { collectFingerprint } from '@x/device-id'

/**
 * Loads the script of the device service with its hash; after a failure the next call tries again
 * (D17).
 */
export function deviceSdk({
  src,
  ...options
}: Pick<ScriptSdkOptions, 'src' | 'integrity' | 'clock'>): () => Promise<void> {
  const createScriptUrl = scriptUrlPolicy('x-device', new URL(src, location.origin).href)
  return createScriptSdk({ ...options, src, ...(createScriptUrl ? { createScriptUrl } : {}) })
}
