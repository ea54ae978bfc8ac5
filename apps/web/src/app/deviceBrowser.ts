/** What of the device identity only some moments need: it stays out of the first load. */
export { collectFingerprint, createScriptSdk } from '@x/device-id'
