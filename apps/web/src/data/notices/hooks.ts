import type { Locale } from '@x/locale'
import type { QueryView } from '../store/queryView.ts'
import { useReference } from '../symbols/hooks.ts'
import type { Notice } from '../reference/notice.ts'

/** Announcements in a language, and whether they are still asked for or could not be had. */
export const useNoticeList = (locale: Locale): QueryView<readonly Notice[]> =>
  useReference(({ notices }) => notices(locale))

/** Announcements in a language; none until they are known. */
export const useNotices = (locale: Locale): readonly Notice[] => useNoticeList(locale).data ?? NONE

const NONE: readonly Notice[] = []
