import { createContext, use } from 'react'
import type { Reporter } from '@x/kit'
import { browserPorts } from '@x/kit/browser'

export interface UiEnvironment {
  /** An Intl tag; `undefined` outside a provider, where overlays follow the browser's language. */
  readonly language: string | undefined
  /** Hears of code that could not be fetched. */
  readonly reporter: Reporter
}

export const UiEnvironmentContext = createContext<UiEnvironment>({
  language: undefined,
  reporter: browserPorts().reporter,
})

export function useUiEnvironment(): UiEnvironment {
  return use(UiEnvironmentContext)
}
