import { useStore } from '@x/kit/react'
import { type ReactNode, use, useMemo } from 'react'
import { TerminalMessagesProvider } from '../messages/messages.ts'
import { useServices } from '../services/servicesContext.ts'

/** Around controls of the terminal: suspends until their texts are here. */
export function TerminalTexts({ children }: { readonly children: ReactNode }) {
  const { catalog } = useServices()
  const {
    messages: { app },
    parts: { terminal },
  } = useStore(catalog)
  const messages = useMemo(() => terminal && { ...app, ...terminal }, [app, terminal])
  if (messages)
    return <TerminalMessagesProvider messages={messages}>{children}</TerminalMessagesProvider>
  return <Awaited texts={catalog.loadPart('terminal')} />
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
