import type { MarginAccount, MarginMaxima } from '@x/api'
import type { Reader } from '../../notices/ports/UserNotices.ts'

/** Margin accounts as their users see them now. */
export interface MarginAccountSource {
  /** The cross account, then isolated accounts in use. */
  of(owner: Reader): readonly MarginAccount[]
  vipLevelOf(userId: string): number | Promise<number>
  /** What each of them may borrow and let go. */
  maximaOf(owner: Reader, options: { readonly vipLevel: number }): readonly MarginMaxima[]
  /** Calls after each reading of the index, which may move every level. */
  onPrices(listener: () => void): () => void
}
