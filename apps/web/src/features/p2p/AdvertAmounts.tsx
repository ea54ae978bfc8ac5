import { AmountField } from '@x/ui/amount-field'
import { SegmentedControl } from '@x/ui/segmented-control'
import { TextField } from '@x/ui/text-field'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { ltr } from '../../lib/ltr.ts'
import styles from '../../lib/product-page/product.module.css'
import type { AdvertPart } from './AdvertPart.ts'
import { MARGINS } from './advertDraft.ts'
import { useP2pFigures } from './useP2pFigures.ts'

const COIN_DECIMALS = 8
const FIAT_DECIMALS = 2

/** Price, amount and bounds of an advert. */
export function AdvertAmounts({
  offer,
  draft,
  set,
  faults,
  available,
}: AdvertPart & { readonly available: string }) {
  const t = useP2pMessages()
  const readers = useAmountReaders()
  const figures = useP2pFigures()
  const { fiat, asset } = draft
  const fiatField = (name: 'minimum' | 'maximum') => (
    <AmountField
      label={t(`advert.${name}`)}
      decimals={FIAT_DECIMALS}
      unit={fiat}
      value={draft[name]}
      error={
        faults[name] === 'range' ? t('advert.badMaximum') : faults[name] && t('spot.enterAmount')
      }
      {...readers(FIAT_DECIMALS)}
      onChange={(text) => set({ [name]: text })}
    />
  )
  return (
    <>
      <AdvertPrice offer={offer} draft={draft} set={set} faults={faults} />
      <AmountField
        label={t('spot.amount')}
        decimals={COIN_DECIMALS}
        unit={asset}
        value={draft.amount}
        help={
          draft.side === 'sell'
            ? `${t('orders.available')} ${ltr(figures.coins(available, asset))}`
            : undefined
        }
        error={
          faults.amount === 'balance' ? t('error.balance') : faults.amount && t('spot.enterAmount')
        }
        {...readers(COIN_DECIMALS)}
        onChange={(amount) => set({ amount })}
      />
      {fiatField('minimum')}
      {fiatField('maximum')}
    </>
  )
}

function AdvertPrice({ offer, draft, set, faults }: AdvertPart) {
  const t = useP2pMessages()
  const readers = useAmountReaders()
  const figures = useP2pFigures()
  const { fiat, asset, pricing } = draft
  const bounds = t('advert.badMargin', {
    least: figures.percent(MARGINS.least),
    most: figures.percent(MARGINS.most),
  })
  const index = offer.index.find((each) => each.asset === asset && each.fiat === fiat)?.price
  return (
    <>
      <SegmentedControl
        aria-label={t('orders.price')}
        block
        segments={[
          { value: 'fixed', label: t('advert.fixed') },
          { value: 'floating', label: t('advert.floating') },
        ]}
        value={pricing}
        onChange={(kind) => set({ pricing: kind })}
      />
      {pricing === 'fixed' ? (
        <AmountField
          label={t('orders.price')}
          decimals={COIN_DECIMALS}
          unit={fiat}
          value={draft.price}
          error={faults.price && t('spot.enterPrice')}
          {...readers(COIN_DECIMALS)}
          onChange={(price) => set({ price })}
        />
      ) : (
        <TextField
          label={t('advert.margin')}
          help={bounds}
          value={draft.margin}
          error={faults.margin && bounds}
          onChange={(margin) => set({ margin })}
        />
      )}
      {index === undefined ? null : (
        <p className={styles['note']}>{t('advert.index', { price: figures.price(index, fiat) })}</p>
      )}
    </>
  )
}
