import { HomeMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around the home page and the footer. */
export const HomeTexts = createPartTexts(['home'], HomeMessagesProvider)
