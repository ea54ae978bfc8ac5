import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useId } from 'react'
import type { MarginAccount } from '../../data/margin/api.ts'
import { DimZeros } from '../../lib/amounts/DimZeros.tsx'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { AssetName } from '../../lib/coins/AssetName.tsx'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { FuturesTable } from '../futures-panel/index.ts'
import { AssetActions } from './AssetActions.tsx'
import { LevelGauge } from './LevelGauge.tsx'
import { LeverageChoice } from './LeverageChoice.tsx'
import styles from './margin.module.css'
import { isPositive, netOf, owedOf } from './marginFigures.ts'
import { useAccountName } from '../../data/margin/accountName.ts'

/** What is to be done with an asset of an account. */
export interface AccountAction {
  readonly kind: 'borrow' | 'repay' | 'moveIn' | 'moveOut'
  readonly symbol: string | null
  readonly asset?: string
}

interface AccountProps {
  readonly account: MarginAccount
  readonly onAction: (action: AccountAction) => void
}

/** A margin account: its level, what it is worth, and its assets with their debts. */
export function AccountCard({ account, onAction }: AccountProps) {
  const t = useMarginMessages()
  const nameOf = useAccountName()
  const headingId = useId()
  const { symbol } = account
  const act = (kind: AccountAction['kind']) => () => onAction({ kind, symbol })
  return (
    <section className={styles['card']} aria-labelledby={headingId}>
      <div className={styles['bar']}>
        <h2 id={headingId} className={styles['heading']}>
          {nameOf(symbol)}
        </h2>
        <LeverageChoice account={account} />
        <div className={styles['actions']}>
          <Button size="small" onClick={act('borrow')}>
            {t('margin.borrow')}
          </Button>
          <Button size="small" onClick={act('repay')}>
            {t('margin.repay')}
          </Button>
          {/* One of the page is the first to be done: funds for the account of all assets. */}
          <Button
            size="small"
            variant={symbol === null ? 'primary' : 'neutral'}
            onClick={act('moveIn')}
          >
            {t('margin.transfer')}
          </Button>
        </div>
      </div>
      <Worth account={account} />
      <LevelGauge account={account} />
      <div className={styles['list']}>
        <FuturesTable
          label={nameOf(symbol)}
          columns={useAssetColumns(account, onAction)}
          rows={account.assets}
          rowKey={({ asset }) => asset}
          status={{ kind: 'ready' }}
          empty={t('margin.noFunds')}
        />
      </div>
    </section>
  )
}

function Worth({ account }: Pick<AccountProps, 'account'>) {
  const t = useMarginMessages()
  const numbers = useNumbers('trading')
  const isShown = useStore(useServices().preferences, (state) => state.showAsset)
  const rows = [
    [t('margin.total'), account.assetsValue],
    [t('margin.debts'), account.debtsValue],
    [t('margin.net'), netOf(account)],
  ] as const
  return (
    <dl className={styles['figures']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <NumberText unit="USDT">
              {isShown ? numbers.number(value, { digits: 2 }) : HIDDEN_AMOUNT}
            </NumberText>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type AssetRow = MarginAccount['assets'][number]

function useAssetColumns(
  account: MarginAccount,
  onAction: AccountProps['onAction'],
): readonly Column<AssetRow>[] {
  const t = useMarginMessages()
  const numbers = useNumbers('trading')
  const isShown = useStore(useServices().preferences, (state) => state.showAsset)
  const figure = (key: 'balance' | 'available' | 'principal' | 'interest', header: string) => ({
    key,
    header,
    kind: 'number' as const,
    minWidth: 120,
    cell: (row: AssetRow) => (
      <NumberText {...(isShown ? { full: row[key] } : {})}>
        {isShown ? <DimZeros text={numbers.number(row[key], { digits: 8 })} /> : HIDDEN_AMOUNT}
      </NumberText>
    ),
  })
  const { symbol } = account
  return [
    {
      key: 'asset',
      header: t('orders.asset'),
      minWidth: 96,
      cell: ({ asset }) => <AssetName asset={asset} />,
    },
    figure('balance', t('margin.balance')),
    figure('available', t('orders.available')),
    figure('principal', t('margin.borrowed')),
    figure('interest', t('margin.interest')),
    {
      key: 'actions',
      header: t('orders.actions'),
      kind: 'actions',
      minWidth: 220,
      cell: ({ asset }) => (
        <AssetActions
          asset={asset}
          isOwed={isPositive(owedOf(account, asset))}
          onAction={(kind) => onAction({ kind, symbol, asset })}
        />
      ),
    },
  ]
}
