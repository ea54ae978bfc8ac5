import { MarginMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around a screen of margin accounts. */
export const MarginTexts = createPartTexts(['margin'], MarginMessagesProvider)
