import { ButtonLink } from '@x/ui/button'
import { selectUser } from '../../data/store/slice.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { FeeTable } from './FeeTable.tsx'
import styles from './vip.module.css'

/** `/vip/vipIntroduce`: what each level asks for, and what it pays. */
export function VipLevelsPage() {
  const t = useProductMessages()
  const to = useLocalePath()
  const level = useAppSelector(selectUser)?.vipLevel
  usePageTitle(t('product.vip'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('product.vip')}</h1>
        <p className={styles['lead']}>{t('vip.lead')}</p>
      </header>
      <FeeTable shows="requirements" {...(level === undefined ? {} : { level })} />
      <p className={styles['note']}>{t('vip.either')}</p>
      <div className={styles['links']}>
        <ButtonLink render={(props) => <Link {...props} to={to('/vip/detail')} />}>
          {t('vip.title')}
        </ButtonLink>
      </div>
    </div>
  )
}
