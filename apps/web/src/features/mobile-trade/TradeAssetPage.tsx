import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { LazyAssets } from '../assets/index.ts'

/** `/trade-asset`: what is owned, one thing on its page. */
export const TradeAssetPage = () => (
  <PageTexts>
    <LazyAssets />
  </PageTexts>
)
