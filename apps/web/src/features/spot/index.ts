/** What other features may import of `spot`. */
export { createTerminalStore } from './terminalStore.ts'
