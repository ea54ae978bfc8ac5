import { useStore } from '@x/kit/react'
import { type ReactNode, use, useMemo } from 'react'
import { AccountMessagesProvider } from '../messages.ts'
import { useServices } from './servicesContext.ts'

export interface AccountTextsProps {
  /** Begins to fetch the page's code, so that it travels beside its texts and not after them. */
  readonly fetchPage: () => Promise<unknown>
  readonly children: ReactNode
}

/** Around a page of the account: suspends until its texts are here, in the language on screen. */
export function AccountTexts({ fetchPage, children }: AccountTextsProps) {
  const { catalog } = useServices()
  const { messages: { app }, parts: { account } } = useStore(catalog)
  const messages = useMemo(() => account && { ...app, ...account }, [app, account])
  if (messages) return <AccountMessagesProvider messages={messages}>{children}</AccountMessagesProvider>
  // The page asks for its code again and is told then if that failed.
  fetchPage().catch(() => undefined)
  return <Awaited texts={catalog.loadPart('account')} />
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
