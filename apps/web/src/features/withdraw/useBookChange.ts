import { useDates } from '@x/locale/react'
import { useState } from 'react'
import { useAppDispatch } from '../../data/store/hooks.ts'
import type { Params } from '../../data/services/call.ts'
import { type BookChange, changeBook } from '../../data/withdrawals/api.ts'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useStepUp } from '../account/index.ts'
import { withdrawErrorText } from './withdrawErrorText.ts'

/** Proves the user, sends one change of the address book, and says how it went. */
export function useBookChange() {
  const t = useWalletMessages()
  const dates = useDates()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const prove = useStepUp()
  const [isBusy, setBusy] = useState(false)

  /** Answers whether it was done. */
  async function change<Key extends BookChange>(
    action: 'addressBook' | 'withdrawNoPassword',
    { key, data }: { readonly key: Key; readonly data: Omit<Params<Key>, 'verifyToken'> },
  ): Promise<boolean> {
    setBusy(true)
    try {
      const verifyToken = await prove(action)
      if (verifyToken === undefined) return false
      await dispatch(changeBook(key, { ...data, verifyToken } as unknown as Params<Key>))
      toasts.success(t('addressBook.done'))
      return true
    } catch (error) {
      toasts.error(withdrawErrorText(error, { t, time: dates.timestamp, asset: 'USDT' }))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, change }
}
