import { useNumbers } from '@x/locale/react'
import { Button, ButtonLink } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { type ReferralOverview, useReferral } from '../../data/referral/api.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { useCopy } from '../../lib/copy/useCopy.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { FigureList } from '../../lib/product-page/FigureList.tsx'
import { ProductIntro } from '../../lib/product-page/ProductIntro.tsx'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { ForUsers } from '../auth/index.ts'
import { QrPicture } from '../qr/index.ts'
import { InvitedList, RebateList } from './ReferralLists.tsx'
import own from './referral.module.css'

/** `/referral`: the own link, who registered with it, and what it has paid. */
export function ReferralPage() {
  const t = useProductMessages()
  const to = useLocalePath()
  usePageTitle(t('product.referral'))
  const intro = <ProductIntro title={t('product.referral')} texts={[t('help.referral')]} />
  return (
    <ForUsers intro={intro}>
      <div className={styles['page']}>
        <header className={styles['head']}>
          <h1 className={styles['title']}>{t('product.referral')}</h1>
          <ButtonLink size="small" render={(props) => <Link {...props} to={to('/help')} />}>
            {t('product.help')}
          </ButtonLink>
        </header>
        <Overview />
        <InvitedList />
        <RebateList />
      </div>
    </ForUsers>
  )
}

function Overview() {
  const t = useProductMessages()
  const { data, error, refetch } = useReferral()
  if (data) return <OwnLink overview={data} />
  return error ? (
    <ErrorState
      title={t('orders.failed')}
      onRetry={() => void refetch()}
      traceId={failureOf(error).traceId}
    >
      {serverText(error, t)}
    </ErrorState>
  ) : (
    <SkeletonRows rows={5} />
  )
}

function OwnLink({ overview }: { readonly overview: ReferralOverview }) {
  const t = useProductMessages()
  const to = useLocalePath()
  const numbers = useNumbers('trading')
  const prose = useNumbers()
  const { location } = useServices()
  const copy = useCopy()
  const { code, percent, days, invited, received } = overview
  const link = new URL(to(`/register?commonCode=${code}`), location.href()).href
  const sums = Object.entries(received).map(
    ([asset, amount]) => `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`,
  )
  const figures = [
    [t('referral.code'), code],
    [t('referral.invited'), String(invited)],
    [t('referral.total'), sums.length === 0 ? '0 USDT' : sums.join(' · ')],
  ] as const
  return (
    <section className={`${styles['card']} ${own['invitation']}`} aria-label={t('referral.link')}>
      <div className={own['terms']}>
        <p className={styles['note']}>
          {t('referral.lead', {
            percent: prose.percent(percent, { unit: 'percent', trim: true }),
            days,
          })}
        </p>
        <FigureList figures={figures} />
        <div className={own['link']}>
          <a className={own['address']} href={link} dir="ltr">
            {link}
          </a>
          <Button
            variant="primary"
            onClick={() => copy(link, { confirmation: t('redPacket.copied') })}
          >
            {t('redPacket.copy')}
          </Button>
        </div>
      </div>
      <QrPicture text={link} label={t('redPacket.qr')} />
    </section>
  )
}
