import { useStore } from '@x/kit/react'
import { htmlLang } from '@x/locale'
import { LocaleProvider, useDocumentLocale } from '@x/locale/react'
import { UiProvider } from '@x/ui'
import { MessageDialogHost } from '@x/ui/message-dialog'
import { ToastRegion } from '@x/ui/toast'
import { type ReactNode, useEffect } from 'react'
import { Provider as StoreProvider } from 'react-redux'
import { usePriceColours } from '../features/settings/usePriceColours.ts'
import { MessagesProvider } from '../messages.ts'
import type { Services } from '../services.ts'
import type { AppStore } from '../store.ts'
import { ServicesContext } from './servicesContext.ts'

/** One provider for the services, one for the store, one for the language. */
export function Providers({ services, store, children }: { services: Services; store: AppStore; children: ReactNode }) {
  const { catalog, preferences, dialogs, toasts, reporter } = services
  const { locale, messages } = useStore(catalog)
  const tradingNumbers = useStore(preferences, (state) => state.tradingNumbers)
  return (
    <ServicesContext value={services}>
      <StoreProvider store={store}>
        <LocaleProvider locale={locale} tradingNumbers={tradingNumbers}>
          <MessagesProvider messages={messages.app}>
            <UiProvider language={htmlLang(locale)} strings={messages.ui} reporter={reporter}>
              <DocumentFace services={services} />
              {children}
              <ToastRegion toasts={toasts} />
              <MessageDialogHost dialogs={dialogs} />
            </UiProvider>
          </MessagesProvider>
        </LocaleProvider>
      </StoreProvider>
    </ServicesContext>
  )
}

/** Keeps the document's language, direction and theme in step with what was chosen. */
function DocumentFace({ services: { preferences } }: { services: Services }) {
  useDocumentLocale()
  usePriceColours()
  const theme = useStore(preferences, (state) => state.theme)
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
  return null
}
