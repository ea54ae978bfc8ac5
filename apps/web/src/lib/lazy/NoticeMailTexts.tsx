import { NoticeMessagesProvider, PageMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around the page of notices by mail. */
export const NoticeMailTexts = createPartTexts(['pages', 'notices'], ({ messages, children }) => (
  <PageMessagesProvider messages={messages}>
    <NoticeMessagesProvider messages={messages}>{children}</NoticeMessagesProvider>
  </PageMessagesProvider>
))
