import { PageMessagesProvider, WalletMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around a screen of deposits or withdrawals. */
export const WalletTexts = createPartTexts(['pages', 'wallet'], ({ messages, children }) => (
  <PageMessagesProvider messages={messages}>
    <WalletMessagesProvider messages={messages}>{children}</WalletMessagesProvider>
  </PageMessagesProvider>
))
