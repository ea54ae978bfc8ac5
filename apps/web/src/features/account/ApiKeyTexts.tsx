import { createPartTexts } from '../../lib/lazy/createPartTexts.tsx'
import { ApiKeyMessagesProvider } from '../../lib/messages/messages.ts'

/** Around the screens of API keys, inside PageTexts. */
export const ApiKeyTexts = createPartTexts(['pages', 'apiKeys'], ApiKeyMessagesProvider)
