import { JournalError } from '../journal/JournalError.ts'
import type { Rules } from '../state/rules.ts'

/** How far a program knows the rules; absent: as far as `rules.ts` has them. */
export interface KnownRules {
  readonly knownRules?: number | undefined
}

/**
 * A program that does not know the rules stops here instead of coming to another state.
 * @throws JournalError RULES
 */
export function assertKnownRules({ known }: Readonly<Rules>, version: number, where: string): void {
  if (version <= known) return
  throw new JournalError(
    'RULES',
    `${where} has rules of version ${version}, and this program knows them up to version ` +
      `${known}. Start a newer one.`,
    { detail: { version, known } },
  )
}
