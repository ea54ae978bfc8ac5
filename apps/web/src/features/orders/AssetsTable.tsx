import { compare, decimal, ZERO } from '@x/decimal'
import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { ButtonLink } from '@x/ui/button'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { type ComponentType, useMemo } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useMessages, usePageMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { AssetName } from '../../lib/coins/AssetName.tsx'
import { fitColumns } from '../../lib/media/fitColumns.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { useBalances } from '../../data/balances/hooks.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { type SpotAsset } from '../../data/spot/model.ts'
import { CardList } from './CardList.tsx'
import { AveragePrice, HoldingProfitText, HoldingValue } from './HoldingCells.tsx'
import styles from './orders.module.css'

/** What a narrow table does without: the page of the assets has it. */
const EXPENDABLE = ['held', 'average', 'value', 'profit']

/** As on the page of the assets: points below each other, whatever the asset (visual 3). */
const DIGITS = 8
/** Pixels for thousands of millions with them. */
const FIGURE = 150

const isHeld = ({ available, held }: SpotAsset): boolean =>
  compare(decimal(available), ZERO) > 0 || compare(decimal(held), ZERO) > 0

type HoldingAction = ComponentType<{ readonly asset: string }>
/** A holding without its action is a holding. */
const NOTHING = () => {}

export interface AssetsTableProps {
  /** What can be done with a holding. */
  readonly Action?: HoldingAction | undefined
}

/** The balances that there are, beside the market. */
export function AssetsTable({ Action }: AssetsTableProps) {
  const t = useMessages()
  const showAsset = useStore(useServices().preferences, (state) => state.showAsset)
  const { data, isLoading, error, refetch } = useBalances()
  const rows = useMemo(() => (data ?? []).filter(isHeld), [data])
  const { box, width } = useAvailableWidth()
  const columns = useBalanceColumns({ showAsset, width, Action })
  const { traceId } = failureOf(error)
  const status = isLoading
    ? ({ kind: 'loading' } as const)
    : error && !data
      ? ({
          kind: 'error',
          title: t('orders.failed'),
          onRetry: () => void refetch(),
          ...(traceId === undefined ? {} : { traceId }),
        } as const)
      : ({ kind: 'ready' } as const)
  const isPhone = useMedia(PHONE)
  // Demo funds are there from the start.
  const isLive = useAppSelector(selectRealm) === 'live'
  const firstDeposit = isLive ? <FirstDeposit /> : undefined
  if (isPhone)
    return (
      <CardList
        label={t('orders.assets')}
        status={status}
        entries={rows}
        empty={t('orders.assetsEmpty')}
        emptyAction={firstDeposit}
        keyOf={({ asset }) => asset}
      >
        {(balance) => <BalanceCard balance={balance} showAsset={showAsset} Action={Action} />}
      </CardList>
    )
  return (
    <div ref={box} className={styles['list']}>
      <DataTable
        label={t('orders.assets')}
        columns={columns}
        rows={rows}
        rowKey={({ asset }) => asset}
        headerHeight={28}
        status={status}
        empty={{ text: t('orders.assetsEmpty'), action: firstDeposit }}
      />
    </div>
  )
}

const FirstDeposit = () => (
  <PageTexts>
    <DepositLink />
  </PageTexts>
)

/** Where an account without balances begins. */
function DepositLink() {
  const t = usePageMessages()
  const to = useLocalePath()
  return (
    <ButtonLink
      size="small"
      variant="primary"
      render={(props) => <Link {...props} to={to('/asset/deposit')} />}
    >
      {t('assets.deposit')}
    </ButtonLink>
  )
}

/** A balance on a phone: what there is and its worth, then what it cost and brought. */
function BalanceCard({
  balance: { asset, available, held },
  showAsset,
  Action,
}: {
  readonly balance: SpotAsset
  readonly showAsset: boolean
  readonly Action: HoldingAction | undefined
}) {
  const t = useMessages()
  const numbers = useNumbers('trading')
  const amount = (value: string) =>
    showAsset ? (
      <NumberText full={value}>{numbers.number(value, { digits: DIGITS, trim: true })}</NumberText>
    ) : (
      HIDDEN_AMOUNT
    )
  return (
    <>
      <span className={styles['cardLine']}>
        <AssetName asset={asset} />
        <span>{showAsset ? <HoldingValue asset={asset} /> : HIDDEN_AMOUNT}</span>
      </span>
      <span className={styles['cardLine']} data-figures="">
        <span>
          <span className={styles['quiet']}>{t('orders.available')}</span> {amount(available)}
        </span>
        <span>
          <span className={styles['quiet']}>{t('orders.held')}</span> {amount(held)}
        </span>
      </span>
      {showAsset ? (
        <span className={styles['cardLine']} data-figures="">
          <span>
            <span className={styles['quiet']}>{t('orders.averageBuy')}</span>{' '}
            <AveragePrice asset={asset} />
          </span>
          <span>
            <span className={styles['quiet']}>{t('orders.profit')}</span>{' '}
            <HoldingProfitText asset={asset} />
          </span>
        </span>
      ) : null}
      {Action ? <ActionCell Action={Action} asset={asset} /> : null}
    </>
  )
}

const ActionCell = ({
  Action,
  asset,
}: {
  readonly Action: HoldingAction
  readonly asset: string
}) => (
  <OptionalLazyBoundary quiet onFail={NOTHING}>
    <Action asset={asset} />
  </OptionalLazyBoundary>
)

const actionColumns = (
  Action: HoldingAction | undefined,
  header: string,
): readonly Column<SpotAsset>[] =>
  Action
    ? [
        {
          key: 'actions',
          header,
          minWidth: 130,
          cell: ({ asset }) => <ActionCell Action={Action} asset={asset} />,
        },
      ]
    : []

function useBalanceColumns({
  showAsset,
  width,
  Action,
}: {
  readonly showAsset: boolean
  readonly width: number | undefined
  readonly Action: HoldingAction | undefined
}): readonly Column<SpotAsset>[] {
  const t = useMessages()
  const numbers = useNumbers('trading')
  return useMemo(() => {
    const amount = (value: string) =>
      showAsset ? (
        <NumberText full={value}>{numbers.number(value, { digits: DIGITS })}</NumberText>
      ) : (
        HIDDEN_AMOUNT
      )
    const all: readonly Column<SpotAsset>[] = [
      {
        key: 'asset',
        header: t('orders.asset'),
        minWidth: 84,
        sort: { as: 'text', by: ({ asset }) => asset },
        cell: ({ asset }) => <AssetName asset={asset} />,
      },
      {
        key: 'available',
        header: t('orders.available'),
        kind: 'number',
        minWidth: FIGURE,
        sort: { as: 'decimal', by: ({ available }) => available },
        cell: ({ available }) => amount(available),
      },
      {
        key: 'held',
        header: t('orders.held'),
        kind: 'number',
        minWidth: FIGURE,
        sort: { as: 'decimal', by: ({ held }) => held },
        cell: ({ held }) => amount(held),
      },
      {
        key: 'average',
        header: t('orders.averageBuy'),
        kind: 'number',
        minWidth: 140,
        cell: ({ asset }) => (showAsset ? <AveragePrice asset={asset} /> : HIDDEN_AMOUNT),
      },
      {
        key: 'value',
        header: t('orders.orderValue'),
        kind: 'number',
        minWidth: 130,
        cell: ({ asset }) => (showAsset ? <HoldingValue asset={asset} /> : HIDDEN_AMOUNT),
      },
      {
        key: 'profit',
        header: t('orders.profit'),
        kind: 'number',
        minWidth: 160,
        cell: ({ asset }) => (showAsset ? <HoldingProfitText asset={asset} /> : HIDDEN_AMOUNT),
      },
      ...actionColumns(Action, t('orders.actions')),
    ]
    return fitColumns(all, { width, expendable: EXPENDABLE })
  }, [t, numbers, showAsset, width, Action])
}
