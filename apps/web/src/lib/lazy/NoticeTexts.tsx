import { useStore } from '@x/kit/react'
import { type ReactNode, use, useMemo } from 'react'
import { NoticeMessagesProvider } from '../messages/messages.ts'
import { useServices } from '../services/servicesContext.ts'

/** Around the notice centre: as PageTexts, with its own texts. */
export function NoticeTexts({ children }: { readonly children: ReactNode }) {
  const { catalog } = useServices()
  const {
    messages: { app },
    parts: { notices },
  } = useStore(catalog)
  const messages = useMemo(() => notices && { ...app, ...notices }, [app, notices])
  if (messages)
    return <NoticeMessagesProvider messages={messages}>{children}</NoticeMessagesProvider>
  return <Awaited texts={catalog.loadPart('notices')} />
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
