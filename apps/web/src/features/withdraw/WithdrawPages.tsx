import { WalletTexts } from '../../lib/lazy/WalletTexts.tsx'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { usePagePath } from '../../lib/router/paths.ts'
import { StepUpProvider } from '../account/index.ts'
import { ForUsers } from '../auth/index.ts'
import { DepositHistory } from '../deposit/index.ts'
import { AddressBookPage } from './AddressBookPage.tsx'
import styles from './withdraw.module.css'
import { WithdrawalHistory } from './WithdrawalHistory.tsx'
import { WithdrawPage } from './WithdrawPage.tsx'

/** `/asset/withdraw`, `/asset/book`, and `/asset/records` with what has come and gone. */
export function WithdrawPages() {
  return (
    <ForUsers>
      <WalletTexts>
        <StepUpProvider>
          <Page />
        </StepUpProvider>
      </WalletTexts>
    </ForUsers>
  )
}

function Page() {
  switch (usePagePath()) {
    case '/asset/book':
      return <AddressBookPage />
    case '/asset/records':
      return <Movements />
    default:
      return <WithdrawPage />
  }
}

function Movements() {
  const t = useWalletMessages()
  usePageTitle(`${t('deposit.history')} · ${t('withdraw.history')}`)
  return (
    <div className={styles['records']}>
      <DepositHistory isPage />
      <WithdrawalHistory />
    </div>
  )
}
