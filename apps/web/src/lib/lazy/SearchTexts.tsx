import { PageMessagesProvider, SearchMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around the search over pairs, pages and help. */
export const SearchTexts = createPartTexts(['pages', 'search'], ({ messages, children }) => (
  <PageMessagesProvider messages={messages}>
    <SearchMessagesProvider messages={messages}>{children}</SearchMessagesProvider>
  </PageMessagesProvider>
))
