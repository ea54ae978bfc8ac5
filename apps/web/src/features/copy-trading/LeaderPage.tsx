import { useDates } from '@x/locale/react'
import { Button, ButtonLink } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { type ReactNode, useState } from 'react'
import { type CopyLeader, useCopyFollows, useCopyLead, useCopyLeader } from '../../data/copy/api.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { usePairName } from '../../data/symbols/usePairName.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from '../../lib/product-page/product.module.css'
import { FollowDialog } from './FollowDialog.tsx'
import { PerformanceChart } from './PerformanceChart.tsx'
import { useCopyFigures } from './useCopyFigures.tsx'

/** `/copy-trading/:lead`: performance, holdings, and the way to copy. */
export function LeaderPage({ leadId }: { readonly leadId: string }) {
  const t = useCopyMessages()
  const { data: leader, error, refetch } = useCopyLeader(leadId)
  const { percent } = useCopyFigures()
  usePageTitle(leader?.nickname ?? `${t('product.copy')} · ${leadId}`)
  if (!leader)
    return (
      <div className={styles['page']}>
        <header className={styles['head']}>
          <h1 className={styles['title']}>{t('product.copy')}</h1>
          <ToLeaders />
        </header>
        {error ? (
          <ErrorState
            title={t('orders.failed')}
            onRetry={refetch}
            traceId={failureOf(error).traceId}
          />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
    )
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>
          <bdi>{leader.nickname}</bdi>
        </h1>
        <span className={styles['line']}>
          <ToLeaders />
          <CopyButton leader={leader} />
        </span>
      </header>
      <Figures leader={leader} />
      <section className={styles['card']} aria-labelledby="copy-performance">
        <h2 id="copy-performance" className={styles['heading']}>
          {t('copy.return')}
        </h2>
        <PerformanceChart days={leader.days} now={leader.return} />
      </section>
      <section className={styles['card']} aria-labelledby="copy-holdings">
        <h2 id="copy-holdings" className={styles['heading']}>
          {t('copy.holdings')}
        </h2>
        {leader.holdings.length === 0 ? <EmptyState>{t('copy.none')}</EmptyState> : null}
        <dl className={styles['figures']}>
          {leader.holdings.map(({ asset, part }) => (
            <Figure key={asset} label={asset}>
              {percent(part)}
            </Figure>
          ))}
        </dl>
      </section>
    </div>
  )
}

function Figures({ leader }: { readonly leader: CopyLeader }) {
  const t = useCopyMessages()
  const dates = useDates()
  const pairName = usePairName()
  const { percent, change, figure } = useCopyFigures()
  const { lost, ended, losing, share, minimum, drawdown, startedAt, pairs } = leader
  return (
    <dl className={`${styles['card']} ${styles['figures']}`}>
      <Figure label={t('copy.return')}>{change(leader.return)}</Figure>
      <Figure label={t('copy.drawdown')}>{percent(drawdown)}</Figure>
      <Figure label={t('copy.since')}>{dates.date(startedAt, 'date')}</Figure>
      <Figure label={t('copy.lost')}>
        {t('copy.lostOf', { lost: String(lost), ended: String(ended), now: String(losing) })}
      </Figure>
      <Figure label={t('copy.share')}>{percent(share)}</Figure>
      <Figure label={t('copy.minimum')}>{figure(minimum)}</Figure>
      <Figure label={t('copy.pairs')}>
        <bdi>{pairs.map(pairName).join(', ')}</bdi>
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ToLeaders() {
  const t = useCopyMessages()
  const to = useLocalePath()
  return (
    <ButtonLink size="small" render={(props) => <Link {...props} to={to('/copy-trading')} />}>
      {t('copy.leaders')}
    </ButtonLink>
  )
}

function CopyButton({ leader }: { readonly leader: CopyLeader }) {
  const t = useCopyMessages()
  const to = useLocalePath()
  const isUser = useAppSelector(selectStatus) === 'user'
  const from = encodeURIComponent(`/copy-trading/${leader.leadId}`)
  return isUser ? (
    <StartCopying leader={leader} />
  ) : (
    <ButtonLink
      size="small"
      variant="primary"
      render={(props) => <Link {...props} to={to(`/login?from=${from}`)} />}
    >
      {t('shell.login')}
    </ButtonLink>
  )
}

/** Nobody copies their own lead account, or another one twice: they are led to what they have. */
function StartCopying({ leader }: { readonly leader: CopyLeader }) {
  const t = useCopyMessages()
  const to = useLocalePath()
  const own = useCopyLead().data
  const follows = useCopyFollows().data?.pages.flatMap(({ items }) => items)
  const isCopied = follows?.some(
    ({ leadId, status }) => leadId === leader.leadId && status !== 'closed',
  )
  const [isOpen, setOpen] = useState(false)
  const isFull = leader.followers >= leader.maxFollowers
  const isOwn = own?.leadId === leader.leadId
  if (isOwn || isCopied)
    return (
      <ButtonLink size="small" render={(props) => <Link {...props} to={to('/copy-trading/my')} />}>
        {t(isOwn ? 'copy.myLead' : 'copy.mine')}
      </ButtonLink>
    )
  return (
    <>
      <Button
        size="small"
        variant="primary"
        disabled={isFull}
        disabledReason={t('copy.full')}
        onClick={() => setOpen(true)}
      >
        {t('copy.start')}
      </Button>
      {isOpen ? <FollowDialog leader={leader} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
