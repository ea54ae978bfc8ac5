import { usePagePath } from '../../lib/router/paths.ts'
import { LazyMoveCard } from '../futures-panel/index.ts'
import { TransferPage } from '../transfer/index.ts'
import { AssetsPage } from './AssetsPage.tsx'

/**
 * What is owned, and the page that it is moved on: one piece, so that the table of pages in every
 * first load names one.
 */
export function AssetPages() {
  return usePagePath() === '/asset/transfer' ? (
    <TransferPage Wallets={LazyMoveCard} />
  ) : (
    <AssetsPage />
  )
}
