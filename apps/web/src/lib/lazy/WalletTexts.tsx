import { WalletMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around a screen of deposits or withdrawals. */
export const WalletTexts = createPartTexts(['wallet'], WalletMessagesProvider)
