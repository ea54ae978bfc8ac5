import { CheckboxGroup } from '@x/ui/checkbox-group'
import { usePayments } from '../../data/p2p/adverts.ts'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from '../../lib/product-page/product.module.css'
import { MOST_METHODS } from './advertDraft.ts'
import type { AdvertPart } from './AdvertPart.ts'
import { masked } from './masked.ts'
import { usePaymentNames } from './usePaymentNames.ts'

/** How the user is paid, or how the user pays. */
export function AdvertMethods({ offer, draft, set, faults }: AdvertPart) {
  const t = useP2pMessages()
  const to = useLocalePath()
  const names = usePaymentNames()
  const { data: own = [] } = usePayments()
  const usual = offer.paymentTypes.filter(({ fiats }) => fiats.includes(draft.fiat))
  const options =
    draft.side === 'buy'
      ? usual.map(({ type }) => ({ value: type, label: names.type(type) }))
      : own.map(({ methodId, type, fields }) => ({
          value: methodId,
          label: `${names.type(type)} ${masked(Object.values(fields).at(-1) ?? '')}`,
        }))
  return (
    <>
      <CheckboxGroup
        label={t('payment.title')}
        max={MOST_METHODS}
        options={options}
        value={draft.methods}
        error={faults.methods && t('advert.needsMethod')}
        onChange={(methods) => set({ methods })}
      />
      {draft.side === 'sell' && own.length === 0 ? (
        <p className={styles['note']}>
          {t('payment.none')} <Link to={to('/p2p/payments')}>{t('payment.add')}</Link>
        </p>
      ) : null}
    </>
  )
}
