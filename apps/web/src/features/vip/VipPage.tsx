import { useDates, useNumbers } from '@x/locale/react'
import { ButtonLink } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { Progress } from '@x/ui/progress'
import { SkeletonRows } from '@x/ui/skeleton'
import { type VipDetail, useVipDetail } from '../../data/vip/api.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useRateText } from './useRateText.ts'
import styles from './vip.module.css'

/** `/vip/detail`: the user's level, what led to it, and what the next one lacks. */
export function VipPage() {
  const t = useProductMessages()
  const { data, error, refetch } = useVipDetail()
  usePageTitle(t('vip.title'))
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('vip.title')}</h1>
      {data ? (
        <Detail detail={data} />
      ) : error ? (
        <ErrorState title={t('orders.failed')} onRetry={refetch} traceId={failureOf(error).traceId}>
          {serverText(error, t)}
        </ErrorState>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </div>
  )
}

function Detail({ detail }: { readonly detail: VipDetail }) {
  const t = useProductMessages()
  const to = useLocalePath()
  const dates = useDates()
  return (
    <>
      <div className={styles['cards']}>
        <section className={styles['card']} aria-labelledby="vip-level">
          <h2 id="vip-level" className={styles['large']}>
            <bdi>{`VIP ${detail.level}`}</bdi>
          </h2>
          <p className={styles['lead']}>
            {t('vip.since', { date: dates.date(detail.assessedAt, 'date') })}
          </p>
          <Rates detail={detail} />
          <div className={styles['links']}>
            <ButtonLink render={(props) => <Link {...props} to={to('/vip/vipIntroduce')} />}>
              {t('product.vip')}
            </ButtonLink>
          </div>
        </section>
        <NextLevel detail={detail} />
      </div>
      {detail.days.length > 0 ? <Days days={detail.days} /> : null}
    </>
  )
}

function Rates({ detail }: { readonly detail: VipDetail }) {
  const t = useProductMessages()
  const rateText = useRateText()
  const rows = [
    [t('shell.spot'), detail.spot],
    [t('fees.futures'), detail.futures],
  ] as const
  return (
    <dl className={styles['figures']}>
      {rows.flatMap(([product, { maker, taker }]) =>
        (
          [
            [t('orders.maker'), maker],
            [t('orders.taker'), taker],
          ] as const
        ).map(([role, rate]) => (
          <div key={`${product} ${role}`} className={styles['figure']}>
            <dt>{`${product}: ${role}`}</dt>
            <dd>
              <NumberText>{rateText(rate)}</NumberText>
            </dd>
          </div>
        )),
      )}
    </dl>
  )
}

const UNIT = 'USDT'

function NextLevel({ detail }: { readonly detail: VipDetail }) {
  const t = useProductMessages()
  const { next } = detail
  const title = next ? t('vip.next', { level: `VIP ${next.level}` }) : t('vip.highest')
  return (
    <section className={styles['card']} aria-labelledby="vip-next">
      <h2 id="vip-next" className={styles['heading']}>
        {title}
      </h2>
      {detail.volume === null ? <p className={styles['lead']}>{t('vip.subAccount')}</p> : null}
      {next && detail.volume !== null && detail.valuation !== null ? (
        <>
          <Way
            label={t('vip.volume', { unit: UNIT })}
            have={detail.volume}
            wanted={next.volume}
            lacking={next.lackingVolume}
          />
          <Way
            label={t('vip.valuation', { unit: UNIT })}
            have={detail.valuation}
            wanted={next.valuation}
            lacking={next.lackingValuation}
          />
          <p className={styles['note']}>{t('vip.either')}</p>
          {/* Why what was bought or paid in today does not count yet. */}
          <p className={styles['note']}>{t('vip.lead')}</p>
        </>
      ) : null}
    </section>
  )
}

interface WayProps {
  readonly label: string
  readonly have: string
  readonly wanted: string
  readonly lacking: string | null
}

/** How much of a requirement is met. */
function Way({ label, have, wanted, lacking }: WayProps) {
  const t = useProductMessages()
  const numbers = useNumbers('trading')
  const figure = (text: string) => numbers.number(text, { digits: 2 })
  return (
    <div className={styles['way']}>
      <span className={styles['line']}>
        <span>{label}</span>
        <NumberText>{`${figure(have)} / ${figure(wanted)}`}</NumberText>
      </span>
      {/* For the eye only: the figures are exact. */}
      <Progress label={label} value={Math.min(100, (Number(have) / Number(wanted)) * 100)} />
      {lacking === null || lacking === '0' ? null : (
        <span className={styles['note']}>
          {t('vip.lacking', { amount: `${figure(lacking)} ${UNIT}` })}
        </span>
      )}
    </div>
  )
}

/** A bar a day, and its figures for screen readers. */
function Days({ days }: { readonly days: VipDetail['days'] }) {
  const t = useProductMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const most = Math.max(...days.map(({ volume }) => Number(volume)))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <section className={styles['card']} aria-labelledby="vip-days">
      <h2 id="vip-days" className={styles['heading']}>
        {t('vip.days', { unit: UNIT })}
      </h2>
      {most === 0 ? <p className={styles['note']}>{t('vip.noDays')}</p> : null}
      <ol className={most === 0 ? styles['hidden'] : styles['days']}>
        {days.map(({ at, volume }) => {
          const text = `${dates.date(at, 'date')}: ${numbers.number(volume, { digits: 2 })}`
          return (
            <li key={at} className={styles['day']} title={text}>
              <span
                className={styles['bar']}
                style={{ blockSize: `${(Number(volume) / (most || 1)) * 100}%` }}
              />
              <span className={styles['hidden']}>{text}</span>
            </li>
          )
        })}
      </ol>
      {most > 0 && first && last ? (
        <p className={styles['axis']} aria-hidden="true">
          <span>{dates.date(first.at, 'date')}</span>
          <NumberText unit={UNIT}>{`0 … ${numbers.number(most.toFixed(2))}`}</NumberText>
          <span>{dates.date(last.at, 'date')}</span>
        </p>
      ) : null}
    </section>
  )
}
