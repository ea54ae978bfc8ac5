import { use, useMemo, type ReactNode } from 'react'
import type { Reporter } from '@x/kit'
import { uiStringsEn } from '../strings/en.ts'
import type { UiStrings } from '../strings/UiStrings.ts'
import { UiEnvironmentContext } from './useUiEnvironment.ts'
import { UiStringsContext } from './useUiStrings.ts'

/** Props of `UiProvider`. */
export interface UiProviderProps {
  /**
   * Intl tag. It sets the direction of overlays, which are children of `body`: set `dir` of the
   * root element accordingly. Default `en`.
   */
  readonly language?: string
  /** Texts of the widgets; missing ones are English. */
  readonly strings?: Partial<UiStrings>
  /**
   * Receives `ui-load-failed` when the code of a popup cannot be loaded. Default: the outer
   * provider's, else the console.
   */
  readonly reporter?: Reporter
  readonly children?: ReactNode
}

/** Provides language and texts to the widgets inside. Without it widgets are in English. */
export function UiProvider({ language = 'en', strings, reporter, children }: UiProviderProps) {
  const outer = use(UiEnvironmentContext)
  const currentReporter = reporter ?? outer.reporter
  const environment = useMemo(
    () => ({ language, reporter: currentReporter }),
    [language, currentReporter],
  )
  const all = useMemo(() => (strings ? { ...uiStringsEn, ...strings } : uiStringsEn), [strings])
  return (
    <UiEnvironmentContext value={environment}>
      <UiStringsContext value={all}>{children}</UiStringsContext>
    </UiEnvironmentContext>
  )
}
