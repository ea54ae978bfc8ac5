import { P2pMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around the pages of P2P trading. */
export const P2pTexts = createPartTexts(['pages', 'p2p'], P2pMessagesProvider)
