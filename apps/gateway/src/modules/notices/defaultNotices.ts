import { DEMONSTRATION_TEXTS } from './demonstrationTexts.ts'
import type { Notice } from './notice.ts'

/** What a gateway without notices of its own says: what it is, honestly. */
export const DEFAULT_NOTICES: readonly Notice[] = [
  { noticeId: 'demonstration', publishedAt: Date.UTC(2026, 10, 1), texts: DEMONSTRATION_TEXTS },
]
