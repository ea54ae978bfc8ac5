import { compare, decimal, parseDecimal } from '@x/decimal'
import { Button, ButtonLink } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { type MarketFilter, type P2pAdvert, useP2pMarket } from '../../data/p2p/orders.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { HistoryList } from '../../lib/lists/HistoryList.tsx'
import { useP2pMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useUntrusted } from '../../lib/untrusted-content/useUntrusted.ts'
import type { Filters } from './MarketFilters.tsx'
import own from './p2p.module.css'
import { useP2pFigures } from './useP2pFigures.ts'
import { usePaymentNames } from './usePaymentNames.ts'

/** An amount that is being typed looks for nothing. */
const isAmount = (text: string): boolean => {
  const value = parseDecimal(text)
  return value !== null && compare(value, decimal('0')) > 0
}

const filterOf = ({ side, asset, paymentType, amount }: Filters, fiat: string): MarketFilter => ({
  side,
  asset,
  fiat,
  ...(paymentType === null ? {} : { paymentType }),
  ...(isAmount(amount) ? { amount } : {}),
})

export function MarketList({
  filters,
  fiat,
  onTake,
}: {
  readonly filters: Filters
  readonly fiat: string
  readonly onTake: (advert: P2pAdvert) => void
}) {
  const t = useP2pMessages()
  const query = useP2pMarket(filterOf(filters, fiat))
  return (
    <section className={`${styles['table']} ${own['market']}`} aria-label={t('product.p2p')}>
      <HistoryList
        label={t('product.p2p')}
        empty={t('p2p.none')}
        query={{
          ...query,
          data: query.currentData,
          isLoading: query.currentData === undefined && !query.error,
        }}
        columns={useColumns(onTake)}
        rowKey={({ advertId }) => advertId}
      />
    </section>
  )
}

function useColumns(onTake: (advert: P2pAdvert) => void): readonly Column<P2pAdvert>[] {
  const t = useP2pMessages()
  const names = usePaymentNames()
  const figures = useP2pFigures()
  return [
    {
      key: 'trader',
      header: t('p2p.counterparty'),
      minWidth: 168,
      cell: ({ owner }) => <Trader owner={owner} />,
    },
    {
      key: 'price',
      header: t('orders.price'),
      kind: 'number',
      minWidth: 112,
      cell: ({ price, fiat }) => (
        <NumberText className={own['price']}>{figures.price(price, fiat)}</NumberText>
      ),
    },
    {
      key: 'limits',
      header: `${t('advert.left')} / ${t('p2p.limits')}`,
      kind: 'number',
      minWidth: 160,
      cell: (advert) => (
        <span className={own['amounts']}>
          <NumberText>{figures.coins(advert.remaining, advert.asset)}</NumberText>
          <NumberText className={own['known']}>{figures.limits(advert)}</NumberText>
        </span>
      ),
    },
    {
      key: 'payments',
      header: t('payment.title'),
      minWidth: 136,
      cell: ({ paymentTypes }) => paymentTypes.map(names.type).join(', '),
    },
    {
      key: 'take',
      header: '',
      label: t('orders.actions'),
      kind: 'actions',
      fixed: 'end',
      minWidth: 152,
      cell: (advert) => <TakeButton {...advert} onTake={() => onTake(advert)} />,
    },
  ]
}

/** The name, with what is known of the trader below it. */
function Trader({ owner }: Pick<P2pAdvert, 'owner'>) {
  const t = useP2pMessages()
  const { text } = useUntrusted()
  const figures = useP2pFigures()
  const { nickname, orders, completionPercent: percent } = owner
  return (
    <span className={own['trader']}>
      <bdi className={own['name']}>{text(nickname)}</bdi>
      <span className={own['known']}>
        {percent === null
          ? t('p2p.newTrader')
          : t('p2p.record', { orders, percent: figures.percent(percent) })}
      </span>
    </span>
  )
}

/** A guest logs in first. */
function TakeButton({
  side,
  asset,
  onTake,
}: Pick<P2pAdvert, 'side' | 'asset'> & { readonly onTake: () => void }) {
  const t = useP2pMessages()
  const to = useLocalePath()
  const isGuest = useAppSelector(selectStatus) === 'guest'
  if (isGuest)
    return (
      <ButtonLink render={(props) => <Link {...props} to={to('/login?from=%2Fp2p')} />}>
        {t('spot.loginToTrade')}
      </ButtonLink>
    )
  return (
    <Button variant={side === 'sell' ? 'buy' : 'sell'} onClick={onTake}>
      {t(side === 'sell' ? 'spot.buyBase' : 'spot.sellBase', { base: asset })}
    </Button>
  )
}
