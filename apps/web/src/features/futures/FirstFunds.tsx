import { compare, decimal, ZERO } from '@x/decimal'
import { randomHex } from '@x/kit'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { useCachedFuturesAccount } from '../../data/futures/accountData.ts'
import type { Contract } from '../../data/futures/contracts.ts'
import { useMove } from '../../data/futures/moveApi.ts'
import { useRetry } from '../../data/futures/useRefresh.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './futures.module.css'

/** An empty futures wallet beside funds in the spot wallet: one press moves all of them. */
export default function FirstFunds({ spec }: { readonly spec: Contract }) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const { random } = useServices()
  const account = useCachedFuturesAccount()
  const { data: balances } = useRetry(useBalances())
  const [move, { isLoading, error }] = useMove()
  // One key for the funds of this visit: a second press moves nothing more.
  const [clientOid] = useState(() => `w${randomHex(random, 12)}`)
  const { marginCoin: asset } = spec
  const wallet = account?.wallets.find(({ marginCoin }) => marginCoin === asset)
  const amount = balances?.find((each) => each.asset === asset)?.available ?? '0'
  const isEmpty = account !== undefined && compare(decimal(wallet?.balance ?? '0'), ZERO) === 0
  const isInUse = Number(wallet?.initialMargin ?? 0) + Number(wallet?.isolatedMargin ?? 0) > 0
  if (!balances || !isEmpty || isInUse) return null
  if (compare(decimal(amount), ZERO) <= 0)
    return (
      <div className={styles['funds']}>
        <p>{t('contract.noFunds', { asset })}</p>
      </div>
    )
  const text = `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`
  return (
    <div className={styles['funds']}>
      <p>{t('contract.firstFunds')}</p>
      <Button
        size="small"
        variant="primary"
        loading={isLoading}
        onClick={() => void move({ from: 'spot', to: 'futures', asset, amount, clientOid })}
      >
        {t('contract.moveFunds', { amount: text })}
      </Button>
      {error ? (
        <p className={styles['refusal']} role="alert">
          {futuresErrorText(error, t)}
        </p>
      ) : null}
    </div>
  )
}
