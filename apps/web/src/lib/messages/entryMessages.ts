import { createMessages } from '@x/locale/react'
import type { TextParts } from './messages.ts'
import type { Messages } from '../../generated/messages/messages.ts'

/** The app's texts, those of pages and those of a registration; inside EntryTexts. */
export const { MessagesProvider: EntryMessagesProvider, useMessages: useEntryMessages } =
  createMessages<Messages & TextParts['pages'] & TextParts['entry']>()
