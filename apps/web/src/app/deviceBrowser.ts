import { createScriptSdk, type ScriptSdkOptions } from '@x/device-id'
import { scriptUrlPolicy } from '../lib/scriptUrlPolicy.ts'

/** What of the device identity only some moments need: it stays out of the first load. */
export { collectFingerprint } from '@x/device-id'

type DeviceScript = Pick<ScriptSdkOptions, 'src' | 'integrity' | 'clock'>

/** The page has one such script; its loader remembers that it is there. */
let load: (() => Promise<void>) | undefined

/**
 * Loads the script of the device service with its hash; after a failure the next call tries again
 * (D17).
 */
export function loadDeviceSdk(script: DeviceScript): Promise<void> {
  load ??= sdkOf(script)
  return load()
}

function sdkOf({ src, ...options }: DeviceScript): () => Promise<void> {
  const createScriptUrl = scriptUrlPolicy('x-device', new URL(src, location.origin).href)
  return createScriptSdk({ ...options, src, ...(createScriptUrl ? { createScriptUrl } : {}) })
}
