import { useStore } from '@x/kit/react'
import { type ReactNode, use, useMemo } from 'react'
import { PageMessagesProvider } from '../messages/messages.ts'
import { useServices } from '../services/servicesContext.ts'

export interface PageTextsProps {
  /**
   * Begins to fetch the page's code, so that it travels beside its texts and not after them. Left
   * out by what has come already.
   */
  readonly fetchPage?: () => Promise<unknown>
  readonly children: ReactNode
}

/**
 * Around a page away from the terminal, or a part of it that few open: suspends until its texts are
 * here, in the language on screen.
 */
export function PageTexts({ fetchPage, children }: PageTextsProps) {
  const { catalog } = useServices()
  const {
    messages: { app },
    parts: { pages },
  } = useStore(catalog)
  const messages = useMemo(() => pages && { ...app, ...pages }, [app, pages])
  if (messages) return <PageMessagesProvider messages={messages}>{children}</PageMessagesProvider>
  // The page imports its code again and handles a failure then.
  fetchPage?.().catch(() => undefined)
  return <Awaited texts={catalog.loadPart('pages')} />
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
