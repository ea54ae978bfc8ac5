import type { SpotSymbol } from '../orders/model.ts'

export interface TerminalProps {
  readonly spec: SpotSymbol
  readonly symbols: readonly SpotSymbol[]
}
