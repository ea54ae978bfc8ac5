import type { StepUpAction } from '@x/api'
import { createContext, use } from 'react'

/** What a step-up can be for; a token of one opens none of the others (docs/adr/login.md). */
export type { StepUpAction }

/**
 * Asks the user to prove themselves once more. `undefined`: they left it. Rejects when the server
 * refuses to begin.
 */
export type Prove = (action: StepUpAction) => Promise<string | undefined>

export const StepUpContext = createContext<Prove | undefined>(undefined)

export function useStepUp(): Prove {
  const prove = use(StepUpContext)
  if (!prove) throw new Error('useStepUp stands outside of its provider')
  return prove
}
