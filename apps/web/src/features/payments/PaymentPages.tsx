import { AccountTexts } from '../../lib/lazy/AccountTexts.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { StepUpProvider } from '../account/index.ts'
import { ForUsers } from '../auth/index.ts'
import { ConvertPage } from './ConvertPage.tsx'
import { SendPage } from './SendPage.tsx'

/** `/convert` and `/asset/send`. */
export function PaymentPages() {
  const path = usePagePath()
  return (
    <ForUsers>
      <AccountTexts>
        <StepUpProvider>{path === '/convert' ? <ConvertPage /> : <SendPage />}</StepUpProvider>
      </AccountTexts>
    </ForUsers>
  )
}
