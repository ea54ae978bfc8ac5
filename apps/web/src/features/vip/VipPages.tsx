import { usePagePath } from '../../lib/router/paths.ts'
import { ForUsers } from '../auth/index.ts'
import { FeePage } from './FeePage.tsx'
import { VipLevelsPage } from './VipLevelsPage.tsx'
import { VipPage } from './VipPage.tsx'

/** The three pages about fees: one piece, for they show one table. */
export function VipPages() {
  const path = usePagePath()
  if (path.startsWith('/vip/detail'))
    return (
      <ForUsers>
        <VipPage />
      </ForUsers>
    )
  return path.startsWith('/vip/') ? <VipLevelsPage /> : <FeePage />
}
