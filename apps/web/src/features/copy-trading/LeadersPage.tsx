import { useDates } from '@x/locale/react'
import { ButtonLink } from '@x/ui/button'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type CopyLeader, useCopyLeaders } from '../../data/copy/api.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { ListTable } from '../../lib/lists/ListTable.tsx'
import { MoreButton } from '../../lib/lists/PagedList.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './copy.module.css'
import { LeaderSearch } from './LeaderSearch.tsx'
import { useCopyFigures } from './useCopyFigures.tsx'

/** What a tablet does without, first what the page of a lead shows as well. */
const EXPENDABLE = ['since', 'followers']

/** `/copy-trading`: lead traders, the best time-weighted return first, with what it costs. */
export function LeadersPage() {
  const t = useCopyMessages()
  const to = useLocalePath()
  const realm = useAppSelector(selectRealm) ?? 'live'
  const query = useCopyLeaders(realm)
  const statusOf = useListStatus()
  const columns = useColumns()
  // A lead whose return has changed meanwhile may be on two pages: the first place counts.
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap(({ items }) => items) ?? []
    return [
      ...new Map(all.toReversed().map((leader) => [leader.leadId, leader])).values(),
    ].toReversed()
  }, [query.data])
  usePageTitle(t('product.copy'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('product.copy')}</h1>
        <ButtonLink
          size="small"
          render={(props) => <Link {...props} to={to('/copy-trading/my')} />}
        >
          {t('copy.mine')}
        </ButtonLink>
        <p className={styles['note']}>{t('copy.lead')}</p>
      </header>
      <LeaderSearch key={realm} realm={realm} />
      <section className={styles['table']}>
        <ListTable
          label={t('copy.leaders')}
          columns={columns}
          rows={rows}
          rowKey={({ leadId }) => leadId}
          expendable={EXPENDABLE}
          status={statusOf(query, { hasData: query.data !== undefined })}
          empty={t('copy.none')}
        />
        <MoreButton {...query} />
      </section>
    </div>
  )
}

function useColumns() {
  const t = useCopyMessages()
  const dates = useDates()
  const { percent, change, figure } = useCopyFigures()
  return useMemo(
    () =>
      [
        {
          key: 'name',
          header: t('copy.nickname'),
          fixed: 'start',
          minWidth: 128,
          cell: ({ leadId, nickname }) => <LeaderLink leadId={leadId} nickname={nickname} />,
        },
        {
          key: 'return',
          header: t('copy.return'),
          kind: 'number',
          minWidth: 112,
          cell: (leader) => change(leader.return),
        },
        {
          key: 'drawdown',
          header: t('copy.drawdown'),
          kind: 'number',
          minWidth: 112,
          cell: ({ drawdown }) => percent(drawdown),
        },
        {
          key: 'since',
          header: t('copy.since'),
          minWidth: 112,
          cell: ({ startedAt }) => <bdi>{dates.date(startedAt, 'date')}</bdi>,
        },
        {
          key: 'lost',
          header: t('copy.lost'),
          minWidth: 168,
          cell: ({ lost, ended, losing }) =>
            t('copy.lostOf', { lost: String(lost), ended: String(ended), now: String(losing) }),
        },
        {
          key: 'followers',
          header: t('copy.followers'),
          kind: 'number',
          minWidth: 96,
          cell: ({ followers, maxFollowers }) => (
            <NumberText>{`${followers}/${maxFollowers}`}</NumberText>
          ),
        },
        {
          key: 'share',
          header: t('copy.share'),
          kind: 'number',
          minWidth: 96,
          cell: ({ share }) => percent(share),
        },
        {
          key: 'minimum',
          header: t('copy.minimum'),
          kind: 'number',
          minWidth: 120,
          cell: ({ minimum }) => figure(minimum),
        },
      ] satisfies Column<CopyLeader>[],
    [t, dates, percent, change, figure],
  )
}

function LeaderLink({ leadId, nickname }: Pick<CopyLeader, 'leadId' | 'nickname'>) {
  const to = useLocalePath()
  return (
    <Link className={own['link']} to={to(`/copy-trading/${leadId}`)}>
      <bdi>{nickname}</bdi>
    </Link>
  )
}
