import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useUiEnvironment } from '../provider/useUiEnvironment.ts'

/**
 * Sets language and direction of a react-aria overlay; without it the overlay uses the browser's
 * language instead of the page's.
 */
export function BaseLocale({ children }: { readonly children: ReactNode }) {
  const { language } = useUiEnvironment()
  return language === undefined ? (
    children
  ) : (
    <I18nProvider locale={language}>{children}</I18nProvider>
  )
}
