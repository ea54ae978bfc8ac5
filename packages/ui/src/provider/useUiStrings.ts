import { createContext, use } from 'react'
import { uiStringsEn } from '../strings/en.ts'
import type { UiStrings } from '../strings/UiStrings.ts'

export const UiStringsContext = createContext<UiStrings>(uiStringsEn)

/** The texts that widgets write, of the nearest `UiProvider`; English without one. */
export function useUiStrings(): UiStrings {
  return use(UiStringsContext)
}
