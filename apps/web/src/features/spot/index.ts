/** What other features may import of `spot`. */
export { createTerminalDesk } from './terminalDesk.ts'
