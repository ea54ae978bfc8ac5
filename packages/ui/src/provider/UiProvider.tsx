import { useMemo, type ReactNode } from 'react'
import { BaseLocale } from '../base/BaseLocale.tsx'
import { uiStringsEn } from '../strings/en.ts'
import type { UiStrings } from '../strings/UiStrings.ts'
import { UiStringsContext } from './useUiStrings.ts'

export interface UiProviderProps {
  /** An Intl tag. It sets the direction of overlays, which hang under `body`: keep `dir` of the root element in step. Default `en`. */
  readonly language?: string
  /** Texts of the widgets; what is left out stays English. */
  readonly strings?: Partial<UiStrings>
  readonly children?: ReactNode
}

/** Hands the language and the texts to all widgets below. Widgets also work without it, in English. */
export function UiProvider({ language = 'en', strings, children }: UiProviderProps) {
  const all = useMemo(() => (strings ? { ...uiStringsEn, ...strings } : uiStringsEn), [strings])
  return (
    <BaseLocale language={language}>
      <UiStringsContext value={all}>{children}</UiStringsContext>
    </BaseLocale>
  )
}
