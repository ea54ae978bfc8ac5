import { createContext, use } from 'react'
import { uiStringsEn } from '../strings/en.ts'
import type { UiStrings } from '../strings/UiStrings.ts'

/** Apart from the provider, so that a button alone does not carry the overlay engine's locale. */
export const UiStringsContext = createContext<UiStrings>(uiStringsEn)

export function useUiStrings(): UiStrings {
  return use(UiStringsContext)
}
