import { Select } from '@x/ui/select'
import { type MarginAccount, useMarginTiers, useSetMarginLeverage } from '../../data/margin/api.ts'
import { marginErrorText } from '../../lib/errors/marginErrorText.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { isPositive, owedOf } from './marginFigures.ts'

/** The leverage of an isolated account; a cross account has one. */
export function LeverageChoice({ account }: { readonly account: MarginAccount }) {
  const t = useMarginMessages()
  const { toasts } = useServices()
  const { data: tiers } = useMarginTiers()
  const [set, { isLoading }] = useSetMarginLeverage()
  const { symbol, leverage, assets } = account
  if (symbol === null) return <span>{`${leverage}×`}</span>
  const owes = assets.some(({ asset }) => isPositive(owedOf(account, asset)))
  const mayBorrow = assets.some(({ reserved }) => isPositive(reserved))
  const choices = tiers?.filter((tier) => tier.symbol === symbol).map((tier) => tier.leverage)
  const choose = async (next: number) => {
    const { error } = await set({ symbol, leverage: next })
    if (error !== undefined) toasts.error(marginErrorText(error, t))
  }
  return (
    <Select
      aria-label={t('margin.leverage')}
      size="small"
      help={owes ? t('margin.leverageText') : mayBorrow ? t('margin.leverageLines') : undefined}
      disabled={owes || mayBorrow || isLoading}
      value={String(leverage)}
      onChange={(key) => key !== null && void choose(Number(key))}
      options={(choices ?? [leverage]).map((each) => ({ value: String(each), label: `${each}×` }))}
    />
  )
}
