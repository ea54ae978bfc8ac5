/** What other features may import of `history`. */
export { NewRowsBanner } from './NewRowsBanner.tsx'
