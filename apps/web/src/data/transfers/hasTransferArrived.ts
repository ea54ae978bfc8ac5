import type { RequestClient } from '@x/request'
import type { DataServices } from '../store/dataServices.ts'
import { readPages } from '../spot/readPages.ts'
import {
  CLOCK_SKEW_MS,
  type PendingSubmission,
  SEARCH_TIMEOUT_MS,
} from '../submissions/pendingSubmissions.ts'
import type { TransferRecord } from './api.ts'

interface HasTransferArrivedOptions {
  readonly asset: string
  readonly client: Pick<RequestClient, 'get'>
}

/** Whether the history shows a transfer that had no answer; what cannot be read shows nothing. */
export async function hasTransferArrived(
  { clientOid, at }: PendingSubmission,
  { asset, client }: HasTransferArrivedOptions,
): Promise<boolean> {
  const isIt = (record: TransferRecord) => record.clientOid === clientOid
  const ask = async (cursor: string | null) => ({
    data: await client.get('/asset/transfer/history', {
      data: { asset, limit: '100', ...(cursor && { cursor }) },
      silent: true,
      timeoutMs: SEARCH_TIMEOUT_MS,
    }),
  })
  try {
    // The latest first: what is older than the first attempt need not be read.
    const { items } = await readPages<TransferRecord>(ask, {
      isEnough: ({ items: read }) =>
        read.some(isIt) || (read.at(-1)?.createdAt ?? 0) < at - CLOCK_SKEW_MS,
    })
    return items.some(isIt)
  } catch {
    return false
  }
}

/** `hasTransferArrived` as a thunk, for screens. */
export const findTransfer =
  (submission: PendingSubmission, { asset }: { readonly asset: string }) =>
  (
    _dispatch: unknown,
    _getState: unknown,
    { client }: Pick<DataServices, 'client'>,
  ): Promise<boolean> =>
    hasTransferArrived(submission, { asset, client })
