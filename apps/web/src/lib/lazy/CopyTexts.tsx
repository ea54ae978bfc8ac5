import { CopyMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around a screen of copy trading. */
export const CopyTexts = createPartTexts(['pages', 'copy', 'notices'], CopyMessagesProvider)
