import { NoticeMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around the notice centre. */
export const NoticeTexts = createPartTexts(['notices'], NoticeMessagesProvider)
