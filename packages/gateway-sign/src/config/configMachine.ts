import type { MachineTable } from '@x/kit'

/** States of the sign configuration (spec section 4). `off` means `clientOpen: false`. */
export type GatewaySignState = 'notStarted' | 'fetching' | 'verified' | 'failed' | 'off'
/** Events of the sign configuration's state machine. */
export type ConfigEvent = 'fetch' | 'verify' | 'turnOff' | 'fail' | 'reset'

/** State table of the sign configuration (spec section 4.5). */
export const configTable: MachineTable<GatewaySignState, ConfigEvent> = {
  notStarted: { fetch: 'fetching' },
  fetching: { verify: 'verified', turnOff: 'off', fail: 'failed', reset: 'notStarted' },
  verified: { reset: 'notStarted' },
  failed: { fetch: 'fetching', reset: 'notStarted' },
  off: { reset: 'notStarted' },
}
