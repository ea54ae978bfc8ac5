import type { Locale } from '@x/locale'
import { createMessageFormat, type MessageLoaders } from '@x/locale/messages'
import { createMessages } from '@x/locale/react'
import { loadUiStrings, type UiStrings } from '@x/ui/strings'
import { loaders as accountLoaders } from './generated/messages/account/loaders.ts'
import type { Messages as AccountMessages } from './generated/messages/account/messages.ts'
import { loaders } from './generated/messages/loaders.ts'
import type { Messages } from './generated/messages/messages.ts'

/** The app's catalog, typed by its English source. */
export const { MessagesProvider, useMessages } = createMessages<Messages>()

/** The same and the texts of the account's pages (how to come in, what belongs to the account), which come with those pages; inside AccountTexts. */
export const { MessagesProvider: AccountMessagesProvider, useMessages: useAccountMessages } = createMessages<Messages & AccountMessages>()
export type { MessageId, Messages } from './generated/messages/messages.ts'

/** Everything that is written on the screen in one language: the app's texts and the widgets'. */
export interface Texts {
  readonly app: Messages
  readonly ui: UiStrings
}

/** One loader a language; both parts come together or not at all, so that no screen speaks two languages. */
export const textLoaders: MessageLoaders<Texts> = Object.fromEntries(
  Object.entries(loaders).map(([locale, load]) => [
    locale,
    async () => {
      const [app, ui] = await Promise.all([load(), loadUiStrings(locale, { format: createMessageFormat({ locale: locale as Locale }) })])
      return { app, ui }
    },
  ]),
)

export type TextParts = { readonly account: AccountMessages }

/** Texts that only some pages need, loaded with them. */
export const partLoaders: { readonly [K in keyof TextParts]: MessageLoaders<TextParts[K]> } = { account: accountLoaders }
