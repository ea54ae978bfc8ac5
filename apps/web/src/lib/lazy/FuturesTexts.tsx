import { useStore } from '@x/kit/react'
import { use, useMemo } from 'react'
import { FuturesMessagesProvider } from '../messages/messages.ts'
import { useServices } from '../services/servicesContext.ts'
import type { PageTextsProps } from './PageTexts.tsx'

/** Around a screen of futures: as PageTexts, with the texts of futures. */
export function FuturesTexts({ fetchPage, children }: PageTextsProps) {
  const { catalog } = useServices()
  const {
    messages: { app },
    parts: { futures },
  } = useStore(catalog)
  const messages = useMemo(() => futures && { ...app, ...futures }, [app, futures])
  if (messages)
    return <FuturesMessagesProvider messages={messages}>{children}</FuturesMessagesProvider>
  // The page imports its code again and handles a failure then.
  fetchPage?.().catch(() => undefined)
  return <Awaited texts={catalog.loadPart('futures')} />
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
