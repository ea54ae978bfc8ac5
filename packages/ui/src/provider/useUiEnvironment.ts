import { createContext, use } from 'react'
import type { Reporter } from '@x/kit'
import { browserPorts } from '@x/kit/browser'

/** Environment of the widgets. */
export interface UiEnvironment {
  /** Intl tag; `undefined` without a provider: overlays then use the browser's language. */
  readonly language: string | undefined
  /** Receives failures of lazily loaded code. */
  readonly reporter: Reporter
}

/** Context of the environment. */
export const UiEnvironmentContext = createContext<UiEnvironment>({
  language: undefined,
  reporter: browserPorts().reporter,
})

/** Returns the environment of the nearest `UiProvider`. */
export function useUiEnvironment(): UiEnvironment {
  return use(UiEnvironmentContext)
}
