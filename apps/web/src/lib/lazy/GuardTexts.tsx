import { GuardMessagesProvider, PageMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around the pages of security, sub-accounts, history and recovery. */
export const GuardTexts = createPartTexts(['pages', 'guard'], ({ messages, children }) => (
  <PageMessagesProvider messages={messages}>
    <GuardMessagesProvider messages={messages}>{children}</GuardMessagesProvider>
  </PageMessagesProvider>
))
