/** What other features may import of `chart`. */
export { ChartPanel } from './ChartPanel.tsx'
