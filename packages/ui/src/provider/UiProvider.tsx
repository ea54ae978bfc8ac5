import { use, useMemo, type ReactNode } from 'react'
import type { Reporter } from '@x/kit'
import { uiStringsEn } from '../strings/en.ts'
import type { UiStrings } from '../strings/UiStrings.ts'
import { UiEnvironmentContext } from './useUiEnvironment.ts'
import { UiStringsContext } from './useUiStrings.ts'

export interface UiProviderProps {
  /**
   * An Intl tag. It sets the direction of overlays, which hang under `body`: keep `dir` of the root
   * element in step. Default `en`.
   */
  readonly language?: string
  /** Texts of the widgets; what is left out stays English. */
  readonly strings?: Partial<UiStrings>
  /**
   * Hears of an overlay whose code could not be fetched, as `ui-part-failed`. Default: that of the
   * provider around, else the console.
   */
  readonly reporter?: Reporter
  readonly children?: ReactNode
}

/**
 * Hands the language and the texts to all widgets below. Widgets also work without it, in English.
 */
export function UiProvider({ language = 'en', strings, reporter, children }: UiProviderProps) {
  const outer = use(UiEnvironmentContext)
  const told = reporter ?? outer.reporter
  const environment = useMemo(() => ({ language, reporter: told }), [language, told])
  const all = useMemo(() => (strings ? { ...uiStringsEn, ...strings } : uiStringsEn), [strings])
  return (
    <UiEnvironmentContext value={environment}>
      <UiStringsContext value={all}>{children}</UiStringsContext>
    </UiEnvironmentContext>
  )
}
