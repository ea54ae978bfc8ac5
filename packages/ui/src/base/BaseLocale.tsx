import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** Language and direction of the overlay engine; without it overlays would follow the browser's language, not the page's. */
export function BaseLocale({ language, children }: { readonly language: string; readonly children: ReactNode }) {
  return <I18nProvider locale={language}>{children}</I18nProvider>
}
