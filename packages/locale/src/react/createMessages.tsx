import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { LocaleError } from '../LocaleError.ts'
import { createMessageFormat } from '../messages/createMessageFormat.ts'
import type { MessageArgs, RichId, TagsOf } from '../messages/messageTypes.ts'
import { createTranslate, type Translate } from '../messages/translate.ts'
import { useLocale } from './LocaleProvider.tsx'
import { renderRich, type TagRenderer } from './renderRich.tsx'

/** Translates messages, also those with tags as React nodes. */
export interface Messages<M> extends Translate<M> {
  /**
   * A text with tags: every tag of the message needs a renderer, and is offered by the editor: `{
   * link: (children) => <a href="/fee">{children}</a> }`.
   */
  rich<K extends RichId<M>>(
    id: K,
    renderers: NoInfer<Readonly<Record<TagsOf<M[K]>, TagRenderer>>>,
    ...args: MessageArgs<M[K]>
  ): ReactNode
}

/** Props of the messages provider. */
export interface MessagesProviderProps<M> {
  /** A compiled catalog of the provider's language. */
  readonly messages: M
  readonly children: ReactNode
}

/**
 * A provider and a hook for one catalog, typed by its generated interface. Stands inside
 * LocaleProvider.
 */
export function createMessages<M extends object>(): {
  readonly MessagesProvider: (props: MessagesProviderProps<M>) => ReactNode
  readonly useMessages: () => Messages<M>
} {
  const MessagesContext = createContext<Messages<M> | undefined>(undefined)

  function MessagesProvider({ messages, children }: MessagesProviderProps<M>) {
    const { locale, timeZone } = useLocale()
    const value = useMemo(
      () => bind(createTranslate(messages, createMessageFormat({ locale, timeZone }))),
      [messages, locale, timeZone],
    )
    return <MessagesContext value={value}>{children}</MessagesContext>
  }

  function useMessages(): Messages<M> {
    const messages = useContext(MessagesContext)
    // A missing provider is a mistake in the program: rendering ids instead would hide it.
    if (!messages) throw new LocaleError('no-provider', { detail: 'MessagesProvider' })
    return messages
  }

  return { MessagesProvider, useMessages }
}

function bind<M>(translate: Translate<M>): Messages<M> {
  const parts = translate.parts as (id: string, args?: unknown) => ReturnType<Translate<M>['parts']>
  const rich = (id: string, renderers: Readonly<Record<string, TagRenderer>>, args?: unknown) =>
    renderRich(parts(id, args), renderers)
  return Object.assign(translate, { rich }) as Messages<M>
}
