import { PageMessagesProvider, ProductMessagesProvider } from '../messages/messages.ts'
import { createPartTexts } from './createPartTexts.tsx'

/** Around a page of a product beside trading. */
export const ProductTexts = createPartTexts(['pages', 'products'], ({ messages, children }) => (
  <PageMessagesProvider messages={messages}>
    <ProductMessagesProvider messages={messages}>{children}</ProductMessagesProvider>
  </PageMessagesProvider>
))
