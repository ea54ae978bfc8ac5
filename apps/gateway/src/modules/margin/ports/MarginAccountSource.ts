import type { MarginAccount } from '@x/api'
import type { Reader } from '../../notices/ports/UserNotices.ts'

/** Margin accounts as their users see them now. */
export interface MarginAccountSource {
  /** The cross account, then isolated accounts in use. */
  of(owner: Reader): readonly MarginAccount[]
  /** Calls after each reading of the index, which may move every level. */
  onPrices(listener: () => void): () => void
}
