import type { MachineTable } from '@x/kit'

/** Spec section 4, "Sign config initialisation"; `off` is `clientOpen: false`. */
export type GatewaySignState = 'notStarted' | 'fetching' | 'verified' | 'failed' | 'off'
export type ConfigEvent = 'fetch' | 'verify' | 'turnOff' | 'fail' | 'reset'

/** Spec section 4.5. */
export const configTable: MachineTable<GatewaySignState, ConfigEvent> = {
  notStarted: { fetch: 'fetching' },
  fetching: { verify: 'verified', turnOff: 'off', fail: 'failed', reset: 'notStarted' },
  verified: { reset: 'notStarted' },
  failed: { fetch: 'fetching', reset: 'notStarted' },
  off: { reset: 'notStarted' },
}
