import { createContext, use } from 'react'
import { uiStringsEn } from '../strings/en.ts'
import type { UiStrings } from '../strings/UiStrings.ts'

/** Context of the texts. */
export const UiStringsContext = createContext<UiStrings>(uiStringsEn)

/** Returns the texts of the nearest `UiProvider`; English without one. */
export function useUiStrings(): UiStrings {
  return use(UiStringsContext)
}
