import { useStore } from '@x/kit/react'
import { type ReactNode, use, useMemo } from 'react'
import { ChartMessagesProvider } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

/** Around the controls of a chart: suspends until their texts are here. */
export function ChartTexts({ children }: { readonly children: ReactNode }) {
  const { catalog } = useServices()
  const {
    messages: { app },
    parts: { chart },
  } = useStore(catalog)
  const messages = useMemo(() => chart && { ...app, ...chart }, [app, chart])
  if (messages) return <ChartMessagesProvider messages={messages}>{children}</ChartMessagesProvider>
  return <Awaited texts={catalog.loadPart('chart')} />
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
