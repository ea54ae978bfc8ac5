import { TerminalMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around controls of the terminal that the first load goes without. */
export const TerminalTexts = createPartTexts(['terminal'], TerminalMessagesProvider)
