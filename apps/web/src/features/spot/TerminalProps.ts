import type { SpotSymbol } from '../../data/spot/model.ts'

export interface TerminalProps {
  readonly spec: SpotSymbol
}
