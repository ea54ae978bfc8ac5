import { GuardMessagesProvider, PageMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around the pages of password, anti-phishing code, history and recovery. */
export const GuardTexts = createPartTexts(['pages', 'guard'], ({ messages, children }) => (
  <PageMessagesProvider messages={messages}>
    <GuardMessagesProvider messages={messages}>{children}</GuardMessagesProvider>
  </PageMessagesProvider>
))
