import { useParams } from 'react-router'
import { CopyTexts } from '../../lib/lazy/CopyTexts.tsx'
import { CopyGuide } from './CopyGuide.tsx'
import { LeaderPage } from './LeaderPage.tsx'
import { LeadersPage } from './LeadersPage.tsx'
import { MyCopyPage } from './MyCopyPage.tsx'

/** `/copy-trading`, `/copy-trading/my` and `/copy-trading/:lead`. */
export function CopyPages() {
  const { lead } = useParams()
  return (
    <CopyTexts>
      <CopyGuide />
      {lead === undefined ? (
        <LeadersPage />
      ) : lead === 'my' ? (
        <MyCopyPage />
      ) : (
        <LeaderPage leadId={lead} />
      )}
    </CopyTexts>
  )
}
