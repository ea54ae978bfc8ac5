import { testServerIdentity } from '@x/gateway-sign/testing'
import { carriedOverSecret, type GatewayIdentity } from '../platform/signing/derivedSecret.ts'

/** The identity of test gateways; its keys are public. */
export const testIdentity: GatewayIdentity = {
  ...testServerIdentity,
  masterSecret: carriedOverSecret(testServerIdentity),
}
