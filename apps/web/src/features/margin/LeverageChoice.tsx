import { Select } from '@x/ui/select'
import { useId } from 'react'
import { type MarginAccount, useMarginTiers, useSetMarginLeverage } from '../../data/margin/api.ts'
import { marginErrorText } from '../../lib/errors/marginErrorText.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './margin.module.css'
import { isPositive, owedOf } from './marginFigures.ts'

/** The leverage of an isolated account; a cross account has one. */
export function LeverageChoice({ account }: { readonly account: MarginAccount }) {
  const t = useMarginMessages()
  const { toasts } = useServices()
  const { data: tiers } = useMarginTiers()
  const [set, { isLoading }] = useSetMarginLeverage()
  const reasonId = useId()
  const { symbol, leverage, assets } = account
  if (symbol === null) return <span>{`${leverage}×`}</span>
  const owes = assets.some(({ asset }) => isPositive(owedOf(account, asset)))
  const mayBorrow = assets.some(({ reserved }) => isPositive(reserved))
  const choices = tiers?.filter((tier) => tier.symbol === symbol).map((tier) => tier.leverage)
  const reason = owes ? t('margin.leverageText') : mayBorrow && t('margin.leverageLines')
  const choose = async (next: number) => {
    const { error } = await set({ symbol, leverage: next })
    if (error !== undefined) toasts.error(marginErrorText(error, t))
  }
  return (
    <>
      <Select
        aria-label={t('margin.leverage')}
        aria-describedby={reason ? reasonId : undefined}
        size="small"
        className={styles['leverage']}
        disabled={owes || mayBorrow || isLoading}
        value={String(leverage)}
        onChange={(key) => key !== null && void choose(Number(key))}
        options={(choices ?? [leverage]).map((each) => ({
          value: String(each),
          label: `${each}×`,
        }))}
      />
      {reason ? (
        <p id={reasonId} className={styles['reason']}>
          {reason}
        </p>
      ) : null}
    </>
  )
}
