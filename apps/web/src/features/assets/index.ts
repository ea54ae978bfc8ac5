/** What other features may import of `assets`. */
export { AccountSummary } from './AccountSummary.tsx'
