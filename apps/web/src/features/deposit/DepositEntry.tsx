import { WalletTexts } from '../../lib/lazy/WalletTexts.tsx'
import { ForUsers } from '../auth/index.ts'
import { DepositPage } from './DepositPage.tsx'

/** `/asset/deposit`. */
export function DepositEntry() {
  return (
    <ForUsers>
      <WalletTexts>
        <DepositPage />
      </WalletTexts>
    </ForUsers>
  )
}
