/** What other features may import of `spot`. */
export { MarketNotice } from './MarketNotice.tsx'
export { PhoneFrame } from './PhoneFrame.tsx'
export { Figure, PairStrip } from './strip/PairStrip.tsx'
export { TerminalFrame } from './TerminalFrame.tsx'
export { LazyUnknownPair } from './LazyUnknownPair.ts'
export { TerminalSkeleton } from './TerminalSkeleton.tsx'
export { createTerminalStore, type TerminalStore } from './terminalStore.ts'
export { useTerminalStore } from './useTerminalStore.ts'
