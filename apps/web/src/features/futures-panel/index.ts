/** What other features may import of `futures-panel`. */
export { FuturesPanel, type FuturesPanelProps } from './FuturesPanel.tsx'
