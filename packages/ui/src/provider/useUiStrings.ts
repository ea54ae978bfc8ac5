import { createContext, use } from 'react'
import { uiStringsEn } from '../strings/en.ts'
import type { UiStrings } from '../strings/UiStrings.ts'

export const UiStringsContext = createContext<UiStrings>(uiStringsEn)

export function useUiStrings(): UiStrings {
  return use(UiStringsContext)
}
