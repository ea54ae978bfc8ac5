import { AccountMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around screens of a user's accounts, inside PageTexts. */
export const AccountTexts = createPartTexts(['pages', 'accounts'], AccountMessagesProvider)
