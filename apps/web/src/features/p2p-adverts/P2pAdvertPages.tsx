import { P2pTexts } from '../../lib/lazy/P2pTexts.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { StepUpProvider } from '../account/index.ts'
import { ForUsers } from '../auth/index.ts'
import { OwnAdvertsPage } from './OwnAdvertsPage.tsx'
import { PaymentsPage } from './PaymentsPage.tsx'

/** `/p2p/adverts` and `/p2p/payments`. */
export function P2pAdvertPages() {
  const path = usePagePath()
  return (
    <ForUsers>
      <P2pTexts>
        <StepUpProvider>
          {path === '/p2p/payments' ? <PaymentsPage /> : <OwnAdvertsPage />}
        </StepUpProvider>
      </P2pTexts>
    </ForUsers>
  )
}
