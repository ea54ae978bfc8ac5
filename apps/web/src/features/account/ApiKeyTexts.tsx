import { useStore } from '@x/kit/react'
import { type ReactNode, use, useMemo } from 'react'
import { ApiKeyMessagesProvider } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

/**
 * Around the screens of API keys, inside PageTexts: suspends until
 * their texts are here.
 */
export function ApiKeyTexts({ children }: { readonly children: ReactNode }) {
  const { catalog } = useServices()
  const {
    messages: { app },
    parts: { pages, apiKeys },
  } = useStore(catalog)
  const messages = useMemo(
    () => pages && apiKeys && { ...app, ...pages, ...apiKeys },
    [app, pages, apiKeys],
  )
  if (messages)
    return <ApiKeyMessagesProvider messages={messages}>{children}</ApiKeyMessagesProvider>
  return <Awaited texts={catalog.loadPart('apiKeys')} />
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
