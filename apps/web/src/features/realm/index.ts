/** What other features may import of `realm`. */
export { usePaperTerms } from './paperTerms.ts'
