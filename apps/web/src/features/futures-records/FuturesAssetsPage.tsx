import type { FuturesWallet } from '@x/api'
import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useFuturesAccount } from '../../data/futures/accountApi.ts'
import { productOf } from '../../data/futures/api.ts'
import { MARKED_MS, useRefresh } from '../../data/futures/useRefresh.ts'
import { DimZeros } from '../../lib/amounts/DimZeros.tsx'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { LazyMoveDialog, PositionsList } from '../futures-panel/index.ts'
import styles from './futuresRecords.module.css'

/** `/asset/futures`: the futures wallets with their positions. */
export default function FuturesAssetsPage() {
  const t = useFuturesMessages()
  usePageTitle(t('positions.assetsTitle'))
  const { data, isLoading, error, refetch } = useRefresh(useFuturesAccount(), {
    everyMs: MARKED_MS,
  })
  const to = useLocalePath()
  const [asset, setAsset] = useState<string | undefined>(undefined)
  return (
    <div className={styles['page']}>
      <div className={styles['bar']}>
        <h1 className={styles['title']}>{t('positions.assetsTitle')}</h1>
        <span className={styles['links']}>
          <Link to={to('/order/mcp')}>{t('positions.ordersTitle')}</Link>
          <Link to={to('/record/mcp')}>{t('positions.recordsTitle')}</Link>
          <Link to={to('/futures/proof')}>{t('positions.proofTitle')}</Link>
        </span>
      </div>
      {isLoading ? <SkeletonRows rows={4} /> : null}
      {error && !data ? (
        <ErrorState
          title={t('orders.failed')}
          onRetry={() => void refetch()}
          traceId={failureOf(error).traceId}
        >
          {futuresErrorText(error, t)}
        </ErrorState>
      ) : null}
      {data?.wallets.map((wallet) => (
        <WalletCard
          key={wallet.marginCoin}
          wallet={wallet}
          onMove={() => setAsset(wallet.marginCoin)}
        />
      ))}
      {asset === undefined ? null : (
        <LazyMoveDialog
          product={productOf({ marginCoin: asset })}
          asset={asset}
          onClose={() => setAsset(undefined)}
        />
      )}
      <section className={styles['card']}>
        <h2 className={styles['heading']}>{t('positions.title')}</h2>
        <div className={styles['list']}>
          <PositionsList />
        </div>
      </section>
    </div>
  )
}

const FIGURES = [
  ['equity', 'positions.equity'],
  ['balance', 'positions.balance'],
  ['unrealisedPnl', 'positions.unrealised'],
  ['available', 'orders.available'],
  ['transferable', 'positions.transferable'],
  ['initialMargin', 'positions.margin'],
  ['requirement', 'positions.requirement'],
] as const satisfies readonly (readonly [keyof FuturesWallet, string])[]

function WalletCard({
  wallet,
  onMove,
}: {
  readonly wallet: FuturesWallet
  readonly onMove: () => void
}) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const { preferences } = useServices()
  const isShown = useStore(preferences, (state) => state.showAsset)
  const { marginCoin } = wallet
  const digits = marginCoin === 'USDT' ? 2 : 8
  return (
    <section className={styles['card']} aria-label={marginCoin}>
      <div className={styles['bar']}>
        <h2 className={styles['heading']}>{marginCoin}</h2>
        <Button size="small" onClick={onMove}>
          {t('positions.transfer')}
        </Button>
      </div>
      <dl className={styles['figures']}>
        {FIGURES.map(([key, name]) => (
          <div key={key}>
            <dt>{t(name)}</dt>
            <dd>
              <NumberText
                unit={marginCoin}
                {...(isShown ? { full: wallet[key] ?? undefined } : {})}
              >
                {isShown ? (
                  <DimZeros text={numbers.number(wallet[key], { digits })} />
                ) : (
                  HIDDEN_AMOUNT
                )}
              </NumberText>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
