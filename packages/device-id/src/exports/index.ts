export {
  createDeviceId,
  type DeviceId,
  type DeviceIdKeys,
  type DeviceIdOptions,
} from '../createDeviceId.ts'
export { collectFingerprint, createScriptSdk, type ScriptSdkOptions } from '../browser.ts'
export { DeviceIdError, isDeviceIdError, type DeviceIdErrorCode } from '../DeviceIdError.ts'
export type { DeviceTransport } from '../token/requestToken.ts'
export { PROTECTED_ENDPOINTS } from '../protectedEndpoints.ts'
export { tokenTable, type TokenEvent, type TokenStatus } from '../token/tokenMachine.ts'
export type { TokenReading } from '../token/createTokenCache.ts'
export type { TokenKind } from '../token/classifyToken.ts'
export { DEVICE_TOKEN_COOKIE, DEVICE_TOKEN_PATH } from '../wire.ts'
