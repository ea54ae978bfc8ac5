import { safeText } from '@x/sanitize'
import { useCallback, useMemo } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import type { TransferAccount } from '../../data/transfers/api.ts'

/** What an account is called; one that is no longer there by its number. */
export function useAccountName(accounts: readonly TransferAccount[]): (userId: string) => string {
  const t = usePageMessages()
  const byId = useMemo(
    () => new Map(accounts.map((account) => [account.userId, account])),
    [accounts],
  )
  return useCallback(
    (userId) => {
      const account = byId.get(userId)
      if (account?.isMain) return t('transfer.main')
      return safeText(account?.label ?? '') || userId
    },
    [byId, t],
  )
}
