import { EntryMessagesProvider } from '../messages/entryMessages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around what belongs to a registration, inside PageTexts. */
export const EntryTexts = createPartTexts(['pages', 'entry'], EntryMessagesProvider)
