import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useUiEnvironment } from '../provider/useUiEnvironment.ts'

/**
 * Language and direction of the overlay engine, around each overlay; without it overlays would
 * follow the browser's language, not the page's.
 */
export function BaseLocale({ children }: { readonly children: ReactNode }) {
  const { language } = useUiEnvironment()
  return language === undefined ? (
    children
  ) : (
    <I18nProvider locale={language}>{children}</I18nProvider>
  )
}
