import { WalletTexts } from '../../lib/lazy/WalletTexts.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { ForUsers } from '../auth/index.ts'
import { DepositPage } from './DepositPage.tsx'
import { DepositHistory } from './DepositHistory.tsx'
import styles from './deposit.module.css'

/** `/asset/deposit`, and `/asset/records` with what has come. */
export function DepositEntry() {
  const isRecords = usePagePath() === '/asset/records'
  return (
    <ForUsers>
      <WalletTexts>
        {isRecords ? (
          <div className={styles['records']}>
            <DepositHistory isPage />
          </div>
        ) : (
          <DepositPage />
        )}
      </WalletTexts>
    </ForUsers>
  )
}
