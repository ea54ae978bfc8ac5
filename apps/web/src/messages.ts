import { createMessages } from '@x/locale/react'
import type { Messages } from './generated/messages/messages.ts'

/** The app's catalog, typed by its English source. */
export const { MessagesProvider, useMessages } = createMessages<Messages>()
export { loaders as messageLoaders } from './generated/messages/loaders.ts'
export type { MessageId, Messages } from './generated/messages/messages.ts'
