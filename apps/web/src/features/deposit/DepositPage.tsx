import { Button } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import {
  type CoinNetwork,
  type CoinsConfig,
  type DepositAddress,
  payFromFaucet,
  useCoins,
  useDepositAddress,
} from '../../data/deposits/api.ts'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import { useCopy } from '../../lib/copy/useCopy.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { QrPicture } from '../qr/index.ts'
import { DepositHistory } from './DepositHistory.tsx'
import { SafetyTip } from './SafetyTip.tsx'
import styles from './deposit.module.css'

const FIRST_ASSET = 'USDT'
/** What the faucet of a development chain pays. */
const TEST_AMOUNTS: Readonly<Record<string, string>> = {
  USDT: '1000',
  ETH: '1',
  LINK: '100',
  SHIB: '50000000',
  LTC: '5',
}

/** Where to send an asset, and what has come. */
export function DepositPage() {
  const t = useWalletMessages()
  usePageTitle(t('deposit.title'))
  const { data: config, isLoading, error, refetch } = useCoins()
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-labelledby="deposit">
        <h1 id="deposit" className={styles['title']}>
          {t('deposit.title')}
        </h1>
        <SafetyTip kind="deposit">{t('deposit.tip')}</SafetyTip>
        {isLoading ? <SkeletonRows rows={6} /> : null}
        {error && !config ? (
          <ErrorState
            title={t('orders.failed')}
            onRetry={() => void refetch()}
            traceId={failureOf(error).traceId}
          >
            {serverText(error, t)}
          </ErrorState>
        ) : null}
        {config?.coins.length === 0 ? <EmptyState>{t('deposit.unavailable')}</EmptyState> : null}
        {config && config.coins.length > 0 ? <Chooser config={config} /> : null}
      </section>
      <DepositHistory />
    </div>
  )
}

/** Asset and network; the first network that works is chosen. */
function Chooser({ config }: { readonly config: CoinsConfig }) {
  const t = useWalletMessages()
  const [wantedAsset, setAsset] = useState(FIRST_ASSET)
  const [wantedNetwork, setNetwork] = useState<string>()
  const coin = config.coins.find(({ asset }) => asset === wantedAsset) ?? config.coins[0]
  const carrying = config.networks.filter((each) =>
    coin?.networks.some(({ network }) => network === each.network),
  )
  const network =
    carrying.find((each) => each.network === wantedNetwork) ??
    carrying.find(({ suspended }) => suspended === null) ??
    carrying[0]
  if (!coin || !network) return null
  return (
    <>
      <Select
        label={t('orders.asset')}
        size="large"
        options={config.coins.map(({ asset }) => ({
          value: asset,
          label: asset,
          icon: <CoinIcon asset={asset} size={16} />,
        }))}
        value={coin.asset}
        onChange={(asset) => setAsset(asset ?? coin.asset)}
      />
      <Select
        label={t('deposit.network')}
        size="large"
        options={carrying.map((each) => ({
          value: each.network,
          label: each.name,
          hint: <NumberText>{`${each.creditAt} × ${each.blockSeconds} s`}</NumberText>,
        }))}
        value={network.network}
        onChange={(id) => setNetwork(id ?? network.network)}
      />
      <Place
        key={`${coin.asset} ${network.network}`}
        asset={coin.asset}
        network={network}
        canUseFaucet={config.canUseFaucet}
      />
    </>
  )
}

interface PlaceProps {
  readonly asset: string
  readonly network: CoinNetwork
  readonly canUseFaucet: boolean
}

/** The address with what must be known before anything is sent there. */
function Place({ asset, network, canUseFaucet }: PlaceProps) {
  const t = useWalletMessages()
  const isOpen = network.suspended === null
  const wanted = { asset, network: network.network }
  const { data, error, isLoading, refetch } = useDepositAddress(isOpen ? wanted : undefined)
  if (!isOpen)
    return (
      <p className={styles['notice']} role="status">
        {t(network.suspended === 'paused' ? 'deposit.paused' : 'deposit.unavailable')}
      </p>
    )
  if (isLoading) return <SkeletonRows rows={5} />
  if (!data)
    return (
      <ErrorState
        title={t('orders.failed')}
        onRetry={() => void refetch()}
        traceId={failureOf(error).traceId}
      >
        {serverText(error, t)}
      </ErrorState>
    )
  return (
    <>
      <AddressBox place={data} />
      <p className={styles['notice']}>{t('deposit.warning', { asset, network: network.name })}</p>
      <Terms place={data} />
      {canUseFaucet ? <Faucet place={data} /> : null}
    </>
  )
}

function AddressBox({ place: { address } }: { readonly place: DepositAddress }) {
  const t = useWalletMessages()
  const copy = useCopy()
  return (
    <div className={styles['address']}>
      <QrPicture text={address} label={t('deposit.address')} />
      <div className={styles['text']}>
        <span className={styles['label']}>{t('deposit.address')}</span>
        <bdi className={styles['code']} data-testid="deposit-address">
          {address}
        </bdi>
        <Button size="small" onClick={() => copy(address, { confirmation: t('deposit.copied') })}>
          {t('deposit.copy')}
        </Button>
      </div>
    </div>
  )
}

function Terms({ place }: { readonly place: DepositAddress }) {
  const t = useWalletMessages()
  return (
    <dl className={styles['terms']}>
      <dt>{t('deposit.minimum')}</dt>
      <dd>
        <NumberText unit={place.asset}>{place.minimum}</NumberText>
      </dd>
      <dt>{t('deposit.trades')}</dt>
      <dd>
        <NumberText>{String(place.creditAt)}</NumberText>
      </dd>
      <dt>{t('deposit.leaves')}</dt>
      <dd>
        <NumberText>{String(place.unlockAt)}</NumberText>
      </dd>
    </dl>
  )
}

function Faucet({ place: { network, asset, address } }: { readonly place: DepositAddress }) {
  const t = useWalletMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const amount = TEST_AMOUNTS[asset]
  if (amount === undefined) return null
  const pay = async () => {
    setBusy(true)
    const isPaid = await dispatch(payFromFaucet({ network, asset, address, amount }))
    setBusy(false)
    if (isPaid) toasts.success(t('deposit.faucetDone', { amount: `${amount} ${asset}` }))
  }
  return (
    <Button variant="primary" size="large" block loading={isBusy} onClick={() => void pay()}>
      {t('deposit.faucet')}
    </Button>
  )
}
