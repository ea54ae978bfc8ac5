import { HomeMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around the home page. */
export const HomeTexts = createPartTexts(['home'], HomeMessagesProvider)
