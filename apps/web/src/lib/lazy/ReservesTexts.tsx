import { ReservesMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around the pages of the proof of reserves and of the protection fund. */
export const ReservesTexts = createPartTexts(['pages', 'reserves'], ReservesMessagesProvider)
