import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { directionOf, htmlLang, type Locale } from '../locales/localeTable.ts'
import type { TradingNumbers } from '../preferences/fields.ts'

/** What {@link useLocale} returns. */
export interface LocaleValue {
  readonly locale: Locale
  readonly direction: 'ltr' | 'rtl'
  /** IANA name of the trader's zone; `undefined`: the host's own. */
  readonly timeZone: string | undefined
  readonly tradingNumbers: TradingNumbers
}

const LocaleContext = createContext<LocaleValue | undefined>(undefined)

/** Props of {@link LocaleProvider}. */
export interface LocaleProviderProps {
  readonly locale: Locale
  /**
   * IANA name; default the host's own zone, except on a server and in the first render of a
   * hydration: the two hosts may differ, so both write UTC.
   */
  readonly timeZone?: string | undefined
  /** How trading surfaces write numbers; default `invariant`. */
  readonly tradingNumbers?: TradingNumbers | undefined
  readonly children: ReactNode
}

const subscribeToNothing = () => () => {}

/** Provides language, text direction and time zone to the components inside. */
export function LocaleProvider({
  locale,
  timeZone,
  tradingNumbers = 'invariant',
  children,
}: LocaleProviderProps) {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
  const zone = timeZone ?? (isHydrating ? 'UTC' : undefined)
  const value = useMemo(
    () => ({ locale, direction: directionOf(locale), timeZone: zone, tradingNumbers }),
    [locale, zone, tradingNumbers],
  )
  return <LocaleContext value={value}>{children}</LocaleContext>
}

/** Without a provider: English, so that a component can be shown alone. */
const ALONE: LocaleValue = {
  locale: 'en',
  direction: 'ltr',
  timeZone: undefined,
  tradingNumbers: 'invariant',
}

/** The values of the nearest {@link LocaleProvider}, or defaults without one. */
export function useLocale(): LocaleValue {
  return useContext(LocaleContext) ?? ALONE
}

/**
 * Keeps `lang` and `dir` of the document in step with the provider; for the one component at the
 * root.
 */
export function useDocumentLocale(): void {
  const { locale, direction } = useLocale()
  useLayoutEffect(() => {
    document.documentElement.lang = htmlLang(locale)
    document.documentElement.dir = direction
  }, [locale, direction])
}
