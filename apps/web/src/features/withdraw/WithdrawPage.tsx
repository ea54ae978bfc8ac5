import { ButtonLink } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useWithdrawalSettings, type WithdrawalSettings } from '../../data/withdrawals/api.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { SafetyTip } from '../deposit/index.ts'
import styles from './withdraw.module.css'
import { WithdrawalHistory } from './WithdrawalHistory.tsx'
import { useStopped, WithdrawForm } from './WithdrawForm.tsx'

/** Sends coins to an address on a chain, and shows what is under way. */
export function WithdrawPage() {
  const t = useWalletMessages()
  usePageTitle(t('withdraw.title'))
  const to = useLocalePath()
  const { data: settings, error, isLoading, refetch } = useWithdrawalSettings()
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-labelledby="withdraw">
        <div className={styles['bar']}>
          <h1 id="withdraw" className={styles['title']}>
            {t('withdraw.title')}
          </h1>
          <ButtonLink
            size="small"
            variant="ghost"
            render={(props) => <Link {...props} to={to('/asset/book')} />}
          >
            {t('addressBook.title')}
          </ButtonLink>
        </div>
        {isLoading ? <SkeletonRows rows={6} /> : null}
        {error && !settings ? (
          <ErrorState
            title={t('withdraw.none')}
            onRetry={() => void refetch()}
            traceId={failureOf(error).traceId}
          >
            {serverText(error, t)}
          </ErrorState>
        ) : null}
        {settings ? <Stopped settings={settings} /> : null}
        {settings?.coins.length === 0 ? <EmptyState>{t('withdraw.none')}</EmptyState> : null}
        {settings && settings.coins.length > 0 ? (
          <>
            <SafetyTip kind="withdraw">{t('withdraw.tip')}</SafetyTip>
            <WithdrawForm settings={settings} />
          </>
        ) : null}
      </section>
      <WithdrawalHistory />
    </div>
  )
}

function Stopped({ settings }: { readonly settings: WithdrawalSettings }) {
  const stopped = useStopped(settings)
  return stopped === undefined ? null : (
    <p className={styles['notice']} role="status">
      {stopped}
    </p>
  )
}
