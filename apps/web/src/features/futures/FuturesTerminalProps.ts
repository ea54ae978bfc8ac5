import type { Contract } from '../../data/futures/contracts.ts'
import type { FuturesDraft } from '../order-ticket/index.ts'
import type { TerminalStore } from '../spot/index.ts'

export interface FuturesTerminalProps {
  readonly spec: Contract
  readonly terminal: TerminalStore<FuturesDraft>
}
