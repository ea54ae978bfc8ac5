export { jsrsasignFallback, type JsrsasignFallbackOptions } from '../browser.ts'
export type { CryptoSuite } from '../crypto/CryptoSuite.ts'
export {
  GatewaySignError,
  isGatewaySignError,
  type GatewaySignErrorCode,
} from '../GatewaySignError.ts'
