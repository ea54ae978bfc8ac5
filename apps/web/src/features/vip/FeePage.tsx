import { ButtonLink } from '@x/ui/button'
import { selectUser } from '../../data/store/slice.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { FeeTable } from './FeeTable.tsx'
import { OtherFees } from './OtherFees.tsx'
import styles from './vip.module.css'

/** `/fee`: what an order costs, by VIP level, from the table that orders are charged by. */
export function FeePage() {
  const t = useProductMessages()
  const to = useLocalePath()
  const level = useAppSelector(selectUser)?.vipLevel
  usePageTitle(t('product.fees'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('product.fees')}</h1>
        <p className={styles['lead']}>{t('fees.lead')}</p>
      </header>
      <FeeTable shows="rates" {...(level === undefined ? {} : { level })} />
      <OtherFees />
      <div className={styles['links']}>
        <ButtonLink render={(props) => <Link {...props} to={to('/vip/vipIntroduce')} />}>
          {t('product.vip')}
        </ButtonLink>
        <ButtonLink render={(props) => <Link {...props} to={to('/vip/detail')} />}>
          {t('vip.title')}
        </ButtonLink>
      </div>
    </div>
  )
}
