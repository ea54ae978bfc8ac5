import type { Contract } from '../../../data/futures/contracts.ts'

/** The dialogs of a contract's ticket. */
export type FuturesDialog = 'leverage' | 'marginMode' | 'positionMode' | 'calculator' | 'rehearsal'

export interface FuturesDialogProps {
  readonly spec: Contract
  readonly onClose: () => void
}
