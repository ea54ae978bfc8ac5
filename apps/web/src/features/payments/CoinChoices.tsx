import { NumberText } from '@x/ui/number'
import { Select, type SelectOption } from '@x/ui/select'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useFigure } from './useFigure.ts'

interface CoinChoice {
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly onChange: (asset: string) => void
}

/** Which coin is given and which one comes. */
export function CoinChoices({
  from,
  to,
  error,
}: {
  readonly from: CoinChoice
  readonly to: CoinChoice
  readonly error?: string | undefined
}) {
  const t = useAccountMessages()
  return (
    <>
      <Select
        label={t('convert.pay')}
        size="large"
        options={from.options}
        value={from.value}
        onChange={(asset) => asset !== null && from.onChange(asset)}
      />
      <Select
        label={t('convert.receive')}
        size="large"
        options={to.options}
        value={to.value}
        error={error}
        onChange={(asset) => asset !== null && to.onChange(asset)}
      />
    </>
  )
}

/** Coins to choose from, each with what the user has of it. */
export function useCoinOptions() {
  const figure = useFigure()
  return (coins: readonly { readonly asset: string; readonly available: string }[]) =>
    coins.map(({ asset, available }) => ({
      value: asset,
      label: asset,
      icon: <CoinIcon asset={asset} size={16} />,
      hint: <NumberText>{figure(available)}</NumberText>,
    }))
}

interface Exchanged {
  readonly fromAsset: string
  readonly toAsset: string
  readonly amount: string
  readonly receive: string
}

/** Says what was exchanged, and what is typed is done with. */
export function useExchanged(clear: () => void) {
  const t = useAccountMessages()
  const figure = useFigure()
  const { toasts } = useServices()
  return ({ fromAsset, toAsset, amount, receive }: Exchanged) => {
    clear()
    const [paid, received] = [`${figure(amount)} ${fromAsset}`, `${figure(receive)} ${toAsset}`]
    toasts.success(t('convert.done', { paid, received }))
  }
}
