import type { MachineTable } from '@x/kit'

export type QrState = 'new' | 'scanned' | 'confirmed' | 'refused' | 'used' | 'expired'
export type QrEvent = 'scan' | 'confirm' | 'refuse' | 'enter' | 'lapse'

/**
 * A log-in by QR code. `used`, `refused` and `expired` are ends; the browser that asks sees `used`
 * as `expired`.
 */
export const qrTable = {
  new: { scan: 'scanned', lapse: 'expired' },
  scanned: { confirm: 'confirmed', refuse: 'refused', lapse: 'expired' },
  confirmed: { enter: 'used', lapse: 'expired' },
  refused: { lapse: 'expired' },
  used: {},
  expired: {},
} as const satisfies MachineTable<QrState, QrEvent>
