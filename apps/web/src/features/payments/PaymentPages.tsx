import { AccountTexts } from '../../lib/lazy/AccountTexts.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { StepUpProvider } from '../account/index.ts'
import { ForUsers } from '../auth/index.ts'
import { ConvertPage } from './ConvertPage.tsx'
import { SendPage } from './SendPage.tsx'
import { SwapPage } from './SwapPage.tsx'

const PAGES: Readonly<Record<string, typeof SendPage>> = {
  '/convert': ConvertPage,
  '/swap': SwapPage,
}

/** `/convert`, `/swap` and `/asset/send`. */
export function PaymentPages() {
  const Page = PAGES[usePagePath()] ?? SendPage
  return (
    <ForUsers>
      <AccountTexts>
        <StepUpProvider>
          <Page />
        </StepUpProvider>
      </AccountTexts>
    </ForUsers>
  )
}
