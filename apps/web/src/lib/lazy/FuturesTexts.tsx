import { FuturesMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around a screen of futures. */
export const FuturesTexts = createPartTexts(['futures'], FuturesMessagesProvider)
