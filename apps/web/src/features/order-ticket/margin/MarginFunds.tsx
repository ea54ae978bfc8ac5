import { useStore } from '@x/kit/react'
import { SegmentedControl } from '@x/ui/segmented-control'
import { lazy, Suspense } from 'react'
import { useMarginRates, useMarginTiers } from '../../../data/margin/api.ts'
import { MarginTexts } from '../../../lib/lazy/MarginTexts.tsx'
import { useMarginMessages } from '../../../lib/messages/messages.ts'
import type { MarginFundsProps } from './MarginAccountPanel.tsx'

/** Fetched with the first margin account that is chosen. */
const MarginAccountPanel = lazy(() => import('./MarginAccountPanel.tsx'))

/** Chooses the account of a spot ticket; of a margin account also its loans and its level. */
export default function MarginFunds(props: MarginFundsProps) {
  return (
    <Suspense fallback={null}>
      <MarginTexts>
        <AccountSwitch {...props} />
      </MarginTexts>
    </Suspense>
  )
}

function AccountSwitch(props: MarginFundsProps) {
  const { spec, funds } = props
  const t = useMarginMessages()
  const choice = useStore(funds)
  const { data: rates } = useMarginRates()
  const { data: tiers } = useMarginTiers()
  const lends = (asset: string) => rates?.some((rate) => rate.asset === asset) ?? false
  const hasCross = lends(spec.base) && lends(spec.quote)
  const hasIsolated = tiers?.some(({ symbol }) => symbol === spec.symbol) ?? false
  const names = { cross: t('margin.cross'), isolated: t('margin.isolated') }
  const { account } = choice
  return (
    <>
      <SegmentedControl
        aria-label={t('margin.account')}
        size="small"
        block
        value={account}
        onChange={(next) =>
          funds.setState({
            ...choice,
            account: next,
            label: next === 'spot' ? undefined : names[next],
          })
        }
        segments={[
          { value: 'spot', label: t('margin.spot') },
          { value: 'cross', label: names.cross, disabled: !hasCross },
          { value: 'isolated', label: names.isolated, disabled: !hasIsolated },
        ]}
      />
      {account === 'spot' ? null : (
        <Suspense fallback={null}>
          <MarginAccountPanel key={account} {...props} choice={choice} />
        </Suspense>
      )}
    </>
  )
}
