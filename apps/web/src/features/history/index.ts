/** What other features may import of `history`. */
export { Held } from './Held.tsx'
