import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { createMessageFormat } from '../messages/createMessageFormat.ts'
import type { MessageArgs, RichId, TagsOf } from '../messages/messageTypes.ts'
import { createTranslate, type Translate } from '../messages/translate.ts'
import { useLocale } from './LocaleProvider.tsx'
import { renderRich, type TagRenderer } from './renderRich.tsx'

export interface Messages<M> extends Translate<M> {
  /** A text with tags: every tag of the message needs a renderer, `{ link: (children) => <a href="/fee">{children}</a> }`. */
  rich<K extends RichId<M>>(id: K, ...rest: [...MessageArgs<M[K]>, renderers: Readonly<Record<TagsOf<M[K]>, TagRenderer>>]): ReactNode
}

export interface MessagesProviderProps<M> {
  /** A compiled catalog of the provider's language. */
  readonly messages: M
  readonly children: ReactNode
}

/** A provider and a hook for one catalog, typed by its generated interface. Stands inside LocaleProvider. */
export function createMessages<M extends object>(): { readonly MessagesProvider: (props: MessagesProviderProps<M>) => ReactNode; readonly useMessages: () => Messages<M> } {
  const MessagesContext = createContext<Messages<M> | undefined>(undefined)

  function MessagesProvider({ messages, children }: MessagesProviderProps<M>) {
    const { locale, timeZone } = useLocale()
    const value = useMemo(() => bind(createTranslate(messages, createMessageFormat({ locale, timeZone }))), [messages, locale, timeZone])
    return <MessagesContext value={value}>{children}</MessagesContext>
  }

  function useMessages(): Messages<M> {
    const messages = useContext(MessagesContext)
    // A missing provider is a mistake in the program: rendering ids instead would hide it.
    if (!messages) throw new Error('useMessages stands outside of its MessagesProvider')
    return messages
  }

  return { MessagesProvider, useMessages }
}

function bind<M>(translate: Translate<M>): Messages<M> {
  const parts = translate.parts as (id: string, args?: unknown) => ReturnType<Translate<M>['parts']>
  const rich = (id: string, ...rest: unknown[]) => renderRich(parts(id, rest.length > 1 ? rest[0] : undefined), rest.at(-1) as Readonly<Record<string, TagRenderer>>)
  return Object.assign(translate, { rich }) as Messages<M>
}
