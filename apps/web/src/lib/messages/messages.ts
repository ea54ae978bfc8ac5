import type { Locale } from '@x/locale'
import {
  createMessageFormat,
  type MessageArgs,
  type MessageLoaders,
  type PlainId,
} from '@x/locale/messages'
import { createMessages } from '@x/locale/react'
import { loadUiStrings, type UiStrings } from '@x/ui/strings'
import type { Messages as TerminalMessages } from '../../generated/messages/terminal/messages.ts'
import type { Messages as ChartMessages } from '../../generated/messages/charts/messages.ts'
import type { Messages as GuardMessages } from '../../generated/messages/guard/messages.ts'
import type { Messages as AccountMessages } from '../../generated/messages/accounts/messages.ts'
import type { Messages as ApiKeyMessages } from '../../generated/messages/apiKeys/messages.ts'
import type { Messages as CopyMessages } from '../../generated/messages/copy/messages.ts'
import type { Messages as EntryMessages } from '../../generated/messages/entry/messages.ts'
import type { Messages as FuturesMessages } from '../../generated/messages/futures/messages.ts'
import type { Messages as MarginMessages } from '../../generated/messages/margin/messages.ts'
import type { Messages as NoticeMessages } from '../../generated/messages/notices/messages.ts'
import type { Messages as HomeMessages } from '../../generated/messages/home/messages.ts'
import type { Messages as PageMessages } from '../../generated/messages/pages/messages.ts'
import type { Messages as SearchMessages } from '../../generated/messages/search/messages.ts'
import type { Messages as ReservesMessages } from '../../generated/messages/reserves/messages.ts'
import type { Messages as P2pMessages } from '../../generated/messages/p2p/messages.ts'
import type { Messages as WalletMessages } from '../../generated/messages/wallet/messages.ts'
import type { Messages as ProductMessages } from '../../generated/messages/products/messages.ts'
import { loaders } from '../../generated/messages/loaders.ts'
import type { Messages } from '../../generated/messages/messages.ts'

/** The app's catalog, typed by its English source. */
export const { MessagesProvider, useMessages } = createMessages<Messages>()

/** The app's texts and those of the home page alone; inside HomeTexts. */
export const { MessagesProvider: HomeMessagesProvider, useMessages: useHomeMessages } =
  createMessages<Messages & HomeMessages>()

/**
 * The app's texts and those that the first load of the terminal does not need (how to come in, the
 * account, its assets and records, help); they come with what shows them; inside PageTexts.
 */
export const { MessagesProvider: PageMessagesProvider, useMessages: usePageMessages } =
  createMessages<Messages & PageMessages>()

/** The app's texts and those of the futures screens; inside FuturesTexts. */
export const { MessagesProvider: FuturesMessagesProvider, useMessages: useFuturesMessages } =
  createMessages<Messages & FuturesMessages>()

/** The app's texts, those of pages and those of API keys; inside ApiKeyTexts. */
export const { MessagesProvider: ApiKeyMessagesProvider, useMessages: useApiKeyMessages } =
  createMessages<Messages & PageMessages & ApiKeyMessages>()
/** Those of pages and those of security, sub-accounts and recovery; inside GuardTexts. */
export const { MessagesProvider: GuardMessagesProvider, useMessages: useGuardMessages } =
  createMessages<Messages & PageMessages & GuardMessages>()
/** The app's texts, those of pages and those of a user's accounts; inside AccountTexts. */
export const { MessagesProvider: AccountMessagesProvider, useMessages: useAccountMessages } =
  createMessages<Messages & PageMessages & AccountMessages>()

/** The app's texts and those of the notice centre; inside NoticeTexts. */
export const { MessagesProvider: NoticeMessagesProvider, useMessages: useNoticeMessages } =
  createMessages<Messages & NoticeMessages>()
export type NoticeMessageId = keyof NoticeMessages
export type { FuturesMessages }

/** The app's texts and those of margin and of the trade pages for phones; inside MarginTexts. */
export const { MessagesProvider: MarginMessagesProvider, useMessages: useMarginMessages } =
  createMessages<Messages & MarginMessages>()
export type { MarginMessages }

/** The app's texts and those of the proof of reserves and the protection fund. */
export const { MessagesProvider: ReservesMessagesProvider, useMessages: useReservesMessages } =
  createMessages<Messages & PageMessages & ReservesMessages>()

/** The app's texts and those of chart controls, layouts and keys; inside TerminalTexts. */
export const { MessagesProvider: TerminalMessagesProvider, useMessages: useTerminalMessages } =
  createMessages<Messages & TerminalMessages>()

/** Those and the texts of what opens from the chart's bar; inside ChartTexts. */
export const { MessagesProvider: ChartMessagesProvider, useMessages: useChartMessages } =
  createMessages<Messages & TerminalMessages & ChartMessages>()

/** The app's texts, those of pages and those of deposits and withdrawals; inside WalletTexts. */
export const { MessagesProvider: WalletMessagesProvider, useMessages: useWalletMessages } =
  createMessages<Messages & PageMessages & WalletMessages>()
export type { PageMessages, WalletMessages }

/**
 * Those and the texts of the products beside trading (fees, VIP levels, earn, red packets); inside
 * ProductTexts.
 */
export const { MessagesProvider: ProductMessagesProvider, useMessages: useProductMessages } =
  createMessages<Messages & PageMessages & ProductMessages>()

/** The app's texts, those of pages, of copy trading and of notices about it; inside CopyTexts. */
export const { MessagesProvider: CopyMessagesProvider, useMessages: useCopyMessages } =
  createMessages<Messages & PageMessages & CopyMessages & NoticeMessages>()

/** The app's texts, those of pages and those of P2P trading; inside P2pTexts. */
export const { MessagesProvider: P2pMessagesProvider, useMessages: useP2pMessages } =
  createMessages<Messages & PageMessages & P2pMessages>()
export type { P2pMessages }
export type { MessageId, Messages } from '../../generated/messages/messages.ts'

/** Those of pages and those of the search; inside SearchTexts. */
export const { MessagesProvider: SearchMessagesProvider, useMessages: useSearchMessages } =
  createMessages<Messages & PageMessages & SearchMessages>()

/** Translates outside of React: message id and values -> text. */
export type Translator = <K extends PlainId<Messages>>(
  id: K,
  ...args: MessageArgs<Messages[K]>
) => string

/**
 * The same for texts of the part `pages`, which it fetches first; `undefined` where they cannot be
 * had.
 */
export type PageTranslator = <K extends PlainId<PageMessages>>(
  id: K,
  ...args: MessageArgs<PageMessages[K]>
) => Promise<string | undefined>

/** Everything that is written on the screen in one language: the app's texts and the widgets'. */
export interface Texts {
  readonly app: Messages
  readonly ui: UiStrings
}

/**
 * One loader a language; both parts come together or not at all, so that no screen speaks two
 * languages.
 */
export const textLoaders: MessageLoaders<Texts> = Object.fromEntries(
  Object.entries(loaders).map(([locale, load]) => [
    locale,
    async () => {
      const [app, ui] = await Promise.all([
        load(),
        loadUiStrings(locale, { format: createMessageFormat({ locale: locale as Locale }) }),
      ])
      return { app, ui }
    },
  ]),
)

export type TextParts = {
  readonly home: HomeMessages
  readonly pages: PageMessages
  readonly futures: FuturesMessages
  readonly terminal: TerminalMessages
  readonly charts: ChartMessages
  readonly wallet: WalletMessages
  readonly products: ProductMessages
  readonly copy: CopyMessages
  readonly p2p: P2pMessages
  readonly margin: MarginMessages
  readonly apiKeys: ApiKeyMessages
  readonly guard: GuardMessages
  readonly accounts: AccountMessages
  readonly notices: NoticeMessages
  readonly reserves: ReservesMessages
  readonly search: SearchMessages
  readonly entry: EntryMessages
}

/** Texts that only some pages need, loaded with them. */
export const partLoaders: { readonly [K in keyof TextParts]: MessageLoaders<TextParts[K]> } = {
  home: lateLoaders(() => import('../../generated/messages/home/loaders.ts')),
  pages: lateLoaders(() => import('../../generated/messages/pages/loaders.ts')),
  futures: lateLoaders(() => import('../../generated/messages/futures/loaders.ts')),
  terminal: lateLoaders(() => import('../../generated/messages/terminal/loaders.ts')),
  charts: lateLoaders(() => import('../../generated/messages/charts/loaders.ts')),
  wallet: lateLoaders(() => import('../../generated/messages/wallet/loaders.ts')),
  products: lateLoaders(() => import('../../generated/messages/products/loaders.ts')),
  copy: lateLoaders(() => import('../../generated/messages/copy/loaders.ts')),
  p2p: lateLoaders(() => import('../../generated/messages/p2p/loaders.ts')),
  margin: lateLoaders(() => import('../../generated/messages/margin/loaders.ts')),
  apiKeys: lateLoaders(() => import('../../generated/messages/apiKeys/loaders.ts')),
  guard: lateLoaders(() => import('../../generated/messages/guard/loaders.ts')),
  accounts: lateLoaders(() => import('../../generated/messages/accounts/loaders.ts')),
  notices: lateLoaders(() => import('../../generated/messages/notices/loaders.ts')),
  reserves: lateLoaders(() => import('../../generated/messages/reserves/loaders.ts')),
  search: lateLoaders(() => import('../../generated/messages/search/loaders.ts')),
  entry: lateLoaders(() => import('../../generated/messages/entry/loaders.ts')),
}

/** Loaders whose table of files is fetched first: the terminal of spot goes without it. */
function lateLoaders<M>(
  fetchTable: () => Promise<{ readonly loaders: MessageLoaders<M> }>,
): MessageLoaders<M> {
  const load = async (locale: string): Promise<M> => {
    const fetchTexts = (await fetchTable()).loaders[locale as keyof MessageLoaders<M>]
    if (!fetchTexts) throw new TypeError(`No texts in ${locale}`)
    return fetchTexts()
  }
  return Object.fromEntries(Object.keys(loaders).map((locale) => [locale, () => load(locale)]))
}
