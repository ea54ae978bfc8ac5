import english from '../../../../messages/en.json' with { type: 'json' }

/** The words of the dialog, named by the catalogs in `apps/gateway/messages`. */
export type ChallengeTexts = Readonly<Record<keyof typeof english, string>>

export interface ChallengeLanguage {
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  readonly texts: ChallengeTexts
}

/**
 * In the script itself: what is said before the first puzzle is there. Other languages come with
 * it.
 */
export const ENGLISH: ChallengeLanguage = { tag: 'en', direction: 'ltr', texts: english }

export function fillText(text: string, values: Readonly<Record<string, number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
