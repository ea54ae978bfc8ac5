import { PageMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around a page away from the terminal, or a part of it that few open. */
export const PageTexts = createPartTexts(['pages'], PageMessagesProvider)
