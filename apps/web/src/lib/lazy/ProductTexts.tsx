import { useStore } from '@x/kit/react'
import { use, useMemo } from 'react'
import { ProductMessagesProvider } from '../messages/messages.ts'
import { useServices } from '../services/servicesContext.ts'
import { PageTexts, type PageTextsProps } from './PageTexts.tsx'

/**
 * Around a page of a product beside trading: suspends until its texts and those of every page are
 * here, in the language on screen.
 */
export function ProductTexts({ fetchPage, children }: PageTextsProps) {
  const { catalog } = useServices()
  const {
    messages: { app },
    parts: { pages, products },
  } = useStore(catalog)
  const messages = useMemo(
    () => pages && products && { ...app, ...pages, ...products },
    [app, pages, products],
  )
  if (messages)
    return (
      <PageTexts>
        <ProductMessagesProvider messages={messages}>{children}</ProductMessagesProvider>
      </PageTexts>
    )
  // The page imports its code again and handles a failure then.
  fetchPage?.().catch(() => undefined)
  return <Awaited texts={both(catalog)} />
}

const asked = new WeakMap<object, Promise<unknown>>()

/** One promise while both parts are under way, so that a page can suspend on it. */
function both(catalog: ReturnType<typeof useServices>['catalog']): Promise<unknown> {
  const known = asked.get(catalog)
  if (known) return known
  const parts = Promise.all([catalog.loadPart('pages'), catalog.loadPart('products')]).finally(() =>
    asked.delete(catalog),
  )
  asked.set(catalog, parts)
  return parts
}

function Awaited({ texts }: { readonly texts: Promise<unknown> }) {
  use(texts)
  return null
}
