import { useStore } from '@x/kit/react'
import { use, useMemo } from 'react'
import { WalletMessagesProvider } from '../messages/messages.ts'
import { useServices } from '../services/servicesContext.ts'
import type { PageTextsProps } from './PageTexts.tsx'

/** Around a screen of deposits or withdrawals: as PageTexts, with their texts. */
export function WalletTexts({ children }: Pick<PageTextsProps, 'children'>) {
  const { catalog } = useServices()
  const {
    messages: { app },
    parts: { wallet },
  } = useStore(catalog)
  const messages = useMemo(() => wallet && { ...app, ...wallet }, [app, wallet])
  if (messages)
    return <WalletMessagesProvider messages={messages}>{children}</WalletMessagesProvider>
  return <Awaited texts={catalog.loadPart('wallet')} />
}

function Awaited({ texts }: { readonly texts: Promise<void> }) {
  use(texts)
  return null
}
