import { useStore } from '@x/kit/react'
import { htmlLang } from '@x/locale'
import { LocaleProvider, useDocumentLocale } from '@x/locale/react'
import { UiProvider } from '@x/ui'
import { MessageDialogHost } from '@x/ui/message-dialog'
import { ToastRegion } from '@x/ui/toast'
import type { Reporter } from '@x/kit'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Provider as StoreProvider } from 'react-redux'
import { usePriceColours } from '../../features/settings/index.ts'
import { MessagesProvider } from '../../lib/messages/messages.ts'
import type { Services } from '../services/createServices.ts'
import { AppServicesContext } from '../../data/services/appServices.ts'
import type { AppStore } from '../../data/store/store.ts'
import { ServicesContext } from '../../lib/services/servicesContext.ts'

/** One provider for the services, one for the store, one for the language. */
export function Providers({
  services,
  store,
  children,
}: {
  services: Services
  store: AppStore
  children: ReactNode
}) {
  const { catalog, preferences, dialogs, toasts } = services
  const { locale, messages } = useStore(catalog)
  const tradingNumbers = useStore(preferences, (state) => state.tradingNumbers)
  const reporter = useMemo(() => toastingReporter(services), [services])
  return (
    <ServicesContext value={services}>
      <AppServicesContext value={services}>
        <StoreProvider store={store}>
          <LocaleProvider locale={locale} tradingNumbers={tradingNumbers}>
            <MessagesProvider messages={messages.app}>
              <UiProvider language={htmlLang(locale)} strings={messages.ui} reporter={reporter}>
                <DocumentAttributes services={services} />
                {children}
                <ToastRegion toasts={toasts} />
                <MessageDialogHost dialogs={dialogs} />
              </UiProvider>
            </MessagesProvider>
          </LocaleProvider>
        </StoreProvider>
      </AppServicesContext>
    </ServicesContext>
  )
}

/**
 * A box that was asked for and whose code cannot be had shuts again: that is said
 * (docs/adr/web.md). Nobody asks for a tooltip.
 */
function toastingReporter({
  reporter,
  toasts,
  translate,
}: Pick<Services, 'reporter' | 'toasts' | 'translate'>): Reporter {
  return {
    ...reporter,
    report(event) {
      reporter.report(event)
      if (event.kind === 'ui-load-failed' && event.detail?.['module'] !== 'tooltip')
        toasts.error(translate('error.other'))
    },
  }
}

/** Keeps the document's language, direction and theme in step with what was chosen. */
function DocumentAttributes({ services: { preferences } }: { services: Services }) {
  useDocumentLocale()
  usePriceColours()
  const theme = useStore(preferences, (state) => state.theme)
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
  return null
}
