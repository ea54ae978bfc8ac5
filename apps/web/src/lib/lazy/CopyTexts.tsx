import { useStore } from '@x/kit/react'
import { use, useMemo } from 'react'
import { CopyMessagesProvider } from '../messages/messages.ts'
import { useServices } from '../services/servicesContext.ts'
import type { PageTextsProps } from './PageTexts.tsx'

/** Around a screen of copy trading: as PageTexts, with its texts; inside PageTexts. */
export function CopyTexts({ children }: Pick<PageTextsProps, 'children'>) {
  const { catalog } = useServices()
  const { messages, parts } = useStore(catalog)
  const { app } = messages
  const { pages, copy } = parts
  const texts = useMemo(() => pages && copy && { ...app, ...pages, ...copy }, [app, pages, copy])
  if (texts) return <CopyMessagesProvider messages={texts}>{children}</CopyMessagesProvider>
  return <Awaited texts={catalog.loadPart('copy')} />
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
